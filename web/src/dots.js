// Very many balls that are small on the screen: a point each, shaded as a ball, without a depth of its own at every pixel. While
// the picture moves and the machine is slow, an even part of them stands for all, a little larger; at rest all are drawn.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, GLSL3, Points, RawShaderMaterial } from 'three';

export const manyBodies = 50000; // from here on points are worth it
const largestDot = 5; // pixels of the screen, the radius

const vertexShader = (head, place) => `${head}${place}
uniform float focal; // pixels of a length 1 at distance 1; in the plane at any
uniform float grow;
uniform bool parallel;
void main() {
  base = colour.rgb;
  at = vec2(0.0);
  vec3 x = centre();
  vec4 eye = modelViewMatrix * vec4(x, 1.0);
  float size = radius * shrink * grow;
  depth = -eye.z;
  gl_PointSize = clamp(2.0 * size * focal / (parallel ? 1.0 : depth), 1.0, 64.0);
  gl_Position = colour.a == 0.0 || radius < 0.0 || cutAway(x) || (!parallel && depth < size) ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * eye;
}`;

const fragmentShader = `
precision highp float;
in vec3 base;
in float depth;
uniform vec3 air;
uniform float gloom, pale;
uniform vec2 depths;
uniform bool parallel;
out vec4 seen;
void main() {
  vec2 p = 2.0 * gl_PointCoord - 1.0;
  float r = dot(p, p);
  if (r > 1.0) discard;
  if (parallel) {
    seen = vec4(mix(base * mix(1.0, 0.72, smoothstep(0.6, 1.0, r)), air, pale), 1.0);
    return;
  }
  vec3 n = vec3(p.x, -p.y, sqrt(1.0 - r));
  float lit = 0.5 + 0.5 * dot(n, vec3(-0.33, 0.66, 0.675));
  vec3 c = base * mix(gloom, 1.06, lit * lit) * mix(0.55, 1.0, smoothstep(0.0, 0.45, n.z));
  float far = clamp((depth - depths.x) / (depths.y - depths.x), 0.0, 1.0);
  seen = vec4(mix(c, air, 0.30 * far), 1.0);
}`;

export class Dots {
  // `shader`: the head and the places of the particles' own.
  constructor(particles, { head, place }) {
    const { run } = particles;
    this.run = run;
    const n = run.count;
    const geometry = new BufferGeometry();
    const changing = (array, size, normalized) => new BufferAttribute(array, size, normalized).setUsage(DynamicDrawUsage);
    // The same arrays as those of the quads; what is not drawn is not sent to the card.
    this.attributes = {
      from: changing(particles.from.array, 3),
      to: changing(particles.to.array, 3),
      colour: changing(particles.colour.array, 4, true),
      radius: changing(particles.ball, 1),
    };
    for (const [name, attribute] of Object.entries(this.attributes)) geometry.setAttribute(name, attribute);
    geometry.setAttribute('position', this.attributes.from); // three.js wants one
    const flat = run.dimension < 3;
    this.own = { focal: { value: 1 }, grow: { value: 1 }, parallel: { value: flat } };
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: vertexShader(head, place.replace('out vec2 at;', 'vec2 at;\nout float depth;')),
      fragmentShader,
      uniforms: { ...particles.material.uniforms, ...this.own },
      depthTest: !flat,
      depthWrite: !flat,
    });
    this.points = new Points(geometry, material);
    this.points.frustumCulled = false;
    this.points.renderOrder = 2;
    this.points.visible = false;
    this.thin = 1;
  }

  // Any order in which every beginning is an even part of all.
  get order() {
    if (!this.shuffled) {
      const n = this.run.count;
      const order = Uint32Array.from({ length: n }, (_, i) => i);
      let seed = 1;
      for (let i = n - 1; i > 0; --i) {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        const j = Math.floor((seed / 4294967296) * (i + 1));
        [order[i], order[j]] = [order[j], order[i]];
      }
      this.shuffled = new BufferAttribute(order, 1);
    }
    return this.shuffled;
  }

  // One of `thin` is drawn. Says whether points are what is to be drawn, given the radius of most in pixels of the screen.
  choose(pixels, thin, focal) {
    const { geometry } = this.points;
    const dots = pixels < largestDot || thin > 1;
    this.points.visible = dots;
    if (!dots) return false;
    this.thin = thin;
    this.own.focal.value = focal;
    this.own.grow.value = thin ** (1 / this.run.dimension);
    const wanted = thin > 1 ? this.order : null;
    if (geometry.index !== wanted) geometry.setIndex(wanted);
    geometry.setDrawRange(0, Math.ceil(this.run.count / thin));
    return true;
  }
}
