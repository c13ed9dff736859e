import type { SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { meantNumbers } from '../../search/wanted-values';
import { become, type CodeSite } from '../code-site';

/** Factors between units: time, sizes, per cent. */
const UNITS = [10, 60, 100, 1000, 24, 1024, 7];

/** Another number: the next ones, signs and units, and those that the failure and the tests name. */
export function numbers(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { integers, floats } = site.language.types;
  const isInteger = integers.has(node.type);
  if (!isInteger && !floats.has(node.type)) return [];
  const code = site.code(node);
  const [, digits = '', suffix = ''] = /^([\d_]+(?:\.\d[\d_]*)?\.?)([a-z]\w*)?$/i.exec(code) ?? [];
  const value = Number(digits.replaceAll('_', ''));
  if (digits === '' || !Number.isFinite(value)) return [];
  const { numbers: hinted, pairs } = site.hints;
  // More often than not they are right by chance where they are as small as the numbers that code is full of.
  const meant = meantNumbers(value, pairs).map((to): [number, number] => [to, value > 9 ? 1 : 0.5]);
  const near: [number, number][] = [
    ...meant,
    [value + 1, 1],
    [value - 1, value === 0 ? 0.8 : 1],
    [0, value <= 2 ? 0.9 : 0.5],
    [1, value <= 2 ? 0.9 : 0.5],
    [2, value <= 3 ? 0.6 : 0.3],
    [-value, 0.5],
    [10, value <= 16 ? 0.5 : 0.3],
    [100, 0.3],
  ];
  if (value > 2) for (const unit of UNITS) near.push([value * unit, 0.55], [value / unit, 0.55]);
  if (value >= 10) near.push([value * 2, 0.4], [value / 2, 0.4]);
  for (const text of hinted) near.push([Number(text), 0.6]);
  const seen = new Set<string>([digits]);
  const found: Mutation[] = [];
  for (const [other, weight] of near) {
    const written = write(other, isInteger);
    if (written === undefined || seen.has(written)) continue;
    seen.add(written);
    found.push(become(site, node, `${written}${suffix}`, 'number', weight));
  }
  return found;
}

function write(value: number, isInteger: boolean): string | undefined {
  if (!Number.isFinite(value) || Math.abs(value) > 1e15) return undefined;
  if (isInteger) return Number.isInteger(value) ? String(value) : undefined;
  const text = String(Math.round(value * 1e9) / 1e9);
  return text.includes('.') || text.includes('e') ? text : `${text}.0`;
}

/** Another text: those of the failure, of the file, and the own one with other blanks or case. */
export function texts(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (!site.language.types.strings.has(node.type)) return [];
  const code = site.code(node);
  const [, open = '', body = '', close = ''] =
    /^([a-zA-Z]{0,2}(?:"""|'''|"|'|`))([^]*?)("""|'''|"|'|`)$/.exec(code) ?? [];
  if (open === '' || open.length > 3) return [];
  const seen = new Set([code]);
  const found: Mutation[] = [];
  const add = (other: string, weight: number): void => {
    if (seen.has(other)) return;
    seen.add(other);
    found.push(become(site, node, other, 'string', weight));
  };
  const own = (text: string, weight: number): void => add(`${open}${text}${close}`, weight);
  for (const text of site.hints.strings) {
    if (/[\n\\"'`]/.test(text) || text.length > 80) continue;
    const likeness = alike(text, body);
    if (likeness > 0.4) own(text, 0.5 + 0.5 * likeness);
  }
  for (const text of aligned(site.hints.strings, body)) own(text, 0.9);
  if (body.trim() !== body) own(body.trim(), 0.7);
  if (body !== '') own(` ${body}`, 0.3);
  if (body !== '') own(`${body} `, 0.3);
  if (body !== '') own('', 0.4);
  if (body.toLowerCase() !== body) own(body.toLowerCase(), 0.5);
  if (body.toUpperCase() !== body) own(body.toUpperCase(), 0.4);
  for (const other of site.strings()) {
    const weight = 0.35 + 0.5 * alike(other, code);
    if (other.startsWith(open) && !other.includes('\n')) add(other, weight);
  }
  for (const other of [',', ' ', '-', '_', '/', ':', '=', ';', '.', ', ', '0', '|', '+', '*', '#', '\\n', ''])
    if (body.length <= 2) own(other, /^\W$/.test(body) && other !== '' ? 0.7 : 0.4);
  return found;
}

/** Texts that would make the own one part of an expected one: `%02d` stays, `-` becomes `/`. */
function aligned(expected: readonly string[], body: string): string[] {
  const first = body.slice(0, 3);
  if (body.length < 4) return [];
  return expected
    .flatMap((text) => {
      const at = text.indexOf(first);
      return at < 0 || text.length > 200
        ? []
        : [text.slice(at, at + body.length), text.slice(at, at + body.length + 1)];
    })
    .filter((text) => !/[\n\\"'`{}%]/.test(text));
}

/** Likeness of two texts by their pairs of letters, 0 to 1. */
function alike(a: string, b: string): number {
  const pairs = (text: string): Set<string> =>
    new Set(
      Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2).toLowerCase()),
    );
  const [left, right] = [pairs(a), pairs(b)];
  if (left.size === 0 || right.size === 0) return 0;
  const shared = [...left].filter((pair) => right.has(pair)).length;
  return (2 * shared) / (left.size + right.size);
}

/** The other truth value. */
export function booleans(node: SyntaxNode, site: CodeSite): Mutation[] {
  const [yes, no] = site.language.words.booleans;
  if (!node.named || node.children.length > 1) return [];
  const code = site.code(node);
  if (code === yes) return [become(site, node, no, 'boolean')];
  return code === no ? [become(site, node, yes, 'boolean')] : [];
}
