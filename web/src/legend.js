// "Colour by": what the colours mean, and their scale.
import { absent, css, labelSizes, ofLabel, table } from './colours.js';
import { short, whole, withUnit } from './text.js';

const $ = (id) => document.getElementById(id);
const option = (value, text) => Object.assign(document.createElement('option'), { value, textContent: text });

export class Legend {
  // `changed` is called when the colours are to be painted again.
  // What the colours mean is the same for all runs; counts and groups are those of the first.
  constructor(sights, changed) {
    const { run } = sights[0];
    this.sights = sights;
    this.sight = sights[0];
    this.run = run;
    this.runs = sights.map((sight) => sight.run);
    this.changed = changed;
    this.own = new Set(); // quantities whose range somebody has set
    this.takeRanges();
    $('map').append(...run.maps.map(({ name }) => option(name, name)));
    $('quantity').onchange = () => this.choose($('quantity').value);
    $('map').onchange = $('reverse').onchange = () => this.refresh();
    for (const end of ['low', 'high']) $(end).onchange = () => this.setEnd(end, $(end).value);
    $('of-run').onclick = () => {
      this.own.delete(this.index);
      this.takeRanges();
      this.refresh();
    };
    $('of-frame').onclick = () => this.setRange(this.frameRange());
    this.choose('group');
  }

  // Those of all runs, again when frames have come. What is the same everywhere and always says nothing.
  takeRanges() {
    const all = this.run.quantities.map((_, q) => ({
      low: Math.min(...this.runs.map((run) => run.quantities[q].low)),
      high: Math.max(...this.runs.map((run) => run.quantities[q].high)),
    }));
    this.ranges = all.map((range, q) => (this.own.has(q) ? this.ranges[q] : range));
    const choices = [{ name: 'group', title: 'group' }, ...this.run.quantities.filter((_, q) => all[q].low < all[q].high)];
    if (choices.length === this.choices?.length) return;
    this.choices = choices;
    $('quantity').replaceChildren(...choices.map((c) => option(c.name, withUnit(c))));
    if (this.choice) $('quantity').value = this.choice.name;
  }

  get index() {
    return this.run.quantities.indexOf(this.choice); // −1: group
  }
  get scale() {
    return { ...this.ranges[this.index], table: this.table };
  }

  choose(name) {
    const choice = this.choices.find((c) => c.name === name);
    if (!choice) return;
    this.choice = choice;
    $('quantity').value = name;
    this.refresh();
  }
  next() {
    this.choose(this.choices[(this.choices.indexOf(this.choice) + 1) % this.choices.length].name);
  }

  setEnd(end, text) {
    const value = Number(text.replace('−', '-').replace(',', '.'));
    const range = { ...this.ranges[this.index], [end]: value };
    if (text.trim() !== '' && Number.isFinite(value) && range.low < range.high) {
      this.ranges[this.index] = range;
      this.own.add(this.index);
    }
    this.refresh();
  }

  setRange({ low, high }) {
    this.ranges[this.index] = { low, high };
    this.own.add(this.index);
    this.refresh();
  }
  frameRange() {
    const all = { low: Infinity, high: -Infinity };
    this.frame.values[this.index].forEach((value, i) => {
      if (!this.frame.present[i] || Number.isNaN(value)) return;
      all.low = Math.min(all.low, value);
      all.high = Math.max(all.high, value);
    });
    return all.low < all.high ? all : this.ranges[this.index];
  }

  refresh() {
    const { stops } = this.run.maps.find(({ name }) => name === $('map').value);
    this.table = table(stops, $('reverse').checked, matchMedia('(prefers-color-scheme: dark)').matches);
    const scaled = this.index >= 0 && this.choice.kind !== 'label';
    $('bar').hidden = !scaled;
    $('swatches').hidden = scaled;
    if (scaled) {
      const { low, high } = this.ranges[this.index];
      $('low').value = short(low, 3);
      $('high').value = short(high, 3);
      this.drawGradient();
    }
    this.changed();
  }

  drawGradient() {
    const canvas = $('gradient');
    canvas.width = 256;
    const context = canvas.getContext('2d');
    const pixels = context.createImageData(256, 1);
    for (let i = 0; i < 256; ++i) pixels.data.set([...this.table.subarray(3 * i, 3 * i + 3), 255], 4 * i);
    context.putImageData(pixels, 0, 0);
  }

  // What belongs to one frame: how many have which value.
  show(frame) {
    const q = this.index;
    this.frame = frame;
    $('remark').textContent = '';
    if (q < 0) return this.showGroups(frame);
    if (this.choice.kind === 'label') return this.showLabels(frame, q);
    this.drawHistogram(frame, q);
    $('remark').textContent = sentence(this.choice.help);
  }

  showGroups(frame) {
    const counts = this.run.groups.map(() => 0);
    for (let i = 0; i < this.run.count; ++i) if (frame.present[i]) ++counts[this.run.group[i]];
    const several = this.run.groups.length > 1;
    setSwatches(this.run.groups.map((g, k) => [g.colour, g.name || `group ${k + 1}`, whole(counts[k])]), several && ((g) => this.toggleGroup(g)), this.sight.hiddenGroups);
    if (several) $('remark').textContent = 'Click a group to hide or show it.';
  }

  // In all runs that have one of this name.
  toggleGroup(g) {
    const { name } = this.run.groups[g];
    for (const sight of this.sights) {
      const k = sight === this.sight ? g : sight.run.groups.findIndex((other) => other.name === name);
      if (k >= 0) sight.toggleGroup(k);
    }
    this.changed();
  }

  showLabels(frame, q) {
    const sizes = [...labelSizes(frame, q)].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const joined = sizes.filter(([, size]) => size > 1);
    const rows = joined.slice(0, 8).map(([label, size]) => [css(ofLabel(label)), `no. ${label}`, whole(size)]);
    rows.push([css(absent), 'alone', whole(sizes.length - joined.length)]);
    setSwatches(rows);
    $('remark').textContent = `${sentence(this.choice.help)} ${whole(joined.length)} of two and more${joined.length > 8 ? '; the largest are listed' : ''}.`;
  }

  drawHistogram(frame, q) {
    const canvas = $('histogram');
    const width = (canvas.width = canvas.clientWidth * devicePixelRatio);
    const height = (canvas.height = canvas.clientHeight * devicePixelRatio);
    const context = canvas.getContext('2d');
    const bins = new Float32Array(44);
    const { low, high } = this.ranges[q];
    for (let i = 0; i < this.run.count; ++i) {
      const t = (frame.values[q][i] - low) / (high - low || 1);
      if (frame.present[i] && !Number.isNaN(t)) ++bins[Math.min(Math.max(Math.floor(t * bins.length), 0), bins.length - 1)];
    }
    const most = Math.sqrt(Math.max(1, ...bins)); // roots, or a crowd at zero hides all others
    bins.forEach((count, b) => {
      const [r, g, blue] = this.table.subarray(3 * Math.round((255 * (b + 0.5)) / bins.length));
      context.fillStyle = css([r, g, blue]);
      const tall = (Math.sqrt(count) / most) * (height - 1);
      context.fillRect((b * width) / bins.length, height - tall, width / bins.length - devicePixelRatio * 0.5, tall);
    });
  }
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

// A row is colour, name and number; with `toggle` rows are buttons, those in `off` pale.
function setSwatches(rows, toggle = null, off = new Set()) {
  $('swatches').replaceChildren(
    ...rows.map(([colour, name, number], k) => {
      const item = document.createElement('li');
      const row = toggle ? Object.assign(document.createElement('button'), { className: 'plain', onclick: () => toggle(k) }) : item;
      if (toggle) row.setAttribute('aria-pressed', !off.has(k));
      const spot = Object.assign(document.createElement('i'), { style: `background: ${colour}` });
      row.append(spot, Object.assign(document.createElement('span'), { textContent: name }));
      row.append(Object.assign(document.createElement('b'), { textContent: number }));
      if (row !== item) item.append(row);
      item.classList.toggle('off', off.has(k));
      return item;
    }),
  );
}
