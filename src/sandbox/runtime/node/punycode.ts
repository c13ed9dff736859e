/** node:punycode: names of hosts in ASCII (RFC 3492), and code points of texts. */

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const MAX_INT = 0x7fffffff;

function refuse(message: string): never {
  throw new RangeError(message);
}

const OVERFLOW = 'Overflow: input needs wider integers to process';

function adapt(delta: number, points: number, first: boolean): number {
  let rest = first ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return Math.floor(k + ((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

function threshold(k: number, bias: number): number {
  return k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
}

function digitOf(code: number): number {
  if (code >= 0x30 && code < 0x3a) return 26 + (code - 0x30);
  if (code >= 0x41 && code < 0x5b) return code - 0x41;
  return code >= 0x61 && code < 0x7b ? code - 0x61 : BASE;
}

function digitCharacter(digit: number): string {
  return String.fromCharCode(digit < 26 ? digit + 0x61 : digit - 26 + 0x30);
}

/** Code points of a text, halves of pairs as they are. */
function ucs2decode(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function ucs2encode(points: readonly number[]): string {
  return points.map((point) => String.fromCodePoint(point)).join('');
}

export function decode(input: string): string {
  const output: number[] = [];
  const delimiter = Math.max(0, input.lastIndexOf('-'));
  for (let index = 0; index < delimiter; index++) {
    const code = input.charCodeAt(index);
    if (code >= 0x80) refuse('Illegal input >= 0x80 (not a basic code point)');
    output.push(code);
  }
  let [i, n, bias] = [0, INITIAL_N, INITIAL_BIAS];
  for (let index = delimiter > 0 ? delimiter + 1 : 0; index < input.length;) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      if (index >= input.length) refuse('Invalid input');
      const digit = digitOf(input.charCodeAt(index++));
      if (digit >= BASE) refuse('Invalid input');
      if (digit > Math.floor((MAX_INT - i) / weight)) refuse(OVERFLOW);
      i += digit * weight;
      const t = threshold(k, bias);
      if (digit < t) break;
      if (weight > Math.floor(MAX_INT / (BASE - t))) refuse(OVERFLOW);
      weight *= BASE - t;
    }
    const length = output.length + 1;
    bias = adapt(i - before, length, before === 0);
    if (Math.floor(i / length) > MAX_INT - n) refuse(OVERFLOW);
    n += Math.floor(i / length);
    i %= length;
    output.splice(i++, 0, n);
  }
  return String.fromCodePoint(...output);
}

export function encode(text: string): string {
  const points = ucs2decode(text);
  const basic = points.filter((point) => point < 0x80);
  let output = basic.map((point) => String.fromCharCode(point)).join('');
  if (basic.length > 0) output += '-';
  let [n, delta, bias] = [INITIAL_N, 0, INITIAL_BIAS];
  for (let handled = basic.length; handled < points.length;) {
    let next = MAX_INT;
    for (const point of points) if (point >= n && point < next) next = point;
    if (next - n > Math.floor((MAX_INT - delta) / (handled + 1))) refuse(OVERFLOW);
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n && ++delta > MAX_INT) refuse(OVERFLOW);
      if (point !== n) continue;
      output += variableLength(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return output;
}

function variableLength(delta: number, bias: number): string {
  let text = '';
  let q = delta;
  for (let k = BASE; ; k += BASE) {
    const t = threshold(k, bias);
    if (q < t) break;
    text += digitCharacter(t + ((q - t) % (BASE - t)));
    q = Math.floor((q - t) / (BASE - t));
  }
  return text + digitCharacter(q);
}

/** Applies `convert` to the labels of a domain; what stands before an `@` is left alone. */
function mapLabels(domain: string, convert: (label: string) => string): string {
  const at = domain.indexOf('@');
  const local = at < 0 ? '' : domain.slice(0, at + 1);
  const labels = domain
    .slice(at + 1)
    .replace(/[\u3002\uff0e\uff61]/g, '.')
    .split('.');
  return local + labels.map(convert).join('.');
}

export function toASCII(domain: string): string {
  return mapLabels(domain, (label) => (/[^\0-\x7f]/.test(label) ? `xn--${encode(label)}` : label));
}

export function toUnicode(domain: string): string {
  return mapLabels(domain, (label) =>
    label.startsWith('xn--') ? decode(label.slice(4).toLowerCase()) : label,
  );
}

export const ucs2 = { decode: ucs2decode, encode: ucs2encode };
