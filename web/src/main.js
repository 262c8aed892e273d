// The page of `floc view`: puts the run, the picture, the legend and the graphs together.
import { ColorManagement, LinearSRGBColorSpace, Scene, Vector3, WebGLRenderer } from 'three';
import { Eye } from './eye.js';
import { Graphs } from './graphs.js';
import { bindKeys } from './keys.js';
import { Legend } from './legend.js';
import { Links } from './links.js';
import { Particles } from './particles.js';
import { Picked } from './picked.js';
import { Player } from './player.js';
import { Run } from './run.js';
import { Scenery } from './scenery.js';
import { Shapes } from './shapes.js';
import { short, whole } from './text.js';

const $ = (id) => document.getElementById(id);
ColorManagement.enabled = false; // colours on the screen are those of the legend

class View {
  constructor(run) {
    this.run = run;
    const canvas = $('picture');
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: false });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.sortObjects = true;
    this.scene = new Scene();
    this.particles = new Particles(run);
    this.links = new Links(run, this.particles);
    this.shapes = new Shapes(run, this.particles);
    this.scene.add(this.particles.mesh, this.shapes.group, this.links.mesh);
    this.eye = new Eye(run, canvas, () => this.draw());
    this.player = new Player(run, () => this.draw());
    this.graphs = new Graphs(run, $('graphs'), (time) => this.player.seek(time));
    this.legend = new Legend(run, () => {
      this.repaint = true;
      this.draw();
    });
    this.picked = new Picked(this);
    this.cost = { frames: 0, milliseconds: 0 }; // of our own work, for tests
    this.dress();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.dress());
    new ResizeObserver(() => this.resize()).observe($('stage'));
    this.resize();
    this.eye.fit();
    canvas.addEventListener('webglcontextrestored', () => this.draw());
    this.listenForClicks(canvas);
    $('fit').onclick = () => this.fit();
  }

  // Colours of the page, dark or light.
  dress() {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const [r, g, b] = dark ? [20, 24, 31] : [250, 250, 248];
    this.particles.material.uniforms.gloom.value = dark ? 0.5 : 0.3;
    this.renderer.setClearColor((r << 16) | (g << 8) | b);
    this.particles.material.uniforms.air.value.set(r / 255, g / 255, b / 255);
    if (this.scenery) this.scene.remove(this.scenery.group);
    this.scenery = new Scenery(this.run, dark);
    this.scene.add(this.scenery.group);
    this.scenery.resize(this.eye.width, this.eye.height);
    this.picked.drawPath();
    this.graphs.draw();
    this.legend.refresh();
  }

  resize() {
    const [width, height] = [$('stage').clientWidth, $('stage').clientHeight];
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.eye.resize(width, height);
    this.scenery.resize(width, height);
    this.renderNow();
  }

  fit() {
    this.picked.follow(false);
    this.eye.fit();
    this.draw();
  }

  draw() {
    this.pending ??= requestAnimationFrame((now) => {
      this.pending = null;
      this.player.advance(now);
      this.renderNow();
      if (this.player.playing) this.draw();
    });
  }

  renderNow() {
    const began = performance.now();
    const { frame, part, time } = this.player.place();
    const fresh = this.particles.show(frame, part) || this.repaint;
    if (fresh) {
      this.particles.paint(this.legend.index, this.legend.scale);
      this.legend.show(this.run.frame(frame));
      this.repaint = false;
    }
    if (fresh || part !== this.part) {
      this.particles.images?.show();
      this.shapes.show();
      this.links.show(frame);
      this.part = part;
    }
    this.scenery.show(frame, part);
    this.picked.show(frame);
    this.player.show();
    this.graphs.show(time);
    $('clock').textContent = `t = ${time.toFixed(this.run.digits)}`;
    this.eye.aim();
    const uniforms = this.particles.material.uniforms;
    if (this.eye.flat) uniforms.pixel.value = this.eye.pixel();
    else uniforms.depths.value = this.eye.depths();
    this.renderer.render(this.scene, this.eye.camera);
    ++this.cost.frames;
    this.cost.milliseconds += performance.now() - began;
  }

  // A press and a release at the same place picks; a drag moves the camera.
  listenForClicks(canvas) {
    let down = null;
    canvas.addEventListener('pointerdown', (e) => (down = [e.offsetX, e.offsetY]));
    canvas.addEventListener('pointerup', (e) => {
      if (!down || Math.hypot(e.offsetX - down[0], e.offsetY - down[1]) > 4 || e.button !== 0) return;
      this.picked.pick(this.particles.pick(this.eye.ray(e.offsetX, e.offsetY)));
    });
  }
}

function introduce(run) {
  document.title = run.title ? `${run.title} · floc` : 'floc';
  $('title').textContent = run.title || 'A run of floc';
  const many = (n, thing) => `${whole(n)} ${thing}${n === 1 ? '' : 's'}`;
  $('facts').textContent = `${many(run.count, 'particle')} in ${run.dimension}D · ${many(run.frames, 'frame')}${run.every > 1 ? `, every ${run.every}th` : ''}`;
}

// #t=0.4&colour=speed: a link to a moment.
function obeyAddress(view) {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (wanted.has('colour')) view.legend.choose(wanted.get('colour'));
  if (Number.isFinite(Number(wanted.get('t') ?? NaN))) view.player.seek(Number(wanted.get('t')));
}

// What a script may ask of the page (and the tests do).
function openDoor(view) {
  const { run, particles, player, legend, picked, eye, cost } = view;
  return {
    run,
    view,
    state: () => ({ ...player.place(), playing: player.playing, colour: legend.choice.name, picked: picked.body, following: picked.following }),
    place: (body) => {
      const { x, y, size } = eye.project(particles.centre(body, new Vector3()), run.radius[body]);
      const box = $('picture').getBoundingClientRect();
      return { x: box.left + x, y: box.top + y, size, there: particles.isThere(body) };
    },
    colour: (body) => [...particles.colour.array.subarray(4 * body, 4 * body + 3)],
    seek: (time) => player.seek(time),
    cost,
  };
}

try {
  const run = new Run(document);
  introduce(run);
  const view = new View(run);
  obeyAddress(view);
  bindKeys(view);
  $('wait').remove();
  window.floc = openDoor(view);
} catch (error) {
  const webgl = document.createElement('canvas').getContext('webgl2');
  $('wait').textContent = webgl ? `This page is damaged: ${error.message}` : 'This browser shows no WebGL 2, which the picture needs.';
  throw error;
}
