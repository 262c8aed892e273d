// A run as src/draw/view_run.hpp describes it: one JSON text, and frames, which the page carries as blocks of base64 or
// which its server sends when they are wanted.

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

const floats = (base64) => new Float32Array(bytesOf(base64).buffer);
const none = 65535; // the 16-bit number that says "no value"
export const obstacle = 0xffffffff;
const kept = 12; // frames that stay unpacked
const ahead = 8; // frames that are asked for before they are played
const mostBytes = 4e8; // of frames that came from the server
const atOnce = 2; // requests

// A row for each of n bodies; one value stands for all.
const rows = (array, n) => (array.length === n ? array : new array.constructor(n).fill(array[0]));

export function before(times, time) {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function nearest(times, time) {
  const k = before(times, time);
  return k + 1 < times.length && times[k + 1] - time < time - times[k] ? k + 1 : k;
}

export class Run {
  // `name`: "" or "beside".
  constructor(document, name = '') {
    const run = JSON.parse(document.getElementById(name ? `run-${name}` : 'run').textContent);
    Object.assign(this, run);
    this.number = name ? 1 : 0; // by which the server knows it
    this.live = run.served !== undefined;
    this.count = run.bodies.count; // N: rows, whether they are there or not
    const n = this.count;
    this.radius = rows(floats(run.bodies.radius), n);
    this.mass = rows(floats(run.bodies.mass), n);
    this.group = rows(new Uint16Array(bytesOf(run.bodies.group).buffer), n);
    this.outline = rows(new Int32Array(bytesOf(run.bodies.outline).buffer), n); // which of `shapes` it has; −1: a ball
    this.version = 0; // of the rows above: bodies may come later
    this.shapes = run.shapes.map(({ points, triangles, lines }) => ({
      points: floats(points),
      triangles: new Uint32Array(bytesOf(triangles).buffer),
      lines: lines.map((line) => new Uint32Array(bytesOf(line).buffer)),
    }));
    this.takeCurves(run);
    this.countDigits();
    this.links = new Uint32Array(bytesOf(run.links).buffer); // both ends of each
    const { ends, points, direct } = run.joints;
    this.joints = { ends: new Uint32Array(bytesOf(ends).buffer), points: floats(points), direct: bytesOf(direct) };
    this.texts = [...document.querySelectorAll(`script.${name || 'frame'}`)];
    this.packed = [];
    this.unpacked = new Map();
    this.queue = [];
    this.loading = new Set();
    this.heard = () => {}; // called when a frame has come
    this.failed = () => {};
  }

  takeCurves({ curves, graphs }) {
    this.curves = curves;
    this.graphs = graphs;
    for (const curve of curves) curve.values = floats(curve.values);
  }

  countDigits() {
    const between = (this.times.at(-1) - this.times[0]) / (this.times.length - 1) || 1;
    this.digits = Math.min(Math.max(-Math.floor(Math.log10(between) + 1e-9), 0), 9); // that tell two frames apart
  }

  get frames() {
    return this.times.length;
  }

  // The last frame that is not after a time.
  before(time) {
    return before(this.times, time);
  }

  // Frame k can be shown without waiting.
  ready(k) {
    return !this.live || this.packed[k] !== undefined;
  }

  // Asks for frame k, and when it is played for those behind it; what was asked for before is not wanted any more.
  want(k, playing) {
    if (!this.live) return;
    this.at = k;
    this.queue = [];
    for (let f = k; f < Math.min(k + (playing ? ahead : 2), this.frames); ++f) if (!this.ready(f) && !this.loading.has(f)) this.queue.push(f);
    this.pump();
  }

  pump() {
    while (this.queue.length && this.loading.size < atOnce) this.load(this.queue.shift());
  }

  async load(k) {
    this.loading.add(k);
    try {
      const answer = await fetch(`${this.number}/frame/${k}`);
      if (!answer.ok) throw new Error((await answer.text()).trim());
      this.packed[k] = await answer.arrayBuffer();
      this.forget();
    } catch (error) {
      this.queue = [];
      this.failed(error);
    }
    this.loading.delete(k);
    this.pump();
    this.heard();
  }

  // Far frames go when there are too many.
  forget() {
    let bytes = 0;
    const held = [];
    this.packed.forEach((buffer, k) => {
      bytes += buffer.byteLength;
      held.push(k);
    });
    held.sort((a, b) => Math.abs(b - this.at) - Math.abs(a - this.at));
    while (bytes > mostBytes && held.length > ahead + 2) {
      const k = held.shift();
      bytes -= this.packed[k].byteLength;
      delete this.packed[k];
    }
  }

  // What the server says of a run that goes on; true when there are more frames, null when it is another run.
  async news() {
    const answer = await fetch(`${this.number}/news/${this.frames}`);
    if (!answer.ok) return false;
    const news = await answer.json();
    if (news.run !== this.served) return null;
    if (!news.times.length) return false;
    this.times.push(...news.times);
    this.obstacles.forEach((o, k) => o.poses?.push(...news.poses[k]));
    this.quantities.forEach((q, k) => Object.assign(q, { low: news.quantities[k].low, high: news.quantities[k].high }));
    this.network = news.network;
    if (news.curves.length) this.takeCurves(news);
    this.countDigits();
    return true;
  }

  // {present, position, values, orientation, bridges, broken} of frame k; arrays but the last two have a row for each
  // of the N bodies. A position has three components whatever the dimension, an orientation, where bodies turn, is a
  // quaternion with the scalar last.
  frame(k) {
    let frame = this.unpacked.get(k);
    if (!frame) frame = this.unpack(k);
    this.unpacked.delete(k);
    this.unpacked.set(k, frame); // the youngest again
    if (this.unpacked.size > kept) {
      const [oldest, arrays] = this.unpacked.entries().next().value;
      this.unpacked.delete(oldest);
      this.spare = arrays; // for the next one: playing leaves no litter
    }
    return frame;
  }

  bytes(k) {
    if (!this.packed[k]) {
      if (this.live) throw new Error(`frame ${k + 1} has not come yet`);
      this.packed[k] = bytesOf(this.texts[k].textContent).buffer;
      this.texts[k].textContent = ''; // no need of both
    }
    return this.packed[k];
  }

  // Where the parts of frame k lie.
  layout(k) {
    const buffer = this.bytes(k);
    const d = this.dimension;
    const [n, flags] = new Uint32Array(buffer, 0, 2);
    const scale = new Float32Array(buffer, 8, 2 * d + 2 * this.quantities.length);
    let at = 8 + scale.byteLength;
    const part = (Type, length) => {
      const view = new Type(buffer, at, length);
      at += Math.ceil(view.byteLength / 4) * 4;
      return view;
    };
    const id = flags & 1 ? part(Uint32Array, n) : null;
    const position = part(flags & 2 ? Float32Array : Uint16Array, n * d);
    const values = this.quantities.map((q, k) => {
      if (q.kind === 'label') return part(Uint32Array, n);
      return part(Uint16Array, scale[2 * (d + k) + 1] > 0 ? n : 0); // step 0: all are alike
    });
    const orientation = flags & 8 ? (d === 3 ? part(Int16Array, 4 * n) : part(Uint16Array, n)) : null;
    const grid = (length) => {
      const [low, step] = part(Float32Array, 2);
      return { low, step, values: part(Uint16Array, step > 0 ? length : 0) };
    };
    const velocity = Array.from({ length: d }, () => grid(n));
    const [pairs, single] = flags & 4 ? part(Uint32Array, 2) : [0, 0];
    const bridges = { ends: part(Uint32Array, 2 * pairs), onObstacles: part(Uint32Array, single), ways: part(Float32Array, d * single) };
    const contacts = { count: [], second: [], ways: [] };
    if (flags & 16) {
      const [all, numbers] = part(Uint32Array, 2);
      contacts.count = part(Uint16Array, n);
      contacts.second = part(Uint32Array, all);
      contacts.force = grid(all);
      contacts.gamma = grid(all);
      contacts.ways = part(Float32Array, numbers);
    }
    const broken = flags & 64 ? part(Uint32Array, part(Uint32Array, 1)[0]) : [];
    let newcomers = null;
    if (flags & 32) {
      const [many] = part(Uint32Array, 1);
      newcomers = { id: part(Uint32Array, many), radius: part(Float32Array, many), mass: part(Float32Array, many), group: part(Uint16Array, many), outline: part(Int32Array, many) };
    }
    return { n, id, velocity, contacts, broken, newcomers, position, exact: (flags & 2) !== 0, values, scale, orientation, bridges };
  }

  unpack(k) {
    const { n, id, position, exact, values, scale, orientation, bridges, broken, newcomers } = this.layout(k);
    const d = this.dimension;
    if (newcomers) this.welcome(newcomers);
    const frame = this.spare ?? {
      present: new Uint8Array(this.count),
      position: new Float32Array(3 * this.count),
      values: this.quantities.map(() => new Float32Array(this.count)),
      orientation: new Float32Array(this.turning ? 4 * this.count : 0),
    };
    this.spare = null;
    frame.number = n;
    frame.bridges = bridges;
    frame.broken = new Set(broken); // numbers of joints
    frame.present.fill(0);
    for (let i = 0; i < n; ++i) {
      const row = id ? id[i] : i;
      frame.present[row] = 1;
      for (let c = 0; c < d; ++c) {
        const u = position[i * d + c];
        frame.position[3 * row + c] = exact ? u : scale[2 * c] + scale[2 * c + 1] * u;
      }
    }
    for (let i = 0; orientation && i < n; ++i) {
      const at = 4 * (id ? id[i] : i);
      if (d === 3) for (let c = 0; c < 4; ++c) frame.orientation[at + c] = orientation[4 * i + ((c + 1) % 4)] / 32767;
      else {
        const half = (Math.PI * orientation[i]) / 65536;
        frame.orientation[at + 2] = Math.sin(half);
        frame.orientation[at + 3] = Math.cos(half);
      }
    }
    values.forEach((value, q) => {
      const low = scale[2 * d + 2 * q];
      const step = scale[2 * d + 2 * q + 1];
      const out = frame.values[q];
      const label = this.quantities[q].kind === 'label';
      for (let i = 0; i < n; ++i) {
        const u = step > 0 || label ? value[i] : 0;
        out[id ? id[i] : i] = label ? u : u === none ? NaN : low + step * u;
      }
    });
    return frame;
  }

  welcome({ id, ...columns }) {
    let fresh = false;
    id.forEach((row, i) => {
      for (const name of Object.keys(columns)) {
        fresh ||= this[name][row] !== columns[name][i];
        this[name][row] = columns[name][i];
      }
    });
    if (fresh) ++this.version;
  }

  // The velocities of frame k, three numbers a row.
  velocity(k) {
    if (this.moving?.k === k) return this.moving.out;
    const { n, id, velocity } = this.layout(k);
    const out = new Float32Array(3 * this.count);
    velocity.forEach(({ low, step, values }, c) => {
      for (let i = 0; i < n; ++i) out[3 * (id ? id[i] : i) + c] = step > 0 ? low + step * values[i] : low;
    });
    this.moving = { k, out };
    return out;
  }

  // The contacts of frame k that carry `what` ("force" or "gamma"), at most so many, the strongest: rows of both ends (the
  // second −1 − w where it is an obstacle, at ways[w …]) and values. In no order.
  networkOf(k, what, most) {
    const { n, id, contacts } = this.layout(k);
    const { low, step, values } = contacts[what] ?? { low: 0, step: 0 };
    const all = contacts.second.length;
    const value = (l) => (step > 0 ? low + step * values[l] : low);
    let least = 0;
    if (all > most) {
      const sizes = Float32Array.from({ length: all }, (_, l) => Math.abs(value(l))).sort();
      least = sizes[all - most];
    }
    const out = { first: [], second: [], value: [], ways: contacts.ways };
    let l = 0;
    let way = 0;
    const tiny = 1.5 * step; // nothing, in the steps that there are
    for (let i = 0; i < contacts.count.length; ++i)
      for (const end = l + contacts.count[i]; l < end; ++l) {
        const wall = contacts.second[l] === obstacle;
        const v = value(l);
        if (Math.abs(v) >= least && Math.abs(v) > tiny) {
          out.first.push(id ? id[i] : i);
          out.second.push(wall ? -1 - way : contacts.second[l]);
          out.value.push(v);
        }
        if (wall) way += this.dimension;
      }
    return out;
  }

  // The places of one body through all frames, null where it is not there.
  path(body) {
    const d = this.dimension;
    return this.times.map((_, k) => {
      if (!this.ready(k)) return null;
      const { n, id, position, exact, scale } = this.layout(k);
      let i = body;
      if (id) {
        let low = 0;
        let high = n;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (id[middle] < body) low = middle + 1;
          else high = middle;
        }
        i = id[low] === body ? low : n;
      }
      if (i >= n) return null;
      const place = [0, 0, 0];
      for (let c = 0; c < d; ++c) place[c] = exact ? position[i * d + c] : scale[2 * c] + scale[2 * c + 1] * position[i * d + c];
      return place;
    });
  }
}
