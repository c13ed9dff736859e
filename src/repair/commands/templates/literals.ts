import { type SyntaxNode, field } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { meantNumbers } from '../../search/wanted-values';
import { become, type CodeSite, MEMBER, named, nodesIn, OWN_OBJECT } from '../code-site';
import { oneLess, oneMore } from '../one-off';
import { binaryOf } from './operators';

/** Places where a number counts: an index, an end of a slice, an argument, an operand of a comparison, what is returned. */
const COUNTED =
  /subscript|index|slice|range|argument|arguments|array_access|return|expression_list|comparison|binary|type_cast/;

/** Constants that say how long something is. */
const SIZE = /SIZE|LEN|WIDTH|COUNT|HEADER|OFFSET|BYTES/;
const MOST_SIZES = 3;

const MOST = 5;

/** Factors between units: time, sizes, per cent. */
const UNITS = [10, 60, 100, 1000, 24, 1024, 7];

/** Items of a list by an index. */
const ITEM = /^(?:subscript|index_expression|array_access)$/;
/** A sign before a number: `-1` counts from the end of a list of Python. */
const SIGNED = /^unary_/;

/** Parts of an access to an item of a list; undefined for other nodes. */
function itemOf(node: SyntaxNode | undefined): { list: SyntaxNode; index: SyntaxNode } | undefined {
  const [list, index, ...more] = node && ITEM.test(node.type) ? named(node) : [];
  return list && index && more.length === 0 ? { list, index } : undefined;
}

/** The other end of a list: `all[len(all)-1]` for `all[0]`, and back. */
export function ends(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { list, index } = itemOf(node) ?? {};
  if (!list || !index) return [];
  const last = site.language.words.last(site.code(list));
  if (site.code(index) === last) return [become(site, index, '0', 'range')];
  return site.language.types.integers.has(index.type) ? [become(site, index, last, 'range')] : [];
}

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
  const signed = node.parent && SIGNED.test(node.parent.type) ? node.parent : node;
  const template = itemOf(signed.parent)?.index.start === signed.start ? 'fitted' : 'number';
  const near: [to: number, weight: number, template?: 'fitted'][] = [
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
  for (const text of hinted) near.push([Number(text), 0.6, 'fitted']);
  const seen = new Set<string>([digits]);
  const found: Mutation[] = [];
  for (const [other, weight, kind = template] of near) {
    const written = write(other, isInteger);
    if (written === undefined || seen.has(written)) continue;
    seen.add(written);
    found.push(become(site, node, `${written}${suffix}`, kind, weight));
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

/** Parts of an expected text that begin with the own text's first three characters, as long as it or one longer. */
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

/** A condition that should ask besides if something is there that the function reads members of. */
export function presences(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { absent, present, and, or } = site.language.words;
  if (node.field !== 'condition' || !absent || !present) return [];
  const inner = node.type === 'parenthesized_expression' ? (named(node)[0] ?? node) : node;
  const known = new Set([...site.names(node), ...OWN_OBJECT]);
  const code = site.code(inner);
  const isJoined = site.language.types.binary.has(inner.type) && /\b(?:and|or)\b|&&|\|\|/.test(code);
  const whole = isJoined ? `(${code})` : code;
  return owners(site.around(node), site)
    .filter((owner) => known.has(owner.split('.')[0] ?? ''))
    .filter((owner) => !code.includes(absent(owner)) && !code.includes(present(owner)))
    .slice(0, MOST)
    .flatMap((owner) => [
      become(site, inner, `${whole} ${or} ${absent(owner)}`, 'presence', 0.7),
      become(site, inner, `${present(owner)} ${and} ${whole}`, 'presence', 0.6),
    ]);
}

/** Expressions that a function reads members of, the object of the method aside. */
function owners(home: SyntaxNode, site: CodeSite): string[] {
  const found = new Set<string>();
  for (const node of nodesIn(home)) {
    if (!MEMBER.test(node.type)) continue;
    const owner = field(node, 'object') ?? field(node, 'operand');
    const code = owner && site.code(owner);
    if (code !== undefined && /^[\w.]{1,40}$/.test(code) && !/^[A-Z]/.test(code)) found.add(code);
  }
  for (const own of OWN_OBJECT) found.delete(own);
  return [...found].sort((a, b) => b.split('.').length - a.split('.').length);
}

/** One more or one less. */
export function offsets(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { types } = site.language;
  const { parent } = node;
  if (!parent || !site.isExpression(node) || node.field === 'function') return [];
  if (types.integers.has(node.type) || types.floats.has(node.type) || types.strings.has(node.type)) return [];
  const parts = binaryOf(node, site);
  const sign = parts && site.code(parts.operator);
  if (!COUNTED.test(parent.type) && !(/^[-+]$/.test(sign ?? '') && isFactor(parent, site))) return [];
  if (sign !== undefined && !['+', '-', '*', '/', '//', '%'].includes(sign)) return [];
  const isHead =
    ['value', 'object', 'operand'].includes(node.field) && !/return|argument|type_cast/.test(parent.type);
  if (isHead || (types.binary.has(parent.type) && !isComparison(parent, site))) return [];
  const code = site.code(node);
  if (code.length > 40 || /^["'`]/.test(code)) return [];
  const isIndexed = /subscript|index|slice|range|array_access/.test(parent.type);
  const weight = isIndexed ? 1 : /return|expression_list/.test(parent.type) ? 0.6 : 0.7;
  if (parent.type === 'type_cast_expression')
    return ['- 1', '+ 1'].map((end) => become(site, node, `(${code} ${end})`, 'offset', 0.7));
  return [
    become(site, node, oneLess(code), 'offset', weight),
    become(site, node, oneMore(code), 'offset', weight * 0.98),
    ...(isIndexed ? sizesIn(node, site) : []).flatMap((size) => [
      become(site, node, `${code} - ${size}`, 'offset', weight * 0.5),
      become(site, node, `${code} + ${size}`, 'offset', weight * 0.45),
    ]),
  ];
}

/** Whole numbers from 2 that the function names: an end is often off by one of these, or by a size. */
function sizesIn(node: SyntaxNode, site: CodeSite): string[] {
  const found = site.donors(node).filter(({ type }) => site.language.types.integers.has(type));
  const numbers = [...new Set(found.map((one) => site.code(one)))].filter((code) =>
    /^[2-9]\d{0,2}$|^1\d{1,2}$/.test(code),
  );
  return [
    ...numbers,
    ...site
      .constantNames()
      .filter((name) => SIZE.test(name))
      .slice(0, MOST_SIZES),
  ];
}

/** Brackets around a sum that is multiplied or divided. */
function isFactor(node: SyntaxNode, site: CodeSite): boolean {
  const { parent } = node;
  const parts = parent && binaryOf(parent, site);
  return (
    node.type === 'parenthesized_expression' &&
    /^(?:[*%]|\/\/?)$/.test(parts ? site.code(parts.operator) : '')
  );
}

function isComparison(node: SyntaxNode, site: CodeSite): boolean {
  const parts = binaryOf(node, site);
  return parts !== undefined && /^[<>]=?$/.test(site.code(parts.operator));
}
