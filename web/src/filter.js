// Which particles are shown: an expression such as `z > 0.5 and speed > 0.1` or `group == "big"`.
//
//   or, and, not (||, &&, !), == != < <= > >=, + - * / % ^, brackets, numbers, "texts" and the names below; texts are
//   compared with group only. The page runs no text as a script: the expression becomes a tree of small functions.

const functions = { abs: Math.abs, sqrt: Math.sqrt, exp: Math.exp, log: Math.log, sin: Math.sin, cos: Math.cos, min: Math.min, max: Math.max };
const signs = new Map([['and', '&&'], ['or', '||'], ['not', '!']]);
const constants = { pi: Math.PI };

const grammar = /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|("[^"]*"|'[^']*')|([a-z_]\w*)|(\|\||&&|[=!<>]=|[-+*/%^()<>!,]))/iy;

function wordsOf(text) {
  const words = [];
  grammar.lastIndex = 0;
  while (text.slice(grammar.lastIndex).trim()) {
    const at = grammar.lastIndex;
    const found = grammar.exec(text);
    if (!found) throw new Error(`column ${at + 1 + text.slice(at).search(/\S/)}: "${text.slice(at).trim()[0]}" is not understood`);
    const [whole, number, string, name, sign] = found;
    const place = at + 1 + whole.search(/\S/);
    if (number) words.push({ place, number: Number(number) });
    else if (string) words.push({ place, string: string.slice(1, -1) });
    else if (name) words.push({ place, ...(signs.has(name) ? { sign: signs.get(name) } : { name }) });
    else words.push({ place, sign });
  }
  return words;
}

// The name that may be meant, by the fewest letters that differ.
function suggestion(name, names) {
  const distance = (a, b) => {
    let row = Array.from({ length: b.length + 1 }, (_, k) => k);
    for (let i = 1; i <= a.length; ++i) {
      const next = [i];
      for (let j = 1; j <= b.length; ++j) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
      row = next;
    }
    return row.at(-1);
  };
  const [best, off] = names.map((n) => [n, distance(name, n)]).sort((a, b) => a[1] - b[1])[0] ?? ['', 9];
  return off <= (name.length > 3 ? 2 : 1) ? `; did you mean "${best}"?` : '';
}

// What a filter may ask of a particle: name → function of (frame, row).
export function namesOf(run) {
  const names = {
    id: () => (i) => i,
    radius: () => (i) => run.radius[i],
    mass: () => (i) => run.mass[i],
    t: (k) => () => run.times[k],
  };
  ['x', 'y', 'z'].slice(0, run.dimension).forEach((name, c) => {
    names[name] = (k) => {
      const { position } = run.frame(k);
      return (i) => position[3 * i + c];
    };
    names[`v${name}`] = (k) => {
      const v = run.velocity(k);
      return (i) => v[3 * i + c];
    };
  });
  run.quantities.forEach(({ name }, q) => {
    names[name] = (k) => {
      const values = run.frame(k).values[q];
      return (i) => values[i];
    };
  });
  return names;
}

// A function of a frame's number that gives a function of a row: is it shown? Throws an Error that says where the text is
// wrong. An empty text shows all: null.
export function compile(text, run) {
  const words = wordsOf(text);
  if (!words.length) return null;
  const names = namesOf(run);
  const groups = run.groups.map((g, k) => g.name || `group ${k + 1}`);
  let at = 0;
  const end = text.length + 1;
  const fail = (word, what) => {
    throw new Error(`column ${word?.place ?? end}: ${what}`);
  };
  const take = (...signs) => (signs.includes(words[at]?.sign) ? words[at++].sign : null);

  // A node is {type: 'number' | 'truth' | 'text' | 'group', make: frame → row → value}.
  const both = (a, b, f, type) => ({ type, make: (k) => {
    const [x, y] = [a.make(k), b.make(k)];
    return (i) => f(x(i), y(i));
  } });
  const needs = (node, type, word) => (node.type === type ? node : fail(word, type === 'truth' ? 'a comparison is wanted here' : 'a number is wanted here'));

  const any = () => {
    let a = all();
    while (words[at]?.sign === '||') {
      const word = words[at++];
      const b = needs(all(), 'truth', word);
      a = both(needs(a, 'truth', word), b, (x, y) => x || y, 'truth');
    }
    return a;
  };
  const all = () => {
    let a = negated();
    while (words[at]?.sign === '&&') {
      const word = words[at++];
      const b = needs(negated(), 'truth', word);
      a = both(needs(a, 'truth', word), b, (x, y) => x && y, 'truth');
    }
    return a;
  };
  const negated = () => {
    const word = words[at];
    if (!take('!')) return comparison();
    const a = needs(negated(), 'truth', word);
    return { type: 'truth', make: (k) => {
      const x = a.make(k);
      return (i) => !x(i);
    } };
  };
  const comparisons = {
    '==': (x, y) => x === y, '!=': (x, y) => x !== y, '<': (x, y) => x < y, '<=': (x, y) => x <= y, '>': (x, y) => x > y, '>=': (x, y) => x >= y,
  };
  const comparison = () => {
    const a = sum();
    const word = words[at];
    const sign = take(...Object.keys(comparisons));
    if (!sign) return a;
    const b = sum();
    const kinds = [a.type, b.type].sort().join();
    if (kinds === 'group,text') {
      if (!['==', '!='].includes(sign)) fail(word, 'a group is == or != a name');
      const wanted = (a.text ?? b.text);
      const g = groups.indexOf(wanted);
      if (g < 0) fail((a.text !== undefined ? a : b).word, `there is no group "${wanted}"${suggestion(wanted, groups)}; there ${groups.length > 1 ? 'are' : 'is'} ${groups.join(', ')}`);
      return { type: 'truth', make: () => (sign === '==' ? (i) => run.group[i] === g : (i) => run.group[i] !== g) };
    }
    if (kinds !== 'number,number') fail(word, 'numbers are compared with numbers, and group with a "name"');
    return both(a, b, comparisons[sign], 'truth');
  };
  const chain = (part, table) => () => {
    let a = part();
    for (let word = words[at], sign; (sign = take(...Object.keys(table))); word = words[at]) {
      const b = needs(part(), 'number', word);
      a = both(needs(a, 'number', word), b, table[sign], 'number');
    }
    return a;
  };
  const power = () => {
    const a = primary();
    const word = words[at];
    if (!take('^')) return a;
    return both(needs(a, 'number', word), needs(unary(), 'number', word), Math.pow, 'number');
  };
  const unary = () => {
    const word = words[at];
    const sign = take('-', '+');
    if (!sign) return power();
    const a = needs(unary(), 'number', word);
    return sign === '+' ? a : { type: 'number', make: (k) => {
      const x = a.make(k);
      return (i) => -x(i);
    } };
  };
  const product = chain(unary, { '*': (x, y) => x * y, '/': (x, y) => x / y, '%': (x, y) => x % y });
  const sum = chain(product, { '+': (x, y) => x + y, '-': (x, y) => x - y });
  const primary = () => {
    const word = words[at++];
    if (!word) fail(word, 'something is missing at the end');
    if (word.number !== undefined) return { type: 'number', make: () => () => word.number };
    if (word.string !== undefined) return { type: 'text', text: word.string, word };
    if (word.sign === '(') {
      const a = any();
      if (!take(')')) fail(words[at], 'a ")" is missing');
      return a;
    }
    if (word.sign) fail(word, `"${word.sign}" is not expected here`);
    if (word.name === 'group') return { type: 'group', word };
    if (Object.hasOwn(constants, word.name)) return { type: 'number', make: () => () => constants[word.name] };
    if (Object.hasOwn(functions, word.name)) {
      const f = functions[word.name];
      if (!take('(')) fail(words[at], `"${word.name}" wants a "("`);
      const parts = [];
      do parts.push(needs(sum(), 'number', word)); while (take(','));
      if (!take(')')) fail(words[at], 'a ")" is missing');
      const [least, most] = ['min', 'max'].includes(word.name) ? [1, Infinity] : [1, 1];
      if (parts.length < least || parts.length > most) fail(word, `"${word.name}" takes one number`);
      return { type: 'number', make: (k) => {
        const made = parts.map((p) => p.make(k));
        return made.length === 1 ? (i) => f(made[0](i)) : (i) => f(...made.map((g) => g(i)));
      } };
    }
    if (!Object.hasOwn(names, word.name)) {
      const known = ['group', ...Object.keys(names), ...Object.keys(functions)];
      fail(word, `"${word.name}" is unknown${suggestion(word.name, known)}`);
    }
    return { type: 'number', make: names[word.name] };
  };

  const tree = any();
  if (at < words.length) fail(words[at], 'an operator is missing here');
  if (tree.type !== 'truth') fail(words[0], 'a comparison is wanted, such as speed > 0.1');
  return tree.make;
}
