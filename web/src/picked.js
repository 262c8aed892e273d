// The particle that was clicked: a ring around it, its numbers, its path, and the camera that goes with it.
import { Vector3 } from 'three';
import { css, labelSizes } from './colours.js';
import { short, whole, withUnit } from './text.js';

const $ = (id) => document.getElementById(id);

export class Picked {
  constructor(view) {
    this.view = view;
    this.body = -1;
    this.sight = view.sights[0]; // whose body it is
    this.following = false;
    $('release').onclick = () => this.pick(-1);
    $('follow').onchange = () => this.follow($('follow').checked);
    $('trail').onchange = () => this.drawPath();
  }

  pick(body, sight = this.sight) {
    if (sight !== this.sight) {
      this.sight.ring.hidden = true;
      this.sight.scenery.setPath(null);
    }
    this.sight = sight;
    this.body = body;
    this.listed = null;
    for (const id of ['numbers', 'follow-row']) $(id).hidden = body < 0;
    $('hint').hidden = body >= 0;
    this.follow(this.following && body >= 0);
    this.drawPath();
    this.view.draw();
  }

  follow(on) {
    this.following = on && this.body >= 0;
    this.seen = null;
    $('follow').checked = this.following;
    if (this.following) {
      this.view.eye.move(this.sight.particles.centre(this.body, new Vector3()).sub(this.view.eye.controls.target));
    }
  }

  drawPath() {
    const { scenery, run } = this.sight;
    scenery.setPath(this.body >= 0 && $('trail').checked ? run.path(this.body) : null);
    this.view.draw();
  }

  // For the frame that is about to be drawn.
  show() {
    const { eye } = this.view;
    const { particles, run, ring, frame } = this.sight;
    const there = this.body >= 0 && particles.isShown(this.body);
    ring.hidden = !there;
    if (this.body < 0) return;
    if (there) {
      const x = particles.centre(this.body, new Vector3());
      if (this.following) {
        if (this.seen) eye.move(x.clone().sub(this.seen));
        this.seen = x;
      }
      const { x: left, y: top, size, behind } = eye.project(x, run.radius[this.body]);
      const reach = Math.max(size + 4, 7);
      ring.hidden = behind;
      ring.style.transform = `translate(${left - reach}px, ${top - reach}px)`;
      ring.style.width = ring.style.height = `${2 * reach}px`;
    }
    const colour = css([...particles.colour.array.subarray(4 * this.body, 4 * this.body + 3)]);
    const listed = `${this.body} ${frame} ${colour}`;
    if (this.listed !== listed) this.list(frame, colour, particles.isThere(this.body));
    this.listed = listed;
  }

  list(frame, colour, there) {
    const { run } = this.sight;
    const i = this.body;
    const state = run.frame(frame);
    const rows = [['number', `<i style="background: ${colour}"></i>${i}`], ['group', escaped(run.groups[run.group[i]]?.name || `${run.group[i] + 1}`)]];
    rows.push(['radius', short(run.radius[i])], ['mass', short(run.mass[i])]);
    if (!there) rows.push(['', 'not there now']);
    else {
      for (let c = 0; c < run.dimension; ++c) rows.push(['xyz'[c], short(state.position[3 * i + c])]);
      run.quantities.forEach((q, k) => {
        if (!(q.low < q.high)) return; // always the same
        const value = state.values[k][i];
        if (q.kind !== 'label') rows.push([escaped(withUnit(q)), short(value)]);
        else rows.push([escaped(q.title), `no. ${value}, of ${whole(labelSizes(state, k).get(value))}`]);
      });
    }
    $('numbers').innerHTML = rows.map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`).join('');
  }
}

const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
