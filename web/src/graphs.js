// Curves of the steps against time, with a cursor that goes with the picture; dragging in one scrubs.
import { short } from './text.js';

const margin = { left: 46, right: 10, top: 24, bottom: 16 };

export class Graphs {
  constructor(run, root, scrub) {
    Object.assign(this, { root, scrub });
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(root);
    this.take(run);
  }

  // Again when frames have come.
  take(run) {
    const { root, scrub } = this;
    root.replaceChildren();
    this.time = run.curves.find((c) => c.name === 'time')?.values;
    this.from = run.times[0];
    this.to = run.times.at(-1);
    this.graphs = this.time ? run.graphs.map((g) => this.add(root, run, g, scrub)) : [];
    root.hidden = this.graphs.length === 0;
  }

  add(root, run, { title, log, curves }, scrub) {
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    const canvas = document.createElement('canvas');
    const cursor = Object.assign(document.createElement('div'), { className: 'cursor' });
    caption.append(Object.assign(document.createElement('b'), { textContent: title }));
    const lines = curves.map((name, k) => {
      const label = Object.assign(document.createElement('span'), { className: `curve${k}` });
      caption.append(label);
      const { values, title: text } = run.curves.find((c) => c.name === name);
      return { values, text, label };
    });
    figure.append(canvas, caption, cursor);
    root.append(figure);
    const drag = (event) => {
      if (!(event.buttons & 1)) return;
      const box = figure.getBoundingClientRect();
      const t = (event.clientX - box.left - margin.left) / (box.width - margin.left - margin.right);
      scrub(this.from + Math.min(Math.max(t, 0), 1) * (this.to - this.from));
    };
    figure.onpointerdown = (event) => {
      figure.setPointerCapture(event.pointerId);
      drag(event);
    };
    figure.onpointermove = drag;
    return { figure, canvas, cursor, lines, log };
  }

  draw() {
    for (const graph of this.graphs) this.drawOne(graph);
    if (this.now !== undefined) this.show(this.now);
  }

  drawOne({ canvas, lines, log }) {
    const ratio = devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const c = canvas.getContext('2d');
    c.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const [inner, tall] = [width - margin.left - margin.right, height - margin.top - margin.bottom];
    if (inner < 20 || tall < 10) return;
    const [low, high] = range(lines, log);
    const level = (v) => (log ? Math.log10(Math.max(v, low)) - Math.log10(low) : v - low) / (log ? Math.log10(high / low) : high - low);
    const x = (t) => margin.left + ((t - this.from) / (this.to - this.from || 1)) * inner;
    const y = (v) => margin.top + (1 - level(v)) * tall;
    c.font = `10px ${style.fontFamily}`;
    c.fillStyle = style.getPropertyValue('--faint');
    c.strokeStyle = style.getPropertyValue('--line');
    c.textAlign = 'right';
    for (const v of ticks(low, high, log)) {
      c.beginPath();
      c.moveTo(margin.left, Math.round(y(v)) + 0.5);
      c.lineTo(width - margin.right, Math.round(y(v)) + 0.5);
      c.stroke();
      c.fillText(short(v), margin.left - 5, y(v) + 3.5);
    }
    c.textAlign = 'left';
    c.fillText(short(this.from), margin.left, height - 4);
    c.textAlign = 'right';
    c.fillText(`t = ${short(this.to)}`, width - margin.right, height - 4);
    c.beginPath();
    c.rect(margin.left, margin.top - 1, inner, tall + 2);
    c.clip();
    lines.forEach(({ values }, k) => {
      c.beginPath();
      let pen = false;
      for (let i = 0; i < this.time.length; ++i) {
        const v = values[i];
        if (Number.isNaN(v)) pen = false;
        else if (pen) c.lineTo(x(this.time[i]), y(v));
        else {
          c.moveTo(x(this.time[i]), y(v));
          pen = true;
        }
      }
      c.strokeStyle = style.getPropertyValue(`--curve${k}`);
      c.lineWidth = 1.4;
      c.lineJoin = 'round';
      c.stroke();
    });
  }

  // The cursor, and the values of the last step that is not after it.
  show(time) {
    this.now = time;
    if (!this.graphs.length) return;
    let low = 0;
    let high = this.time.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.time[middle] <= time * (1 + 1e-6)) low = middle;
      else high = middle - 1;
    }
    const part = (time - this.from) / (this.to - this.from || 1);
    for (const { figure, cursor, lines } of this.graphs) {
      const inner = figure.clientWidth - margin.left - margin.right;
      cursor.style.transform = `translateX(${(margin.left + part * inner).toFixed(1)}px)`;
      for (const { label, text, values } of lines) label.textContent = `${text} ${short(values[low], 3)}`;
    }
  }
}

function range(lines, log) {
  let [low, high] = [Infinity, -Infinity];
  for (const { values } of lines)
    for (const v of values) {
      if (Number.isNaN(v) || (log && v <= 0)) continue;
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
  if (low > high) return log ? [1e-6, 1] : [0, 1];
  if (log) {
    const floor = 10 ** Math.floor(Math.log10(Math.max(low, high * 1e-6)));
    return [floor, Math.max(10 ** Math.ceil(Math.log10(high)), 10 * floor)];
  }
  if (low > 0 && low < 0.6 * high) low = 0;
  if (high < 0 && high > 0.6 * low) high = 0;
  return high > low ? [low, high + 0.06 * (high - low)] : [low - 0.5, high + 0.5];
}

function ticks(low, high, log) {
  if (log) {
    const [a, b] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))];
    const every = Math.ceil((b - a) / 3);
    return Array.from({ length: Math.floor((b - a) / every) + 1 }, (_, k) => 10 ** (a + k * every));
  }
  const rough = (high - low) / 3;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * [1, 2, 5, 10].find((m) => m * unit >= rough);
  const out = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high; ++k) out.push(k * step);
  return out;
}
