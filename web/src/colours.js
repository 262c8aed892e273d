// Colours of particles. The maps are ordered in grey as well, and no two of their colours look alike to
// people who do not tell red from green.

const hex = (text) => [0, 2, 4].map((k) => parseInt(text.slice(k, k + 2), 16));
const stops = (text) => text.split(' ').map(hex);

export const maps = {
  viridis: stops('440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725'),
  cividis: stops('00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838'),
  blues: stops('08306b 08519c 2171b5 4292c6 6baed6 9ecae1 c6dbef f7fbff'),
  embers: stops('2b0a3d 6a1b5d a52c60 cf4446 ed6925 fb9b06 f7d13d fcffa4'),
  grey: stops('1a1a1a 5a5a5a 9a9a9a dadada f8f8f8'),
};

export const absent = [128, 132, 138]; // where there is no value

const categories = stops('0072b2 e69f00 009e73 cc79a7 56b4e9 d55e00 f0e442 8c6bb1 7fcdbb b15928 a6cee3 fb9a99');

// 256 colours from one end of the map to the other, three bytes each. On a dark page the map begins where it is
// told from the ground, on a light one it ends there.
export function table(name, reversed, dark) {
  const map = maps[name];
  const [first, last] = dark ? [0.14, 1] : [0, 0.97];
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
// body is there.
export function paint(rgba, run, frame, q, scale) {
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
    rgba[4 * i + 3] = frame.present[i] ? 255 : 0;
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
