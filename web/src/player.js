// Time: playing, pausing, stepping, scrubbing.
import { before, nearest } from './run.js';
import { short } from './text.js';

const $ = (id) => document.getElementById(id);

export class Player {
  // The times of all runs, one after the other.
  constructor(runs, changed) {
    this.runs = runs;
    this.changed = changed;
    this.playing = false;
    this.recount();
    this.time = this.first;
    this.makeSpeeds();
    $('scrub').oninput = () => this.seek(Number($('scrub').value));
    $('play').onclick = () => this.toggle();
    $('first').onclick = () => this.goto(0);
    $('back').onclick = () => this.step(-1);
    $('forth').onclick = () => this.step(1);
    $('speed').onchange = () => (this.speed = Number($('speed').value));
  }

  // Again when frames have come. Who looks at the last one goes on with it.
  recount() {
    const atEnd = this.times?.length > 1 && this.time >= this.last;
    const all = this.runs.flatMap((run) => run.times).sort((a, b) => a - b);
    const span = all.at(-1) - all[0];
    this.times = all.filter((t, k) => k === 0 || t - all[k - 1] > 1e-9 * span);
    this.first = this.times[0];
    this.last = this.times.at(-1);
    Object.assign($('scrub'), { min: this.first, max: this.last, disabled: this.times.length < 2 });
    if (atEnd && !this.playing) this.time = this.last;
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
    this.playing = !this.playing && this.times.length > 1;
    this.before = null;
    if (this.playing && this.time >= this.last) this.time = this.first;
    if (!this.playing) this.time = this.times[nearest(this.times, this.time)];
    this.changed();
  }

  // Scrubbing shows the frames that were stored, nothing between them.
  seek(time) {
    this.goto(nearest(this.times, time));
  }
  goto(k) {
    this.time = this.times[Math.min(Math.max(k, 0), this.times.length - 1)];
    this.changed();
  }
  step(by) {
    this.playing = false;
    this.goto(nearest(this.times, this.time) + by);
  }

  // Called before a picture, at `now` milliseconds.
  advance(now) {
    if (!this.playing) return;
    const next = this.before === null ? this.time : this.time + (this.speed * Math.min(now - this.before, 250)) / 1000;
    this.before = now;
    // Waits for frames that are on their way.
    this.waiting = this.runs.some((run) => {
      const k = run.before(Math.min(next, this.last));
      return !run.ready(k) || (k + 1 < run.frames && !run.ready(k + 1));
    });
    if (this.waiting) return;
    this.time = next;
    if (this.time >= this.last) {
      this.time = this.last;
      this.playing = false;
    }
  }

  // The frame of a run that is shown, and how far on the way to the next: only while playing.
  place(run = this.runs[0]) {
    const frame = run.before(this.time);
    const next = run.times[frame + 1];
    const part = this.playing && next > run.times[frame] ? Math.max(this.time - run.times[frame], 0) / (next - run.times[frame]) : 0;
    return { frame, part, time: this.time };
  }

  // The runs ask for what is needed next.
  want() {
    for (const run of this.runs) run.want(run.before(this.time), this.playing);
  }

  show() {
    $('play').classList.toggle('playing', this.playing);
    $('counter').textContent = `${before(this.times, this.time) + 1} / ${this.times.length}`;
    if (Number($('scrub').value) !== this.time) $('scrub').value = this.time;
    $('scrub').style.setProperty('--done', `${(100 * (this.time - this.first)) / (this.last - this.first || 1)}%`);
  }
}
