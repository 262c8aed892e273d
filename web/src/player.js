// Time: playing, pausing, stepping, scrubbing.
import { short } from './text.js';

const $ = (id) => document.getElementById(id);

export class Player {
  constructor(run, changed) {
    this.run = run;
    this.changed = changed;
    this.playing = false;
    this.time = run.times[0];
    this.first = run.times[0];
    this.last = run.times.at(-1);
    this.makeSpeeds();
    Object.assign($('scrub'), { min: this.first, max: this.last, value: this.first, disabled: run.frames < 2 });
    $('scrub').oninput = () => this.seek(Number($('scrub').value));
    $('play').onclick = () => this.toggle();
    $('first').onclick = () => this.goto(0);
    $('back').onclick = () => this.step(-1);
    $('forth').onclick = () => this.step(1);
    $('speed').onchange = () => (this.speed = Number($('speed').value));
  }

  // Units of time a second; at first such that the run takes about twelve.
  makeSpeeds() {
    const wanted = (this.last - this.first) / 12 || 1;
    const unit = 10 ** Math.floor(Math.log10(wanted));
    const around = [];
    for (let e = -2; e <= 2; ++e) around.push(...[1, 2, 5].map((m) => Number((m * unit * 10 ** e).toPrecision(1))));
    if (!around.includes(1)) around.push(1);
    around.sort((a, b) => a - b);
    const near = (s) => Math.abs(Math.log(s / wanted));
    this.speed = around.reduce((a, b) => (near(b) < near(a) ? b : a));
    $('speed').append(...around.map((s) => Object.assign(document.createElement('option'), { value: s, textContent: `×${short(s)}` })));
    $('speed').value = this.speed;
  }
  faster(by) {
    const select = $('speed');
    select.selectedIndex = Math.min(Math.max(select.selectedIndex + by, 0), select.length - 1);
    this.speed = Number(select.value);
  }

  toggle() {
    this.playing = !this.playing && this.run.frames > 1;
    this.before = null;
    if (this.playing && this.time >= this.last) this.time = this.first;
    if (!this.playing) this.time = this.run.times[this.run.nearest(this.time)];
    this.changed();
  }

  // Scrubbing shows the frames that were stored, nothing between them.
  seek(time) {
    this.goto(this.run.nearest(time));
  }
  goto(k) {
    this.time = this.run.times[Math.min(Math.max(k, 0), this.run.frames - 1)];
    this.changed();
  }
  step(by) {
    this.playing = false;
    this.goto(this.run.nearest(this.time) + by);
  }

  // Called before a picture, at `now` milliseconds.
  advance(now) {
    if (!this.playing) return;
    if (this.before !== null) this.time += (this.speed * Math.min(now - this.before, 250)) / 1000;
    this.before = now;
    if (this.time >= this.last) {
      this.time = this.last;
      this.playing = false;
    }
  }

  // The frame that is shown, and how far on the way to the next: only while playing.
  place() {
    const frame = this.run.before(this.time);
    const next = this.run.times[frame + 1];
    const part = this.playing && next > this.run.times[frame] ? (this.time - this.run.times[frame]) / (next - this.run.times[frame]) : 0;
    return { frame, part, time: this.time };
  }

  show() {
    const { frame } = this.place();
    $('play').classList.toggle('playing', this.playing);
    $('counter').textContent = `${frame + 1} / ${this.run.frames}`;
    if (Number($('scrub').value) !== this.time) $('scrub').value = this.time;
    $('scrub').style.setProperty('--done', `${(100 * (this.time - this.first)) / (this.last - this.first || 1)}%`);
  }
}
