// The run that the page carries, as src/draw/view_page.hpp lays it out: one JSON text, and a block of
// base64 a frame.

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

const floats = (base64) => new Float32Array(bytesOf(base64).buffer);
const none = 65535; // the 16-bit number that says "no value"
const kept = 12; // frames that stay unpacked

export class Run {
  constructor(document) {
    const run = JSON.parse(document.getElementById('run').textContent);
    Object.assign(this, run);
    this.count = run.bodies.count; // N: rows, whether they are there or not
    this.radius = floats(run.bodies.radius);
    this.mass = floats(run.bodies.mass);
    this.group = new Uint16Array(bytesOf(run.bodies.group).buffer);
    this.outline = new Int32Array(bytesOf(run.bodies.outline).buffer); // which of `shapes` it has; −1: a ball
    this.shapes = run.shapes.map(({ points, triangles, lines }) => ({
      points: floats(points),
      triangles: new Uint32Array(bytesOf(triangles).buffer),
      lines: lines.map((line) => new Uint32Array(bytesOf(line).buffer)),
    }));
    for (const curve of run.curves) curve.values = floats(curve.values);
    const between = (run.times.at(-1) - run.times[0]) / (run.times.length - 1) || 1;
    this.digits = Math.min(Math.max(-Math.floor(Math.log10(between) + 1e-9), 0), 9); // that tell two frames apart
    this.links = new Uint32Array(bytesOf(run.links).buffer); // both ends of each
    this.texts = [...document.querySelectorAll('script.frame')];
    this.packed = [];
    this.unpacked = new Map();
  }

  get frames() {
    return this.times.length;
  }

  // The frame nearest to a time, and the last one that is not after it.
  nearest(time) {
    const k = this.before(time);
    return k + 1 < this.frames && this.times[k + 1] - time < time - this.times[k] ? k + 1 : k;
  }
  before(time) {
    let low = 0;
    let high = this.frames - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // {present, position, values, orientation, bridges} of frame k; arrays but those of the bridges have a row for each
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
    const [pairs, single] = flags & 4 ? part(Uint32Array, 2) : [0, 0];
    const bridges = { ends: part(Uint32Array, 2 * pairs), onObstacles: part(Uint32Array, single), ways: part(Float32Array, d * single) };
    return { n, id, position, exact: (flags & 2) !== 0, values, scale, orientation, bridges };
  }

  unpack(k) {
    const { n, id, position, exact, values, scale, orientation, bridges } = this.layout(k);
    const d = this.dimension;
    const frame = this.spare ?? {
      present: new Uint8Array(this.count),
      position: new Float32Array(3 * this.count),
      values: this.quantities.map(() => new Float32Array(this.count)),
      orientation: new Float32Array(this.turning ? 4 * this.count : 0),
    };
    this.spare = null;
    frame.number = n;
    frame.bridges = bridges;
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

  // The places of one body through all frames, null where it is not there.
  path(body) {
    const d = this.dimension;
    return this.times.map((_, k) => {
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
