// Bodies that are no spheres: the outline of their shape, as they lie, one draw call a shape.
import { BufferAttribute, BufferGeometry, DoubleSide, GLSL3, Group, InstancedBufferGeometry, Mesh, RawShaderMaterial, ShapeUtils, Vector2, Vector3 } from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { forEachImage } from './images.js';
import { Instances } from './instances.js';

const lying = `
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform float part, shrink;
in vec3 middle;
in float radius;
in vec4 colour, lies, goes;
out vec3 base;
vec3 turned(vec3 x) {
  vec4 q = normalize(mix(lies, dot(lies, goes) < 0.0 ? -goes : goes, part));
  vec3 t = 2.0 * cross(q.xyz, x);
  return x + q.w * t + cross(q.xyz, t);
}
`;

const solid = {
  vertexShader: `${lying}
in vec3 position, normal;
out vec3 hit, n;
void main() {
  base = colour.rgb;
  n = mat3(modelViewMatrix) * turned(normal);
  hit = (modelViewMatrix * vec4(middle + shrink * radius * turned(position), 1.0)).xyz;
  gl_Position = projectionMatrix * vec4(hit, 1.0);
}`,
  fragmentShader: `
precision highp float;
in vec3 base, hit, n;
uniform vec3 air;    // what far things fade to
uniform float gloom; // how bright the side away from the light is
uniform vec2 depths; // nearest and farthest of the picture
out vec4 seen;
void main() {
  vec3 way = normalize(hit), m = normalize(n);
  float lit = 0.5 + 0.5 * dot(m, vec3(-0.33, 0.66, 0.675));
  float facing = max(-dot(m, way), 0.0);
  vec3 c = base * mix(gloom, 1.06, lit * lit) * mix(0.55, 1.0, smoothstep(0.0, 0.45, facing));
  vec3 half_way = normalize(vec3(-0.33, 0.66, 0.675) - way);
  c += 0.10 * pow(max(dot(m, half_way), 0.0), 40.0);
  float far = clamp((-hit.z - depths.x) / (depths.y - depths.x), 0.0, 1.0);
  seen = vec4(mix(c, air, 0.30 * far), 1.0);
}`,
};

// In the plane position.z says how dark it is: the rim, and what is inside of it.
const flat = {
  vertexShader: `${lying}
in vec3 position;
void main() {
  base = position.z * colour.rgb;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(middle + shrink * radius * turned(vec3(position.xy, 0.0)), 1.0);
}`,
  fragmentShader: `
precision highp float;
in vec3 base;
uniform vec3 air;
uniform float pale;
out vec4 seen;
void main() { seen = vec4(mix(base, air, pale), 1.0); }`,
};

function solidGeometry({ points, triangles }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  return toCreasedNormals(geometry, Math.PI / 6); // edges of boxes are sharp, ellipsoids round
}

function flatGeometry({ points, lines }) {
  const corners = [];
  const loops = lines.map((line) => {
    const loop = [...line].map((k) => new Vector2(points[3 * k], points[3 * k + 1]));
    if (loop.length > 1 && loop[0].equals(loop.at(-1))) loop.pop();
    return loop;
  });
  for (const [size, light] of [[1, 0.66], [0.86, 1]])
    for (const loop of loops) {
      const centre = loop.reduce((sum, p) => sum.add(p), new Vector2()).divideScalar(loop.length);
      for (const triangle of ShapeUtils.triangulateShape(loop, []))
        for (const k of triangle) corners.push(centre.x + size * (loop[k].x - centre.x), centre.y + size * (loop[k].y - centre.y), light);
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3));
  return geometry;
}

function rowsOf(run, shape) {
  const rows = [];
  run.outline.forEach((of, i) => of === shape && rows.push(i));
  return rows;
}

export class Shapes {
  constructor(run, particles) {
    this.run = run;
    this.particles = particles;
    this.group = new Group();
    const plane = run.dimension < 3;
    const { part, air, gloom, depths, pale, shrink } = particles.material.uniforms;
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      ...(plane ? flat : solid),
      uniforms: { part, air, gloom, depths, pale, shrink },
      side: DoubleSide,
      depthTest: !plane,
      depthWrite: !plane,
    });
    this.kinds = run.shapes.map((shape, k) => {
      const outline = plane ? flatGeometry(shape) : solidGeometry(shape);
      const geometry = new InstancedBufferGeometry();
      for (const name of Object.keys(outline.attributes)) geometry.setAttribute(name, outline.getAttribute(name));
      const mesh = new Mesh(geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = 2;
      this.group.add(mesh);
      return { mesh, rows: rowsOf(run, k), instances: new Instances(geometry, { middle: 3, radius: 1, colour: 4, lies: 4, goes: 4 }) };
    });
  }

  // As the particles are shown.
  show() {
    const { run, particles } = this;
    if (this.version !== run.version) this.kinds.forEach((kind, k) => (kind.rows = rowsOf(run, k)));
    this.version = run.version;
    const [x, low, high] = [new Vector3(), [0, 0, 0], [0, 0, 0]];
    for (const { mesh, rows, instances } of this.kinds) {
      instances.begin();
      for (const i of rows) {
        if (!particles.isShown(i)) continue;
        const r = run.radius[i];
        particles.centre(i, x);
        if (particles.cuts(x)) continue;
        const add = (dx, dy, dz) => {
          const k = instances.add();
          instances.array('middle').set([x.x + dx, x.y + dy, x.z + dz], 3 * k);
          instances.array('radius')[k] = r;
          for (const name of ['colour', 'lies', 'goes']) instances.array(name).set(particles[name].array.subarray(4 * i, 4 * i + 4), 4 * k);
        };
        add(0, 0, 0);
        for (let c = 0; c < 3; ++c) [low[c], high[c]] = [x.getComponent(c) - r, x.getComponent(c) + r];
        forEachImage(run, low, high, add);
      }
      instances.end();
      mesh.visible = instances.count > 0;
    }
  }
}
