import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { meantNumbers, rounded } from '../../search/wanted-values';
import { quote } from '../../quote';
import { replace, replaceExpression, type Site } from '../site';
import { patternEdits } from './pattern-edits';

/** Brackets and marks that are mistaken for each other. */
const PAIRS = new Map<string, string>();
for (const group of ['()[]{}<>', '/\\', '+-', '*/', ',;', '.,', '_-', '\'"']) {
  for (const char of group) PAIRS.set(char, (PAIRS.get(char) ?? '') + group.replace(char, ''));
}

/** ASCII codes at the borders of digits, capitals and small letters. */
const CHAR_CODES = ['48', '57', '58', '65', '90', '91', '97', '122', '123', '26', '32'];

/** Other numbers, strings, truth values. */
export function literals(node: ts.Node, site: Site): Mutation[] {
  if (ts.isNumericLiteral(node)) return numbers(node, site);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return strings(node, site);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [flip(node, 'true', 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [flip(node, 'false', 'true')];
  return [];
}

function flip(node: ts.Node, from: string, to: string): Mutation {
  return replace(node, to, 'boolean', `${quote(from)} should be ${quote(to)}`);
}

function numbers(node: ts.NumericLiteral, site: Site): Mutation[] {
  if (isKey(node)) return [];
  const value = Number(node.text);
  const isNegated = ts.isPrefixUnaryExpression(node.parent);
  const near: [number, number][] = [
    [value + 1, 1],
    [value - 1, 1],
    [0, 0.8],
    [1, 0.8],
    [-value, 0.6],
    [2, 0.5],
    [value * 10, 0.5],
    [value / 10, 0.5],
    [-1, 0.4],
    [value * 2, 0.3],
    [value / 2, 0.3],
    [10, 0.3],
    [100, 0.3],
  ];
  const mutations = near
    .filter(([to]) => to !== value && Number.isFinite(to) && !(isNegated && to < 0))
    .map(([to, weight]) => number(node, String(rounded(to)), weight));
  const meant = meantNumbers(value, site.hints.pairs).filter((to) => !(isNegated && to < 0));
  mutations.unshift(...meant.map((to) => number(node, String(to), value > 9 ? 1 : 0.5)));
  if (/char ?code|codePoint/i.test(site.text)) {
    mutations.push(...CHAR_CODES.map((code) => number(node, code, 0.5)));
  }
  mutations.push(...site.donors(node).numbers.map((to) => number(node, to, 0.5)));
  mutations.push(...site.hints.numbers.map((to) => number(node, to, 0.15)));
  return mutations;
}

function number(node: ts.NumericLiteral, to: string, weight: number): Mutation {
  return replaceExpression(node, to, 'number', weight);
}

function strings(node: ts.StringLiteralLike, site: Site): Mutation[] {
  if (isKey(node) || isModuleName(node) || ts.isExpressionStatement(node.parent)) return [];
  const mark = site.text[node.getStart()] ?? "'";
  const value = site.text.slice(node.getStart() + 1, node.end - 1);
  const texts: [string, number][] = [
    ...variants(value),
    ...[...site.donors(node).strings].map((code): [string, number] => [code.slice(1, -1), 0.6]),
    ...site.hints.strings.flatMap((hint): [string, number][] => hinted(value, hint)),
  ];
  const mutations = texts
    .filter(([to]) => to !== value && !to.includes(mark) && !to.includes('\n') && !/(^|[^\\])\\$/.test(to))
    .map(([to, weight]) => replaceExpression(node, mark + to + mark, 'string', weight));
  if (/^[A-Za-z_$][\w$]*$/.test(value) && site.names(node).some((name) => name.name === value)) {
    mutations.push(replaceExpression(node, value, 'identifier'));
  }
  return mutations;
}

/** Other spellings of a string, with how likely each is. */
function variants(value: string): [string, number][] {
  const list: [string, number][] = [];
  if (value === '') list.push([' ', 1], [',', 0.4], ['\\n', 0.4], ['-', 0.2], ['_', 0.2]);
  else list.push(['', 1]);
  if (value === ' ') list.push(['-', 0.2], ['_', 0.2], [',', 0.3], [', ', 0.3]);
  list.push([value.trim(), 0.8], [value.toLowerCase(), 0.8], [value.toUpperCase(), 0.8]);
  if (value.length === 1)
    list.push(...[...(PAIRS.get(value) ?? '')].map((to): [string, number] => [escape(to), 0.7]));
  if (value.length > 1 && value.length <= 12) {
    // One character too many: a doubled space, a stray letter.
    list.push([value.slice(1), 0.4], [value.slice(0, -1), 0.4]);
  }
  if (value.length > 0) list.push([`${value} `, 0.3], [` ${value}`, 0.3]);
  return list;
}

function escape(char: string): string {
  return char === '\\' ? '\\\\' : char;
}

/** A string of the tests: likely where it differs from the present one in a letter or two. */
function hinted(value: string, hint: string): [string, number][] {
  if (hint.length > 60 || /[\\\n]/.test(hint)) return [];
  return [[hint, isNear(value, hint) ? 1 : 0.15]];
}

/** At most two differing characters among strings of four or more. */
function isNear(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 4 || Math.abs(a.length - b.length) > 2) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return Math.max(a.length, b.length) - start - end <= 2;
}

/** True for a literal that no expression can replace: a name, a member of an enum, a type. */
export function isKey(node: ts.Node): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    ts.isEnumMember(parent) ||
    ts.isLiteralTypeNode(parent)
  );
}

function isModuleName(node: ts.Node): boolean {
  const { parent } = node;
  if (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isExternalModuleReference(parent)
  )
    return true;
  return ts.isCallExpression(parent) && /^(require|import)$/.test(parent.expression.getText());
}

/** Flags that are forgotten, with how likely each is. */
const FLAGS: readonly [string, number][] = [
  ['g', 1],
  ['i', 1],
  ['m', 0.6],
  ['u', 0.5],
  ['s', 0.5],
];
/** Other flags, quantifiers, anchors, classes and alternatives of a regular expression. */
export function regexes(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isRegularExpressionLiteral(node)) return [];
  const end = node.text.lastIndexOf('/');
  const source = node.text.slice(1, end);
  const flags = node.text.slice(end + 1);
  const to = (body: string, given: string, weight: number): Mutation =>
    replace(
      node,
      `/${body}/${given}`,
      'regex',
      `${quote(node.text)} should be ${quote(`/${body}/${given}`)}`,
      weight,
    );
  const toggled = FLAGS.map(([flag, weight]) =>
    flags.includes(flag)
      ? to(source, flags.replace(flag, ''), 0.6 * weight)
      : to(source, flags + flag, weight),
  );
  const changed = patternEdits(source, { words: site.hints.strings, flags }).map(({ body, weight }) =>
    to(body, flags, weight),
  );
  return [...toggled, ...changed];
}
