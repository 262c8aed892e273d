// All particles in one draw call: a quad each, on which the fragment shader draws a disc (2D) or the sphere
// that the eye's ray meets (3D), with its true depth.
import { DynamicDrawUsage, GLSL3, InstancedBufferAttribute, Mesh, RawShaderMaterial, Vector3 } from 'three';
import { paint } from './colours.js';
import { ParticleImages } from './images.js';
import { square } from './instances.js';

const head = `
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix;
`;

const place = `
in vec2 corner;
in vec3 from, to;
in float radius;
in vec4 colour;
uniform float part;
uniform vec3 period, origin;
out vec2 at;
out vec3 base;

// Between two frames, the short way round where space is periodic.
vec3 centre() {
  vec3 way = to - from, x = from;
  for (int k = 0; k < 3; ++k) {
    if (period[k] > 0.0) way[k] -= period[k] * round(way[k] / period[k]);
    x[k] += part * way[k];
    if (period[k] > 0.0) x[k] -= period[k] * floor((x[k] - origin[k]) / period[k]);
  }
  return x;
}
`;

const discs = {
  vertexShader: `${head}${place}
uniform float pixel;  // its length in the world
void main() {
  base = colour.rgb;
  float reach = radius + pixel;  // room for a soft edge
  at = corner * reach / radius;
  gl_Position = colour.a == 0.0 ? vec4(2.0, 2.0, 2.0, 1.0)
                                : projectionMatrix * modelViewMatrix * vec4(centre() + vec3(corner * reach, 0.0), 1.0);
}`,
  fragmentShader: `
precision highp float;
in vec2 at;
in vec3 base;
out vec4 seen;
void main() {
  float r = length(at), soft = fwidth(r);
  float cover = clamp((1.0 - r) / soft + 0.5, 0.0, 1.0);
  if (cover == 0.0) discard;
  float rim = smoothstep(1.0 - max(0.16, 1.5 * soft), 1.0, r);
  float light = 1.0 + 0.10 * (0.5 * at.y - 0.5 * at.x) * min(1.0, 0.2 / soft);
  seen = vec4(base * light * mix(1.0, 0.66, rim), cover);
}`,
};

const spheres = {
  vertexShader: `${head}${place}
out vec3 middle, ray;
out float size;
void main() {
  base = colour.rgb;
  at = corner;
  size = radius;
  middle = (modelViewMatrix * vec4(centre(), 1.0)).xyz;
  // The quad across the line of sight that just holds the outline.
  float distance = length(middle);
  vec3 w = middle / distance, u = normalize(cross(w, abs(w.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
  float reach = 1.04 * radius * distance / sqrt(max(distance * distance - radius * radius, 1e-4 * radius * radius));
  ray = middle + reach * (corner.x * u + corner.y * cross(u, w));
  gl_Position = colour.a == 0.0 || middle.z > -radius ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * vec4(ray, 1.0);
}`,
  fragmentShader: `${head}
in vec2 at;
in vec3 base, middle, ray;
in float size;
uniform vec3 air;    // what far things fade to
uniform float gloom; // how bright the side away from the light is
uniform vec2 depths; // nearest and farthest of the picture
out vec4 seen;
void main() {
  vec3 way = normalize(ray);
  float along = dot(middle, way);
  vec3 off = middle - along * way;
  float inside = 1.0 - dot(off, off) / (size * size);
  float cover = clamp(inside / max(fwidth(inside), 1e-6) + 0.5, 0.0, 1.0);
  if (cover == 0.0) discard;
  vec3 hit = way * (along - size * sqrt(max(inside, 0.0)));
  vec3 n = (hit - middle) / size;
  float lit = 0.5 + 0.5 * dot(n, vec3(-0.33, 0.66, 0.675));
  float facing = max(-dot(n, way), 0.0);
  vec3 c = base * mix(gloom, 1.06, lit * lit) * mix(0.55, 1.0, smoothstep(0.0, 0.45, facing));
  vec3 half_way = normalize(vec3(-0.33, 0.66, 0.675) - way);
  c += 0.10 * pow(max(dot(n, half_way), 0.0), 40.0);
  float far = clamp((-hit.z - depths.x) / (depths.y - depths.x), 0.0, 1.0);
  seen = vec4(mix(c, air, 0.30 * far), cover);
  vec4 clip = projectionMatrix * vec4(hit, 1.0);
  gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;
}`,
};

export class Particles {
  constructor(run) {
    this.run = run;
    const n = run.count;
    const geometry = square();
    const changing = (array, size, normalized) => new InstancedBufferAttribute(array, size, normalized).setUsage(DynamicDrawUsage);
    this.from = changing(new Float32Array(3 * n), 3);
    this.to = changing(new Float32Array(3 * n), 3);
    this.colour = changing(new Uint8Array(4 * n), 4, true);
    geometry.setAttribute('from', this.from);
    geometry.setAttribute('to', this.to);
    geometry.setAttribute('colour', this.colour);
    geometry.setAttribute('radius', new InstancedBufferAttribute(run.radius, 1));
    geometry.instanceCount = n;
    const flat = run.dimension < 3;
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      ...(flat ? discs : spheres),
      uniforms: {
        part: { value: 0 },
        period: { value: new Vector3(...run.period) },
        origin: { value: new Vector3(...run.origin) },
        pixel: { value: 0 },
        air: { value: new Vector3() },
        gloom: { value: 0 },
        depths: { value: [0, 1] },
      },
      transparent: flat,
      depthTest: !flat,
      depthWrite: !flat,
      alphaToCoverage: !flat,
    });
    this.mesh = new Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 2;
    this.shown = [-1, -1];
    this.images = run.period.some((p) => p > 0) ? new ParticleImages(this) : null;
    if (this.images) this.mesh.add(this.images.mesh);
  }

  // Shows frame k, or the part of the way to the next one.
  show(k, part) {
    const next = part > 0 ? Math.min(k + 1, this.run.frames - 1) : k;
    this.material.uniforms.part.value = part;
    if (this.shown[0] === k && this.shown[1] === next) return false;
    const a = this.run.frame(k);
    this.from.array.set(a.position);
    this.to.array.set(a.position);
    if (next !== k) {
      const b = this.run.frame(next);
      for (let i = 0; i < this.run.count; ++i)
        if (b.present[i]) for (let c = 3 * i; c < 3 * i + 3; ++c) this.to.array[c] = b.position[c];
    }
    this.from.needsUpdate = this.to.needsUpdate = true;
    const fresh = this.shown[0] !== k;
    this.shown = [k, next];
    return fresh;
  }

  paint(quantity, scale) {
    paint(this.colour.array, this.run, this.run.frame(this.shown[0]), quantity, scale);
    this.colour.needsUpdate = true;
  }

  isThere(i) {
    return this.colour.array[4 * i + 3] !== 0;
  }

  // The centre of body i as it is drawn.
  centre(i, out) {
    const { period, origin } = this.run;
    for (let c = 0; c < 3; ++c) {
      let x = this.from.array[3 * i + c];
      let way = this.to.array[3 * i + c] - x;
      if (period[c] > 0) way -= period[c] * Math.round(way / period[c]);
      x += this.material.uniforms.part.value * way;
      if (period[c] > 0) x -= period[c] * Math.floor((x - origin[c]) / period[c]);
      out.setComponent(c, x);
    }
    return out;
  }

  // The body that a ray meets first; −1 for none. In the plane the ray comes from straight above.
  pick(ray) {
    const x = new Vector3();
    let best = -1;
    let nearest = Infinity;
    const ask = (i) => {
      x.sub(ray.origin);
      const along = x.dot(ray.direction);
      const inside = this.run.radius[i] ** 2 - (x.lengthSq() - along * along);
      if (inside < 0 || along < 0) return;
      const depth = along - Math.sqrt(inside);
      if (depth < nearest) [nearest, best] = [depth, i];
    };
    for (let i = 0; i < this.run.count; ++i) {
      if (!this.isThere(i)) continue;
      this.centre(i, x);
      ask(i);
    }
    this.images?.bodies.forEach((body, k) => {
      this.images.place(k, x);
      ask(body);
    });
    return best;
  }
}
