// All balls in one draw call (shapes.js has the rest): a quad each, on which the fragment shader draws a disc (2D) or the sphere
// that the eye's ray meets (3D), with its true depth.
import { DynamicDrawUsage, GLSL3, Group, InstancedBufferAttribute, Mesh, Quaternion, RawShaderMaterial, Vector3, Vector4 } from 'three';
import { paint } from './colours.js';
import { Dots, manyBodies } from './dots.js';
import { ParticleImages } from './images.js';
import { square } from './instances.js';

const head = `
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix;
`;

const place = `
in vec3 from, to;
in float radius;
in vec4 colour;
uniform float part, shrink;
uniform vec3 period, origin;
uniform vec4 cut;  // what lies beyond this plane is not drawn
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
bool cutAway(vec3 x) { return dot(cut.xyz, x) > cut.w; }
`;

// Where bodies turn: how they lie, between two frames the short way round.
const lying = `
#ifdef TURNING
in vec4 lies, goes;
vec3 turned(vec3 x) {
  vec4 q = normalize(mix(lies, dot(lies, goes) < 0.0 ? -goes : goes, part));
  vec3 t = 2.0 * cross(q.xyz, x);
  return x + q.w * t + cross(q.xyz, t);
}
#endif
`;

// The shade of marks on bodies that turn, as those of pictures.
const marked = `
uniform float marks;
vec3 shade(vec3 c) {
  return mix(c, vec3(dot(c, vec3(0.30, 0.59, 0.11)) > 0.3 ? 0.0 : 1.0), 0.28);
}
`;

const discs = {
  vertexShader: `${head}in vec2 corner;${place}${lying}
uniform float pixel;  // its length in the world
#ifdef TURNING
flat out vec2 axis;
#endif
void main() {
  base = colour.rgb;
#ifdef TURNING
  axis = turned(vec3(1.0, 0.0, 0.0)).xy;
#endif
  float size = shrink * radius, reach = size + pixel;  // room for a soft edge
  at = corner * reach / size;
  vec3 x = centre();
  gl_Position = colour.a == 0.0 || radius < 0.0 || cutAway(x) ? vec4(2.0, 2.0, 2.0, 1.0)
                                : projectionMatrix * modelViewMatrix * vec4(x + vec3(corner * reach, 0.0), 1.0);
}`,
  fragmentShader: `
precision highp float;
in vec2 at;
in vec3 base;
#ifdef TURNING
flat in vec2 axis;
#endif
uniform vec3 air;
uniform float pale; // where a network lies over them
out vec4 seen;
${marked}
void main() {
  float r = length(at), soft = fwidth(r);
  float cover = clamp((1.0 - r) / soft + 0.5, 0.0, 1.0);
  if (cover == 0.0) discard;
  float rim = smoothstep(1.0 - max(0.16, 1.5 * soft), 1.0, r);
  float light = 1.0 + 0.10 * (0.5 * at.y - 0.5 * at.x) * min(1.0, 0.2 / soft);
  vec3 c = base;
#ifdef TURNING
  // The half at the left of its own x axis, of discs that are not small.
  float half_disc = clamp((axis.x * at.y - axis.y * at.x) / soft + 0.5, 0.0, 1.0) * clamp((0.86 - r) / soft + 0.5, 0.0, 1.0);
  c = mix(c, shade(c), marks * half_disc * clamp((0.25 - soft) / 0.05, 0.0, 1.0));
#endif
  seen = vec4(mix(c * light * mix(1.0, 0.66, rim), air, pale), cover);
}`,
};

const spheres = {
  vertexShader: `${head}in vec2 corner;${place}${lying}
out vec3 middle, ray;
out float size;
#ifdef TURNING
flat out vec3 u, v;
#endif
void main() {
  base = colour.rgb;
#ifdef TURNING
  u = mat3(modelViewMatrix) * turned(vec3(1.0, 0.0, 0.0));
  v = mat3(modelViewMatrix) * turned(vec3(0.0, 1.0, 0.0));
#endif
  at = corner;
  size = shrink * radius;
  vec3 x = centre();
  middle = (modelViewMatrix * vec4(x, 1.0)).xyz;
  // The quad across the line of sight that just holds the outline.
  float distance = length(middle);
  vec3 w = middle / distance, u = normalize(cross(w, abs(w.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
  float reach = 1.04 * size * distance / sqrt(max(distance * distance - size * size, 1e-4 * size * size));
  ray = middle + reach * (corner.x * u + corner.y * cross(u, w));
  gl_Position = colour.a == 0.0 || radius < 0.0 || cutAway(x) || middle.z > -size ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * vec4(ray, 1.0);
}`,
  fragmentShader: `${head}
in vec2 at;
in vec3 base, middle, ray;
in float size;
uniform vec3 air;    // what far things fade to
uniform float gloom; // how bright the side away from the light is
uniform vec2 depths; // nearest and farthest of the picture
#ifdef TURNING
flat in vec3 u, v;
#endif
out vec4 seen;
${marked}
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
  vec3 c = base;
#ifdef TURNING
  // Segments where its own x and y have the same sign, of spheres that are not small.
  float same = dot(n, u) * dot(n, v), soft = max(fwidth(same), 1e-6);
  float small = fwidth(dot(off, off) / (size * size));
  c = mix(c, shade(c), marks * clamp(same / soft + 0.5, 0.0, 1.0) * clamp((0.5 - small) / 0.1, 0.0, 1.0));
#endif
  c *= mix(gloom, 1.06, lit * lit) * mix(0.55, 1.0, smoothstep(0.0, 0.45, facing));
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
    if (run.turning) {
      this.lies = changing(new Float32Array(4 * n), 4);
      this.goes = changing(new Float32Array(4 * n), 4);
      geometry.setAttribute('lies', this.lies);
      geometry.setAttribute('goes', this.goes);
    }
    geometry.setAttribute('from', this.from);
    geometry.setAttribute('to', this.to);
    geometry.setAttribute('colour', this.colour);
    // Those that have a shape are drawn by that.
    this.ball = run.radius.map((r, i) => (run.outline[i] < 0 ? r : -1));
    this.radius = changing(this.ball, 1);
    geometry.setAttribute('radius', this.radius);
    geometry.instanceCount = n;
    const flat = run.dimension < 3;
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      ...(flat ? discs : spheres),
      defines: run.turning ? { TURNING: 1 } : {},
      uniforms: {
        part: { value: 0 },
        marks: { value: 1 },
        shrink: { value: 1 },
        pale: { value: 0 },
        cut: { value: new Vector4(0, 0, 0, 1) },
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
    this.group = new Group();
    this.group.add(this.mesh);
    this.dots = n >= manyBodies ? new Dots(this, { head, place }) : null;
    if (this.dots) this.group.add(this.dots.points);
    this.meanRadius = run.radius.reduce((sum, r) => sum + r, 0) / n;
    this.version = run.version;
  }

  // The arrays of these names are to be sent to the card.
  touch(...names) {
    for (const name of names) {
      this[name].needsUpdate = true;
      if (this.dots) this.dots.attributes[name].needsUpdate = true;
    }
  }

  // Bodies that have come since.
  welcome() {
    this.version = this.run.version;
    this.run.radius.forEach((r, i) => (this.ball[i] = this.run.outline[i] < 0 ? r : -1));
    this.touch('radius');
  }

  // Which way of drawing suits a radius of so many pixels, and how many need be drawn.
  choose(pixels, thin, focal) {
    const dots = this.dots?.choose(pixels, thin, focal) ?? false;
    this.mesh.geometry.instanceCount = dots ? 0 : this.run.count; // its images are drawn in any case
  }

  // Shows frame k, or the part of the way to the next one.
  show(k, part) {
    const next = part > 0 && this.run.ready(Math.min(k + 1, this.run.frames - 1)) ? Math.min(k + 1, this.run.frames - 1) : k;
    this.material.uniforms.part.value = part;
    if (this.shown[0] === k && this.shown[1] === next) return false;
    const a = this.run.frame(k);
    if (this.version !== this.run.version) this.welcome();
    this.from.array.set(a.position);
    this.to.array.set(a.position);
    this.lies?.array.set(a.orientation);
    this.goes?.array.set(a.orientation);
    if (next !== k) {
      const b = this.run.frame(next);
      for (let i = 0; i < this.run.count; ++i) {
        if (!b.present[i]) continue;
        for (let c = 3 * i; c < 3 * i + 3; ++c) this.to.array[c] = b.position[c];
        if (this.goes) for (let c = 4 * i; c < 4 * i + 4; ++c) this.goes.array[c] = b.orientation[c];
      }
    }
    if (this.lies) this.lies.needsUpdate = this.goes.needsUpdate = true;
    this.touch('from', 'to');
    const fresh = this.shown[0] !== k;
    this.shown = [k, next];
    return fresh;
  }

  // `wanted`: which are shown (filter.js).
  paint(quantity, scale, wanted) {
    const [k] = this.shown;
    paint(this.colour.array, this.run, this.run.frame(k), quantity, scale, wanted?.(k));
    this.touch('colour');
  }

  toggleMarks() {
    const { marks } = this.material.uniforms;
    marks.value = 1 - marks.value;
  }

  isThere(i) {
    return this.run.frame(this.shown[0]).present[i] !== 0;
  }
  // It is there, and no filter hides it.
  isShown(i) {
    return this.colour.array[4 * i + 3] !== 0;
  }
  // The plane hides what is at x.
  cuts(x) {
    const { cut } = this.material.uniforms;
    return cut.value.x * x.x + cut.value.y * x.y + cut.value.z * x.z > cut.value.w;
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

  // A point of body i's own frame, from its centre, as the body is drawn.
  turned(i, out) {
    if (!this.lies) return out;
    const [a, b] = [this.lies, this.goes].map(({ array }) => new Quaternion().fromArray(array, 4 * i));
    return out.applyQuaternion(a.slerp(b, this.material.uniforms.part.value));
  }

  // The body that a ray meets first; −1 for none. In the plane the ray comes from straight above.
  pick(ray) {
    const x = new Vector3();
    let best = -1;
    let nearest = Infinity;
    const ask = (i) => {
      if (this.cuts(x)) return;
      x.sub(ray.origin);
      const along = x.dot(ray.direction);
      const inside = this.run.radius[i] ** 2 - (x.lengthSq() - along * along);
      if (inside < 0 || along < 0) return;
      const depth = along - Math.sqrt(inside);
      if (depth < nearest) [nearest, best] = [depth, i];
    };
    for (let i = 0; i < this.run.count; ++i) {
      if (!this.isShown(i)) continue;
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
