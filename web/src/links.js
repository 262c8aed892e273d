// What joins particles: links of chains and bonds, joints, and liquid bridges, which are blue. As the program's pictures
// draw them: a link from centre to centre, a distance from point to point, another joint from the centres to where it
// holds, also to the world, a bridge across the gap and a little into both grains. Broken joints are gone.
import { DoubleSide, GLSL3, Mesh, RawShaderMaterial, Vector3 } from 'three';
import { forEachImage } from './images.js';
import { Instances, shape } from './instances.js';
import { obstacle } from './run.js';

const liquid = [64, 143, 217];

// A corner is a part of the way, and a direction across it.
const place = (across) => `
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix;
in vec3 corner, from, along;
in float width;
in vec4 colour;
out vec3 base, normal, eye;
void main() {
  base = colour.rgb;
  vec3 e = normalize(along), u = ${across}, n = corner.y * u + corner.z * cross(e, u);
  normal = mat3(modelViewMatrix) * n;
  vec4 at = modelViewMatrix * vec4(from + corner.x * along + 0.5 * width * n, 1.0);
  eye = at.xyz;
  gl_Position = projectionMatrix * at;
}`;

const bands = {
  vertexShader: place('vec3(-e.y, e.x, 0.0)'),
  fragmentShader: `
precision highp float;
in vec3 base;
out vec4 seen;
void main() { seen = vec4(base, 1.0); }`,
};

const tubes = {
  vertexShader: place('normalize(cross(e, abs(e.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)))'),
  fragmentShader: `
precision highp float;
in vec3 base, normal, eye;
uniform vec3 air;
uniform float gloom;
uniform vec2 depths;
out vec4 seen;
void main() {
  float lit = 0.5 + 0.5 * dot(normalize(normal), vec3(-0.33, 0.66, 0.675));
  float far = clamp((-eye.z - depths.x) / (depths.y - depths.x), 0.0, 1.0);
  seen = vec4(mix(base * mix(gloom, 1.06, lit * lit), air, 0.30 * far), 1.0);
}`,
};

export function tube(sides = 10) {
  const corners = [];
  const index = [];
  for (let k = 0; k < sides; ++k) {
    const angle = (2 * Math.PI * k) / sides;
    for (const end of [0, 1]) corners.push(end, Math.cos(angle), Math.sin(angle));
    const [a, b] = [2 * k, 2 * ((k + 1) % sides)];
    index.push(a, a + 1, b, b, a + 1, b + 1);
  }
  return shape(corners, 3, index);
}
export const band = () => shape([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0], 3, [0, 1, 2, 0, 2, 3]);

export function barMaterial(run, particles) {
  const flat = run.dimension < 3;
  const { air, gloom, depths } = particles.material.uniforms;
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    ...(flat ? bands : tubes),
    uniforms: { air, gloom, depths },
    transparent: flat, // in the plane, for the sake of the order: beneath the discs
    depthTest: !flat,
    depthWrite: !flat,
    side: DoubleSide,
  });
}

export class Links {
  constructor(run, particles) {
    this.run = run;
    this.particles = particles;
    const flat = run.dimension < 3;
    this.instances = new Instances(flat ? band() : tube(), { from: 3, along: 3, width: 1, colour: 4 });
    this.mesh = new Mesh(this.instances.geometry, barMaterial(run, particles));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1.5;
  }

  // Those of frame k, where the particles are drawn now.
  show(k) {
    const { run, particles, instances } = this;
    const [a, b] = [new Vector3(), new Vector3()];
    const { radius } = run;
    instances.begin();
    for (let l = 0; l + 1 < run.links.length; l += 2) {
      const [i, j] = [run.links[l], run.links[l + 1]];
      if (!particles.isShown(i) || !particles.isShown(j)) continue;
      this.nearest(i, j, a, b);
      if (particles.cuts(a)) continue;
      const colour = [0, 1, 2].map((c) => 0.65 * particles.colour.array[4 * i + c]);
      this.add(a, b, 0.7 * Math.min(radius[i], radius[j]), colour);
    }
    this.showJoints(run.frame(k).broken);
    const { ends, onObstacles, ways } = run.frame(k).bridges;
    for (let l = 0; l + 1 < ends.length; l += 2) {
      if (!particles.isShown(ends[l]) || !particles.isShown(ends[l + 1])) continue;
      this.nearest(ends[l], ends[l + 1], a, b);
      if (particles.cuts(a)) continue;
      this.addNeck(a, b, radius[ends[l]], radius[ends[l + 1]]);
    }
    onObstacles.forEach((i, l) => {
      if (!particles.isShown(i)) return;
      particles.centre(i, a);
      if (particles.cuts(a)) return;
      b.copy(a);
      for (let c = 0; c < run.dimension; ++c) b.setComponent(c, b.getComponent(c) + ways[l * run.dimension + c]);
      this.addNeck(a, b, radius[i], 0);
    });
    instances.end();
    this.mesh.visible = instances.count > 0;
  }

  showJoints(broken) {
    const { run, particles } = this;
    const { ends, points, direct } = run.joints;
    const width = (i) => (run.outline[i] >= 0 ? 0.1 : 0.7) * run.radius[i]; // a body of any shape has thin pins and ropes
    for (let l = 0; l < direct.length; ++l) {
      const [i, j] = [ends[2 * l], ends[2 * l + 1]];
      const world = j === obstacle;
      if (broken.has(l) || !particles.isShown(i) || !(world || particles.isShown(j))) continue;
      const own = (at) => new Vector3().fromArray(points, 6 * l + at);
      const [a, b] = [new Vector3(), new Vector3()];
      if (world) particles.centre(i, a);
      else this.nearest(i, j, a, b);
      const way = [particles.turned(i, own(0)).add(a), world ? own(3) : particles.turned(j, own(3)).add(b)];
      if (!direct[l]) way.unshift(a);
      if (!direct[l] && !world) way.push(b);
      if (particles.cuts(a)) continue;
      const colour = [0, 1, 2].map((c) => (run.outline[i] >= 0 ? 0.4 : 0.65) * particles.colour.array[4 * i + c]);
      for (let k = 0; k + 1 < way.length; ++k)
        if (way[k].distanceTo(way[k + 1]) > 0) this.add(way[k], way[k + 1], world ? width(i) : Math.min(width(i), width(j)), colour);
    }
  }

  // The centre of i, and that of the image of j nearest to it.
  nearest(i, j, a, b) {
    const { period } = this.run;
    this.particles.centre(i, a);
    this.particles.centre(j, b).sub(a);
    for (let c = 0; c < 3; ++c) if (period[c] > 0) b.setComponent(c, b.getComponent(c) - period[c] * Math.round(b.getComponent(c) / period[c]));
    b.add(a);
  }

  // The liquid between spheres at a and b; a radius of 0 is an obstacle.
  addNeck(a, b, ra, rb) {
    const small = rb > 0 ? Math.min(ra, rb) : ra;
    const along = b.clone().sub(a).normalize();
    const from = a.clone().addScaledVector(along, ra - 0.3 * small);
    this.add(from, b.clone().addScaledVector(along, -Math.max(rb - 0.3 * small, 0)), 1.3 * small, liquid);
  }

  add(a, b, width, colour) {
    const { instances } = this;
    const put = (dx, dy, dz) => {
      const k = instances.add();
      instances.array('from').set([a.x + dx, a.y + dy, a.z + dz], 3 * k);
      instances.array('along').set([b.x - a.x, b.y - a.y, b.z - a.z], 3 * k);
      instances.array('width')[k] = width;
      instances.array('colour').set([...colour, 255], 4 * k);
    };
    put(0, 0, 0);
    forEachImage(this.run, a.clone().min(b).toArray(), a.clone().max(b).toArray(), put);
  }
}
