import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** A pattern after an edit, and how likely that is, 0 to 1. */
export interface PatternEdit {
  body: string;
  weight: number;
}

/** Words of the tests that become alternatives, and characters that a class lacks. */
const MOST_WORDS = 12;
const MOST_CHARACTERS = 6;
/** Edits of one pattern. */
const MOST = 80;

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

type Span = Pick<AST.Node, 'start' | 'end'>;
type Put = (span: Span, text: string) => void;
type Weighted = (weight: number) => Put;
type Alternatives = AST.Pattern | AST.Group | AST.CapturingGroup;

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

const SETS = { digit: /\d/, word: /\w/, space: /\s/ } as const;

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
