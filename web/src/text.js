// Numbers as people write them.
export function short(x, digits = 4) {
  if (x === null || x === undefined || Number.isNaN(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-3) {
    const [mantissa, exponent] = x.toExponential(digits - 1).split('e');
    return `${Number(mantissa)}e${Number(exponent)}`.replace('-', '−').replace('e-', 'e−');
  }
  return String(Number(x.toPrecision(digits))).replace('-', '−');
}

export const whole = (n) => n.toString().replace(/\B(?=(\d{3})+$)/g, '\u2009');

export const withUnit = ({ title, unit }) => (unit ? `${title} (${unit})` : title);
