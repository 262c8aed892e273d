// One run as it is drawn: its canvas, and all that stands in its picture.
import { LinearSRGBColorSpace, Scene, WebGLRenderer } from 'three';
import { compile } from './filter.js';
import { Links } from './links.js';
import { Arrows, Network } from './network.js';
import { Particles } from './particles.js';
import { Scenery } from './scenery.js';
import { Shapes } from './shapes.js';
import { whole } from './text.js';

const small = 0.2; // of their size, spheres among their network

export class Sight {
  // `half`: the element that holds it.
  constructor(run, half) {
    this.run = run;
    this.half = half;
    this.canvas = half.querySelector('canvas');
    this.ring = half.querySelector('.ring');
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: run.count < 200000, powerPreference: 'high-performance' });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.sortObjects = true;
    this.scene = new Scene();
    this.particles = new Particles(run);
    this.links = new Links(run, this.particles);
    this.shapes = new Shapes(run, this.particles);
    this.network = new Network(run, this.particles);
    this.arrows = new Arrows(run, this.particles);
    this.scene.add(this.particles.group, this.shapes.group, this.links.mesh, this.network.mesh, this.arrows.mesh);
    this.hiddenGroups = new Set();
    this.filter = null;
    this.stale = true; // what stands on the particles' places is to be made again
    this.repaint = true;
    this.introduce();
  }

  introduce() {
    const { run } = this;
    const many = (n, thing) => `${whole(n)} ${thing}${n === 1 ? '' : 's'}`;
    this.half.querySelector('h1').textContent = run.title || 'A run of floc';
    this.half.querySelector('.facts').textContent = `${many(run.count, 'particle')} in ${run.dimension}D · ${many(run.frames, 'frame')}${run.every > 1 ? `, every ${run.every}th` : ''}`;
  }

  dress(dark) {
    this.dark = dark;
    const [r, g, b] = dark ? [20, 24, 31] : [250, 250, 248];
    const { gloom, air } = this.particles.material.uniforms;
    gloom.value = dark ? 0.5 : 0.3;
    this.renderer.setClearColor((r << 16) | (g << 8) | b);
    air.value.set(r / 255, g / 255, b / 255);
    this.arrows.ink.value.set(...(dark ? [0.93, 0.94, 0.96] : [0.1, 0.11, 0.14]));
    if (this.scenery) this.scene.remove(this.scenery.group);
    this.scenery = new Scenery(this.run, dark);
    this.scene.add(this.scenery.group);
    this.scenery.resize(this.width ?? 1, this.height ?? 1);
    this.repaint = this.stale = true;
  }

  resize(width, height) {
    [this.width, this.height] = [width, height];
    this.ratio = this.finest = Math.min(devicePixelRatio, 2);
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(width, height, false);
    this.scenery?.resize(width, height);
  }

  // Throws an Error that says where the text is wrong.
  setFilter(text) {
    this.filter = compile(text, this.run);
    this.repaint = this.stale = true;
  }
  toggleGroup(g) {
    if (!this.hiddenGroups.delete(g)) this.hiddenGroups.add(g);
    this.repaint = this.stale = true;
  }
  // A function of a frame that gives a function of a row; null: all are shown.
  get wanted() {
    const { filter, hiddenGroups, run } = this;
    if (!filter && !hiddenGroups.size) return null;
    return (k) => {
      const passes = filter?.(k) ?? (() => true);
      return (i) => !hiddenGroups.has(run.group[i]) && passes(i);
    };
  }

  setNetwork(what) {
    this.network.what = what;
    const { shrink, pale } = this.particles.material.uniforms;
    shrink.value = what !== 'none' && this.run.dimension === 3 ? small : 1;
    pale.value = what !== 'none' && this.run.dimension < 3 ? 0.6 : 0;
    this.stale = true;
  }

  // Takes frame and part of the way to the next for the picture to come; true when the frame is another one.
  show({ frame, part }, legend, fast) {
    if (!this.run.ready(frame)) {
      if (this.frame === undefined) return false;
      [frame, part] = [this.run.ready(this.frame) ? this.frame : frame, 0]; // what was seen last, until that has come
      if (!this.run.ready(frame)) return false;
    }
    const fresh = this.particles.show(frame, part) || this.repaint;
    if (fresh) this.particles.paint(legend.index, legend.scale, this.wanted);
    if (fresh || part !== this.part || this.stale) {
      this.particles.images?.show();
      this.shapes.show();
      this.links.show(frame);
      this.network.show(frame, this.dark);
      this.arrows.show(frame, fast, this.particles.meanRadius);
    }
    this.repaint = this.stale = false;
    this.part = part;
    this.frame = frame;
    this.scenery.show(frame, part);
    return fresh;
  }

  // `thin`: one of so many stands for all while the picture moves, and half as many pixels each way do, unless it is recorded.
  render(eye, thin, recorded) {
    const ratio = thin > 1 && this.particles.dots && !recorded ? 0.5 * this.finest : this.finest;
    if (ratio !== this.ratio) this.renderer.setPixelRatio((this.ratio = ratio));
    const { uniforms } = this.particles.material;
    if (eye.flat) uniforms.pixel.value = eye.pixel();
    else uniforms.depths.value = eye.depths();
    const focal = this.ratio * eye.focal();
    const away = eye.flat ? 1 : eye.camera.position.distanceTo(eye.controls.target);
    this.particles.choose((this.particles.meanRadius * focal) / away, thin, focal);
    this.renderer.render(this.scene, eye.camera);
  }

  // The plane: what lies beyond `at` along `axis` (0, 1, 2; −1: none) is hidden, or what lies before it.
  setCut(axis, at, other) {
    const { cut } = this.particles.material.uniforms;
    cut.value.set(0, 0, 0, 1);
    if (axis >= 0) {
      cut.value.setComponent(axis, other ? -1 : 1);
      cut.value.w = other ? -at : at;
    }
    this.stale = true;
  }
}
