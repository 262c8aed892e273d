// Who presses on whom: contacts as bars whose width and darkness are the force (or |γ|), pushes red and pulls blue as in
// the program's pictures. And the velocities, as arrows.
import { DoubleSide, GLSL3, Mesh, RawShaderMaterial, Vector3 } from 'three';
import { forEachImage } from './images.js';
import { Instances, shape } from './instances.js';
import { band, barMaterial, tube } from './links.js';

export const mostContacts = 120000; // the strongest
export const mostArrows = 40000;
const longest = 3.5; // mean radii, as in pictures
const [push, pull] = [[179, 23, 43], [33, 102, 171]];

const flatOf = (run) => run.dimension < 3;

export class Network {
  constructor(run, particles) {
    this.run = run;
    this.particles = particles;
    this.what = 'none';
    const flat = flatOf(run);
    const shaped = flat ? band() : tube(6);
    this.instances = new Instances(shaped, { from: 3, along: 3, width: 1, colour: 4 });
    this.mesh = new Mesh(this.instances.geometry, barMaterial(run, particles));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 2.5;
    this.mesh.visible = false;
  }

  // Of frame k, where the particles are drawn now. The widest are as wide as most particles.
  show(k, dark) {
    const { run, particles, instances } = this;
    const top = this.what !== 'none' ? (run.network?.[this.what] ?? 0) : 0;
    this.count = 0;
    this.mesh.visible = top > 0;
    if (!(top > 0)) return;
    if (this.of?.k !== k || this.of.what !== this.what) this.of = { k, what: this.what, ...run.networkOf(k, this.what, mostContacts) };
    const { first, second, value, ways } = this.of;
    const [a, b] = [new Vector3(), new Vector3()];
    const { period, dimension } = run;
    const periodic = period.some((p) => p > 0);
    const widest = 1.3 * this.meanRadius;
    const paper = dark ? [70, 76, 88] : [214, 208, 200];
    instances.begin();
    for (let l = 0; l < first.length; ++l) {
      const [i, j] = [first[l], second[l]];
      if (!particles.isShown(i) || (j >= 0 && !particles.isShown(j))) continue;
      particles.centre(i, a);
      if (j >= 0) {
        particles.centre(j, b).sub(a);
        for (let c = 0; c < 3; ++c) if (period[c] > 0) b.setComponent(c, b.getComponent(c) - period[c] * Math.round(b.getComponent(c) / period[c]));
      } else {
        b.set(0, 0, 0);
        for (let c = 0; c < dimension; ++c) b.setComponent(c, ways[-1 - j + c]);
      }
      if (particles.cuts(a)) continue;
      const t = Math.min(Math.abs(value[l]) / top, 1);
      const to = value[l] >= 0 ? push : pull;
      const depth = Math.min(1, 0.25 + 0.85 * t);
      const put = (dx, dy, dz) => {
        const n = instances.add();
        instances.array('from').set([a.x + dx, a.y + dy, a.z + dz], 3 * n);
        instances.array('along').set([b.x, b.y, b.z], 3 * n);
        instances.array('width')[n] = widest * Math.max(t, 0.03);
        const colour = instances.array('colour');
        for (let c = 0; c < 3; ++c) colour[4 * n + c] = paper[c] + depth * ((dark ? 0.35 * 255 + 0.65 * to[c] : to[c]) - paper[c]);
        colour[4 * n + 3] = 255;
      };
      put(0, 0, 0);
      if (periodic) forEachImage(run, a.clone().min(a.clone().add(b)).toArray(), a.clone().max(a.clone().add(b)).toArray(), put);
    }
    instances.end();
    this.count = first.length;
    this.mesh.visible = instances.count > 0;
  }

  get meanRadius() {
    return (this.mean ??= this.run.radius.reduce((sum, r) => sum + r, 0) / this.run.count);
  }
}

// A corner is where along the arrow (0: the tail, 1: where the head begins, 2: the tip) and how far off its middle.
const place = (across) => `
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform float head;
in vec3 corner, from, along;
out vec3 normal, eye;
void main() {
  float l = length(along), h = min(head, 0.6 * l);
  vec3 e = along / max(l, 1e-30), u = ${across}, n = corner.y * u + corner.z * cross(e, u);
  float at = corner.x == 0.0 ? 0.0 : corner.x == 1.0 ? l - h : l;
  normal = mat3(modelViewMatrix) * n;
  vec4 p = modelViewMatrix * vec4(from + at * e + h * n, 1.0);
  eye = p.xyz;
  gl_Position = projectionMatrix * p;
}`;
const fragmentShader = `
precision highp float;
in vec3 normal, eye;
uniform vec3 ink, air;
uniform vec2 depths;
out vec4 seen;
void main() {
  float far = clamp((-eye.z - depths.x) / (depths.y - depths.x), 0.0, 1.0);
  seen = vec4(mix(ink, air, 0.4 * far), 1.0);
}`;

function flatArrow() {
  const [s, w] = [0.13, 0.42];
  return shape([0, -s, 0, 0, s, 0, 1, -s, 0, 1, s, 0, 1, -w, 0, 1, w, 0, 2, 0, 0], 3, [0, 2, 1, 1, 2, 3, 4, 6, 5]);
}

function solidArrow(sides = 6) {
  const [corners, index] = [[], []];
  for (let k = 0; k < sides; ++k) {
    const angle = (2 * Math.PI * k) / sides;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    corners.push(0, 0.12 * c, 0.12 * s, 1, 0.12 * c, 0.12 * s, 1, 0.38 * c, 0.38 * s, 2, 0, 0);
    const [a, b] = [4 * k, 4 * ((k + 1) % sides)];
    index.push(a, a + 1, b, b, a + 1, b + 1, a + 2, a + 3, b + 2, a + 1, a + 2, b + 1, b + 1, a + 2, b + 2);
  }
  return shape(corners, 3, index);
}

export class Arrows {
  constructor(run, particles) {
    this.run = run;
    this.particles = particles;
    this.on = false;
    this.scale = 1;
    const flat = flatOf(run);
    const { air, depths } = particles.material.uniforms;
    this.ink = { value: new Vector3() };
    this.head = { value: 1 };
    this.instances = new Instances(flat ? flatArrow() : solidArrow(), { from: 3, along: 3 });
    const across = flat ? 'vec3(-e.y, e.x, 0.0)' : 'normalize(cross(e, abs(e.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)))';
    const material = new RawShaderMaterial({
      glslVersion: GLSL3, vertexShader: place(across), fragmentShader, uniforms: { ink: this.ink, head: this.head, air, depths },
      transparent: flat, depthTest: !flat, depthWrite: !flat, side: DoubleSide,
    });
    this.mesh = new Mesh(this.instances.geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 2.7;
    this.mesh.visible = false;
  }

  // `fast`: the speed whose arrow is the longest; `radius`: of most particles.
  show(k, fast, radius) {
    const { run, particles, instances } = this;
    this.mesh.visible = this.on && fast > 0;
    this.every = 1;
    if (!this.mesh.visible) return;
    const v = run.velocity(k);
    const long = (longest * radius * this.scale) / fast;
    this.head.value = 1.1 * radius * Math.sqrt(this.scale);
    this.every = Math.ceil(run.count / mostArrows); // evenly among all
    const x = new Vector3();
    instances.begin();
    const [from, along] = ['from', 'along'];
    for (let i = 0; i < run.count; i += this.every) {
      if (!particles.isShown(i)) continue;
      const [a, b, c] = [v[3 * i], v[3 * i + 1], v[3 * i + 2]];
      if (!(Math.hypot(a, b, c) > 0.002 * fast)) continue;
      particles.centre(i, x);
      if (particles.cuts(x)) continue;
      const n = instances.add();
      instances.array(from).set([x.x, x.y, x.z], 3 * n);
      instances.array(along).set([long * a, long * b, long * c], 3 * n);
    }
    instances.end();
    this.mesh.visible = instances.count > 0;
  }
}
