// Colours of particles. The maps come with the run, and are those of the program's pictures: ordered in grey as
// well, so that people who do not tell red from green read them too.

const hex = (text) => [0, 2, 4].map((k) => parseInt(text.slice(k, k + 2), 16));

export const absent = [128, 132, 138]; // where there is no value

const categories = '0072b2 e69f00 009e73 cc79a7 56b4e9 d55e00 f0e442 8c6bb1 7fcdbb b15928 a6cee3 fb9a99'.split(' ').map(hex);

// 256 colours from one end of the map to the other, three bytes each. On a dark page the map is cut where it is
// not told from the ground.
export function table(stops, reversed, dark) {
  const map = stops.map(parse);
  const murky = ([r, g, b]) => dark && 0.21 * r + 0.72 * g + 0.07 * b < 40;
  const [first, last] = [murky(map[0]) ? 0.14 : 0, murky(map.at(-1)) ? 0.86 : 1];
  const out = new Uint8Array(3 * 256);
  for (let i = 0; i < 256; ++i) {
    const t = (reversed ? 255 - i : i) / 255;
    const at = (first + t * (last - first)) * (map.length - 1);
    const k = Math.min(Math.floor(at), map.length - 2);
    for (let c = 0; c < 3; ++c) out[3 * i + c] = Math.round(map[k][c] + (at - k) * (map[k + 1][c] - map[k][c]));
  }
  return out;
}

export const parse = (text) => hex(text.slice(1));
export const css = ([r, g, b]) => `rgb(${r}, ${g}, ${b})`;

// Neighbouring labels get different colours, and a label keeps its own.
export const ofLabel = (label) => categories[((Math.imul(label, 2654435761) >>> 0) >>> 8) % categories.length];

// Fills rgba (4 bytes a body) for one frame. `scale` is {table, low, high}; the fourth byte says that the
// body is there and shown (`wanted`, a function of its row; null: all are).
export function paint(rgba, run, frame, q, scale, wanted = null) {
  const quantity = run.quantities[q];
  const groups = run.groups.map((g) => parse(g.colour));
  const sizes = quantity?.kind === 'label' ? labelSizes(frame, q) : null;
  for (let i = 0; i < run.count; ++i) {
    let colour = absent;
    let at = 0;
    if (!quantity) {
      colour = groups[run.group[i]] ?? absent;
    } else {
      const value = frame.values[q][i];
      if (sizes) {
        if (sizes.get(value) > 1) colour = ofLabel(value);
      } else if (!Number.isNaN(value)) {
        const t = scale.high > scale.low ? (value - scale.low) / (scale.high - scale.low) : 0;
        at = 3 * Math.round(255 * Math.min(Math.max(t, 0), 1));
        colour = scale.table;
      }
    }
    rgba[4 * i] = colour[at];
    rgba[4 * i + 1] = colour[at + 1];
    rgba[4 * i + 2] = colour[at + 2];
    rgba[4 * i + 3] = frame.present[i] && (!wanted || wanted(i)) ? 255 : 0;
  }
}

// How many bodies carry each label.
export function labelSizes(frame, q) {
  const sizes = new Map();
  frame.values[q].forEach((label, i) => {
    if (frame.present[i]) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  });
  return sizes;
}
