// The page of `floc view`: puts the runs, their pictures, the legend and the graphs together.
import { ColorManagement, Vector3 } from 'three';
import { Eye } from './eye.js';
import { Graphs } from './graphs.js';
import { bindKeys } from './keys.js';
import { Legend } from './legend.js';
import { Picked } from './picked.js';
import { Player } from './player.js';
import { Recorder } from './recorder.js';
import { Run } from './run.js';
import { Sight } from './sight.js';
import { Tools } from './tools.js';

const $ = (id) => document.getElementById(id);
ColorManagement.enabled = false; // colours on the screen are those of the legend

const [slow, fast] = [70, 30]; // milliseconds between two pictures while they move
const rest = 250; // without a move, after which all is drawn again
const thinnest = 64;

class View {
  constructor(runs) {
    const halves = [...document.querySelectorAll('.half')];
    this.runs = runs;
    this.sights = runs.map((run, k) => new Sight(run, halves[k]));
    this.thin = 1;
    this.eye = new Eye(runs, this.sights.map(({ canvas }) => canvas), () => this.draw(), () => this.stir());
    this.player = new Player(runs, () => this.draw());
    this.graphs = new Graphs(this.run, $('graphs'), (time) => this.player.seek(time));
    this.legend = new Legend(this.sights, () => {
      for (const sight of this.sights) sight.repaint = true;
      this.draw();
    });
    this.picked = new Picked(this);
    this.tools = new Tools(this);
    this.recorder = new Recorder(this);
    this.cost = { frames: 0, milliseconds: 0 }; // of our own work, for tests
    this.dress();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.dress());
    new ResizeObserver(() => this.resize()).observe($('stage'));
    this.resize();
    this.eye.fit();
    for (const sight of this.sights) this.attach(sight);
    $('fit').onclick = () => this.fit();
  }

  // The first run and what shows it.
  get run() {
    return this.runs[0];
  }
  get particles() {
    return this.sights[0].particles;
  }
  get shapes() {
    return this.sights[0].shapes;
  }
  get scenery() {
    return this.sights[0].scenery;
  }

  attach(sight) {
    sight.canvas.addEventListener('webglcontextrestored', () => this.draw());
    this.listenForClicks(sight);
    sight.run.heard = () => this.draw();
    sight.run.failed = (error) => this.tell(`The server gives no frame: ${error.message}`);
  }

  // Colours of the page, dark or light.
  dress() {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    for (const sight of this.sights) sight.dress(dark);
    this.picked.drawPath();
    this.graphs.draw();
    this.legend.refresh();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.sights[0].half;
    if (!width || !height) return;
    for (const sight of this.sights) sight.resize(width, height);
    this.eye.resize(width, height);
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
      this.hurry(now);
      this.renderNow();
      if (this.player.playing) this.draw();
    });
  }

  // The camera moves: for a while speed is worth more than every particle.
  stir() {
    this.stirred = performance.now();
    clearTimeout(this.calm);
    this.calm = setTimeout(() => this.draw(), rest);
  }
  get moving() {
    return this.player.playing || performance.now() - (this.stirred ?? -Infinity) < rest;
  }

  // Where pictures take long, fewer particles stand for all while they move.
  hurry(now) {
    const took = now - (this.drawnAt ?? now);
    this.drawnAt = this.moving ? now : undefined;
    if (!this.moving || took <= 0) return;
    if (took > slow) this.thin = Math.min(this.thin * Math.min(took / slow, 4), thinnest);
    else if (took < fast) this.thin = Math.max(1, 0.93 * this.thin);
  }

  renderNow(thin = this.moving ? this.thin : 1) {
    const began = performance.now();
    const { player, legend, sights } = this;
    player.want();
    const time = player.time;
    const q = legend.ranges[this.run.quantities.findIndex(({ name }) => name === 'speed')];
    sights.forEach((sight) => {
      const fresh = sight.show(player.place(sight.run), legend, q?.high ?? 0);
      if (fresh && sight === sights[0]) legend.show(sight.run.frame(sight.frame));
    });
    this.tools.show();
    this.picked.show();
    player.show();
    this.graphs.show(time);
    $('clock').textContent = `t = ${time.toFixed(this.run.digits)}`;
    $('wait').hidden = !sights.some(({ run }) => !run.ready(run.before(time)));
    this.eye.aim();
    for (const sight of sights) sight.render(this.eye, thin, this.recorder.media);
    this.recorder.drawn();
    ++this.cost.frames;
    this.cost.milliseconds += performance.now() - began;
  }

  // A press and a release at the same place picks; a drag moves the camera.
  listenForClicks(sight) {
    let down = null;
    sight.canvas.addEventListener('pointerdown', (e) => (down = [e.offsetX, e.offsetY]));
    sight.canvas.addEventListener('pointerup', (e) => {
      if (!down || Math.hypot(e.offsetX - down[0], e.offsetY - down[1]) > 4 || e.button !== 0) return;
      this.picked.pick(sight.particles.pick(this.eye.ray(e.offsetX, e.offsetY)), sight);
    });
  }

  tell(text) {
    $('notice').textContent = text;
    $('notice').hidden = !text;
  }

  // Asks the server for news, often while there are some.
  async followRuns() {
    let pause = 1000;
    for (;;) {
      await new Promise((done) => setTimeout(done, pause));
      try {
        const news = await Promise.all(this.runs.map((run) => run.news()));
        if (news.includes(null)) return location.reload();
        pause = news.includes(true) ? 1000 : Math.min(1.5 * pause, 5000);
        this.tell('');
        if (news.includes(true)) this.takeNews();
      } catch {
        this.tell('The server has ended: what has been loaded stays.');
        pause = 5000;
      }
    }
  }
  takeNews() {
    this.player.recount();
    this.legend.takeRanges();
    this.legend.refresh();
    this.tools.offer();
    this.graphs.take(this.run);
    this.graphs.draw();
    for (const sight of this.sights) sight.introduce();
    this.draw();
  }
}

// #t=0.4&colour=speed: a link to a moment.
function obeyAddress(view) {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (wanted.has('colour')) view.legend.choose(wanted.get('colour'));
  if (wanted.has('network')) view.tools.setNetwork(wanted.get('network'));
  if (wanted.has('arrows')) view.tools.setArrows(true);
  if (wanted.has('filter')) view.tools.setFilter(wanted.get('filter'));
  if (Number.isFinite(Number(wanted.get('t') ?? NaN))) view.player.seek(Number(wanted.get('t')));
}

// What a script may ask of the page (and the tests do).
function openDoor(view) {
  const { run, player, legend, picked, eye, cost } = view;
  return {
    run,
    view,
    state: () => ({ ...player.place(), playing: player.playing, colour: legend.choice.name, picked: picked.body, following: picked.following }),
    place: (body, { particles, canvas, run: shown } = view.sights[0]) => {
      const { x, y, size } = eye.project(particles.centre(body, new Vector3()), shown.radius[body]);
      const box = canvas.getBoundingClientRect();
      return { x: box.left + x, y: box.top + y, size, there: particles.isShown(body) };
    },
    colour: (body) => [...view.particles.colour.array.subarray(4 * body, 4 * body + 3)],
    seek: (time) => player.seek(time),
    cost,
  };
}

// The place of a second run, made of that of the first.
function addHalf() {
  const half = $('left').cloneNode(true);
  half.removeAttribute('id');
  half.querySelectorAll('[id]').forEach((element) => element.removeAttribute('id'));
  half.querySelector('canvas').setAttribute('aria-label', 'The particles of the second run');
  $('left').after(half);
}

try {
  const runs = [new Run(document)];
  if ($('run-beside')) {
    runs.push(new Run(document, 'beside'));
    addHalf();
  }
  document.title = runs[0].title ? `${runs[0].title} · floc` : 'floc';
  await Promise.all(runs.filter(({ live }) => live).map((run) => run.load(0))); // one, for the first picture
  const view = new View(runs);
  obeyAddress(view);
  bindKeys(view);
  window.floc = openDoor(view);
  if (runs[0].live) view.followRuns();
} catch (error) {
  const webgl = document.createElement('canvas').getContext('webgl2');
  $('wait').textContent = webgl ? `This page is damaged: ${error.message}` : 'This browser shows no WebGL 2, which the picture needs.';
  $('wait').hidden = false;
  throw error;
}
