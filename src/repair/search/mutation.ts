import type { Said } from '../../domain/run/said';
/** One edit of a text: `[start, end)` in UTF-16 units becomes `replacement`. */
export interface TextEdit {
  start: number;
  end: number;
  replacement: string;
}

/** One edit of one file's text by a template. */
export interface Mutation extends TextEdit {
  template: TemplateName;
  /** In words, without the place: `` `<` should be `<=` ``. */
  description: Said;
  /** How likely among the mutations of its template, over 0 to 1; above 1 only to be tried early. */
  weight: number;
}

export interface PlacedMutation extends Mutation {
  file: string;
  /** Line of `start`, from 1. */
  line: number;
  /** Suspiciousness of the line, 0 to 1 or a little above where a stack points there. */
  suspicion: number;
  /** 0 goes before 1 whatever the scores: 0 for the files that the user named. */
  precedence: number;
  /** How likely it is by its place, its template and what failures say, where it was ranked. */
  score?: number;
}

/** The text with the edits in place, which must not overlap. Of two that begin at one place the later in the list stands before. */
export function applyMutations(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { start, end, replacement } of [...edits].sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + replacement + result.slice(end);
  return result;
}

/** Key of an edit: the same place becomes the same text. */
export function editKey({ file, start, end, replacement }: PlacedMutation): string {
  return JSON.stringify([file, start, end, replacement]);
}

/** True where two mutations of one file touch the same text, or insert at the same point. */
export function overlaps(a: Mutation, b: Mutation): boolean {
  return a.start < b.end && b.start < a.end ? true : a.start === b.start;
}

/** The same edit without the text that both sides share at their ends. */
export function trimmed(text: string, edit: TextEdit): TextEdit {
  const { replacement } = edit;
  let { start, end } = edit;
  let from = 0;
  let to = replacement.length;
  while (start < end && from < to && text[start] === replacement[from]) {
    start++;
    from++;
  }
  while (start < end && from < to && text[end - 1] === replacement[to - 1]) {
    end--;
    to--;
  }
  return { start, end, replacement: replacement.slice(from, to) };
}

/** Key of the trimmed edit: two templates that reach the same text get the same key. */
export function canonicalKey(text: string, edit: TextEdit): string {
  const { start, end, replacement } = trimmed(text, edit);
  return `${start}:${end}:${replacement}`;
}

/**
 * How often a template repairs a bug, relative to the others. Rough by intent: three or four levels, set from
 * what real one-edit repairs look like, so that no single set of bugs decides the order.
 */
export const TEMPLATE_PRIORS = {
  // One token becomes its neighbour in a small table.
  relational: 1,
  equality: 1,
  logical: 1,
  boolean: 1,
  arithmetic: 0.9,
  assignment: 0.7,
  increment: 0.7,
  unary: 0.6,
  bitwise: 0.6,
  number: 0.9,
  // A constant that fits the tests' own values: another index, a number that a test names.
  fitted: 0.9,
  string: 0.7,
  regex: 0.7,
  // A module by another name.
  import: 1,
  // Another name, or another order of the same things.
  identifier: 0.8,
  member: 0.6,
  'this-member': 0.6,
  // A value written out where a setting with that default belongs.
  setting: 0.6,
  'operand-swap': 0.8,
  'operand-drop': 0.8,
  'argument-swap': 0.8,
  'branch-swap': 0.8,
  exchange: 0.6,
  // Off by one.
  offset: 0.7,
  range: 0.9,
  'loop-kind': 0.7,
  'loop-stride': 0.4,
  // Calls.
  method: 0.8,
  wrap: 0.5,
  // Only where a failure shows the form that is wanted: the strongest sign that there is.
  format: 2,
  append: 0.5,
  unwrap: 0.6,
  spread: 0.5,
  'sort-compare': 0.7,
  'argument-drop': 0.4,
  'argument-add': 0.3,
  // Conditions.
  negate: 0.8,
  'chain-flip': 0.6,
  'condition-constant': 0.4,
  strengthen: 0.4,
  weaken: 0.4,
  // Missing language.
  await: 0.6,
  optional: 0.4,
  default: 0.4,
  presence: 0.6,
  // An error for what is missing.
  error: 0.5,
  // Statements.
  remove: 0.7,
  'remove-two': 0.3,
  'swap-statements': 0.5,
  'return-value': 0.5,
  'missing-return': 0.7,
  guard: 0.4,
  'wrap-if': 0.4,
  'else-if': 0.5,
  jump: 0.5,
  move: 0.5,
  reset: 0.4,
  duplicate: 0.25,
  'missing-call': 0.4,
  assign: 0.15,
  // Any expression for any other of its kind: many, so late.
  donor: 0.3,
} as const satisfies Readonly<Record<string, number>>;

export type TemplateName = keyof typeof TEMPLATE_PRIORS;
