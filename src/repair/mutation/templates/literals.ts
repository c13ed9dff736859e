import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { meantNumbers, rounded } from '../../search/wanted-values';
import { quote } from '../../quote';
import { replace, replaceExpression, type Site } from '../site';
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { said } from '../../../domain/run/said';

/** A pattern after an edit, and how likely that is, 0 to 1. */
interface PatternEdit {
  body: string;
  weight: number;
}

/** Words of the tests that become alternatives, and characters that a class lacks. */
const MOST_WORDS = 12;
const MOST_CHARACTERS = 6;
/** Edits of one pattern. */
const MOST = 80;

type Span = Pick<AST.Node, 'start' | 'end'>;
type Put = (span: Span, text: string) => void;
type Weighted = (weight: number) => Put;
type Alternatives = AST.Pattern | AST.Group | AST.CapturingGroup;

const SETS = { digit: /\d/, word: /\w/, space: /\s/ } as const;

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
  return replace(node, to, 'boolean', said`${quote(from)} should be ${quote(to)}`);
}

function numbers(node: ts.NumericLiteral, site: Site): Mutation[] {
  if (isKey(node)) return [];
  const value = Number(node.text);
  const list = listOf(node);
  const number = (to: string, weight: number, isHinted = false): Mutation =>
    replaceExpression(node, to, list || isHinted ? 'fitted' : 'number', weight);
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
    .map(([to, weight]) => number(String(rounded(to)), weight));
  if (list) mutations.push(replaceExpression(node, `${site.code(list)}.length - 1`, 'range'));
  const meant = meantNumbers(value, site.hints.pairs).filter((to) => !(isNegated && to < 0));
  mutations.unshift(...meant.map((to) => number(String(to), value > 9 ? 1 : 0.5)));
  if (/char ?code|codePoint/i.test(site.text)) {
    mutations.push(...CHAR_CODES.map((code) => number(code, 0.5)));
  }
  mutations.push(...site.donors(node).numbers.map((to) => number(to, 0.5)));
  mutations.push(...site.hints.numbers.map((to) => number(to, 0.15, true)));
  return mutations;
}

/** The list that a number is an index of; undefined: it is none. */
function listOf(node: ts.NumericLiteral): ts.Expression | undefined {
  const { parent } = node;
  return ts.isElementAccessExpression(parent) && parent.argumentExpression === node
    ? parent.expression
    : undefined;
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
      said`${quote(node.text)} should be ${quote(`/${body}/${given}`)}`,
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

/** Edits of a pattern: other quantifiers, classes, alternatives and anchors. `words`: texts of the tests. */
export function patternEdits(
  source: string,
  { words, flags }: { words: readonly string[]; flags: string },
): PatternEdit[] {
  const pattern = parsed(source, flags);
  if (!pattern) return [];
  const found: PatternEdit[] = [];
  const put =
    (weight: number) =>
    ({ start, end }: Span, text: string): void => {
      found.push({ body: source.slice(0, start) + text + source.slice(end), weight });
    };
  const alternatives = words
    .filter((text) => /^[\w:-]{1,20}$/.test(text) && !source.includes(text))
    .slice(0, MOST_WORDS);
  const options = (node: Alternatives, isWhole: boolean) =>
    editAlternatives(node, source, isWhole, alternatives, put);
  options(pattern, true);
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => editQuantifier(node, put(0.7)),
    onCharacterSetEnter: (node) => editSet(node, put),
    onCharacterClassEnter: (node) => editClass(node, words, put),
    onGroupEnter: (node) => options(node, false),
    onCapturingGroupEnter: (node) => options(node, false),
  });
  found.push(...anchored(source).map((body) => ({ body, weight: 0.7 })));
  // Of the same edits the likeliest is kept.
  const likeliest = found.sort((a, b) => b.weight - a.weight);
  const distinct = new Map(likeliest.toReversed().map((edit) => [edit.body, edit]));
  return likeliest
    .filter((edit) => distinct.get(edit.body) === edit && edit.body !== '' && edit.body !== source)
    .slice(0, MOST)
    .filter(({ body }) => parsed(body, flags));
}

function parsed(source: string, flags: string): AST.Pattern | undefined {
  const mode = flags.includes('v') ? { unicodeSets: true } : { unicode: flags.includes('u') };
  try {
    return new RegExpParser().parsePattern(source, 0, source.length, mode);
  } catch {
    return undefined;
  }
}

/** Another count, or the same as few times as possible. */
function editQuantifier({ element, min, max, greedy, end }: AST.Quantifier, put: Put): void {
  const mark = { start: element.end, end };
  const lazy = greedy ? '' : '?';
  for (const count of countsNear(min, max)) put(mark, count === '' ? '' : count + lazy);
  if (max === Infinity) put({ start: greedy ? end : end - 1, end }, greedy ? '?' : '');
}

function countsNear(min: number, max: number): string[] {
  if (max !== Infinity) return min === 0 && max === 1 ? ['', '*'] : bounds(min, max);
  if (min === 0) return ['+', '?', ''];
  return min === 1 ? ['*', '?', '', '{2,}'] : [`{${min - 1},}`, `{${min + 1},}`, `{${min}}`];
}

function bounds(min: number, max: number): string[] {
  const near: [number, number][] =
    min === max
      ? [
          [min - 1, max - 1],
          [min + 1, max + 1],
          [min, max + 1],
          [min - 1, max],
        ]
      : [
          [min - 1, max],
          [min + 1, max],
          [min, max - 1],
          [min, max + 1],
        ];
  const legal = near.filter(([from, to]) => from >= 0 && to >= Math.max(1, from));
  return [...legal.map(([from, to]) => (from === to ? `{${from}}` : `{${from},${to}}`)), `{${min},}`];
}

/** A point that was meant as one, and a class that stands for one character or for others. */
function editSet(node: AST.CharacterSet, put: Weighted): void {
  if (node.kind === 'any') return put(0.7)(node, '\\.');
  if (node.kind === 'property' || node.parent.type === 'CharacterClass') return;
  if (node.kind === 'digit') put(0.4)(node, '\\w');
  if (node.parent.type === 'Quantifier') return;
  put(0.7)(node, `${node.raw}+`);
  put(0.7)(node, `${node.raw}*`);
}

/** A class with a character that the tests use, without one of its parts, or turned round. */
function editClass(node: AST.CharacterClass, words: readonly string[], put: Weighted): void {
  const inner = { start: node.end - 1, end: node.end };
  const used = [...new Set(words.join(''))].filter(
    (char) => /[\x21-\x7e]/.test(char) && !/[a-z]/i.test(char),
  );
  for (const char of used.filter((one) => !isIn(node, one)).slice(0, MOST_CHARACTERS))
    put(0.4)(inner, `${/[\\\]^-]/.test(char) ? '\\' : ''}${char}]`);
  for (const part of node.elements) if (node.elements.length > 1) put(0.4)(part, '');
  const start = { start: node.start, end: node.start + (node.negate ? 2 : 1) };
  put(0.3)(start, node.negate ? '[' : '[^');
}

/** True for a character that the class has among its parts; of classes in classes nothing is known. */
function isIn({ elements }: AST.CharacterClass, char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  return elements.some((part) => {
    switch (part.type) {
      case 'Character':
        return part.value === code;
      case 'CharacterClassRange':
        return part.min.value <= code && code <= part.max.value;
      case 'CharacterSet':
        return part.kind === 'property' || SETS[part.kind].test(char) !== part.negate;
      default:
        return true;
    }
  });
}

/** Another alternative, or one less; where alternatives stand beside an anchor, all of them in it. */
function editAlternatives(
  node: Alternatives,
  source: string,
  isWhole: boolean,
  words: readonly string[],
  put: Weighted,
): void {
  const { alternatives } = node;
  const [first, last] = [alternatives[0], alternatives.at(-1)];
  if (!first || !last) return;
  const after = { start: last.end, end: last.end };
  if (alternatives.length > 1 || isWhole)
    for (const word of words) put(alternatives.length > 1 ? 0.5 : 0.2)(after, `|${word}`);
  if (alternatives.length < 2) return;
  for (const [at, { start, end }] of alternatives.entries())
    put(0.3)(at === 0 ? { start, end: end + 1 } : { start: start - 1, end }, '');
  if (!isWhole) return;
  const { head, tail } = anchorsOf(source);
  if (head + tail === '') return;
  const body = source.slice(head.length, source.length - tail.length);
  put(0.7)(node, `${head}(?:${body})${tail}`);
}

function anchored(source: string): string[] {
  const { head, tail } = anchorsOf(source);
  return [head === '' ? `^${source}` : source.slice(1), tail === '' ? `${source}$` : source.slice(0, -1)];
}

/** The anchors that a pattern begins and ends with; empty: none. */
function anchorsOf(source: string): { head: string; tail: string } {
  return {
    head: source.startsWith('^') ? '^' : '',
    tail: source.endsWith('$') && !source.endsWith('\\$') ? '$' : '',
  };
}
