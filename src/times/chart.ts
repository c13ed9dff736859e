import type { Context, Kind, Meaning, Node, Values } from './values';

/** One place in a pattern. */
export interface Matcher<K extends Kind = Kind, O extends boolean = boolean> {
  kind: K;
  test?(this: void, value: Values[K]): boolean;
  optional: O;
  /** It follows without a blank. */
  joined?: boolean;
}

type Taken<M> =
  M extends Matcher<infer K, infer O> ? (true extends O ? Values[K] | undefined : Values[K]) : never;

/** Where a reading begins and ends in the text. */
export interface Span {
  from: number;
  to: number;
}

/** A pattern of neighbours and what they mean together; undefined: nothing. */
export interface Rule {
  pattern: readonly Matcher[];
  make(values: readonly unknown[], context: Context, place: Span): Meaning | undefined;
}

/** Makes a rule whose values have the types of its pattern. */
export function rule<const M extends readonly Matcher[]>(
  pattern: M,
  make: (
    values: { -readonly [I in keyof M]: Taken<M[I]> },
    context: Context,
    place: Span,
  ) => Meaning | undefined,
): Rule {
  return { pattern, make: make };
}

export function a<K extends Kind>(kind: K, test?: (value: Values[K]) => boolean): Matcher<K, false> {
  return { kind, ...(test && { test }), optional: false };
}

export function maybe<K extends Kind>(kind: K, test?: (value: Values[K]) => boolean): Matcher<K, true> {
  return { kind, ...(test && { test }), optional: true };
}

/** One of some words of the grammar. */
export function word(...words: Values['word'][]): Matcher<'word', false> {
  return a('word', (value) => words.includes(value));
}

export function maybeWord(...words: Values['word'][]): Matcher<'word', true> {
  return maybe('word', (value) => words.includes(value));
}

/** The same place in a pattern, for what follows without a blank. */
export function joined<M extends Matcher>(matcher: M): M {
  return { ...matcher, joined: true };
}

/** A text that is nothing but times could be read in very many ways. */
const MOST_NODES = 3_000;
const MOST_PASSES = 8;

/** All that the rules read in a text: bottom-up, until nothing new comes. */
export function readAll(words: readonly Node[], rules: readonly Rule[], context: Context): Node[] {
  const chart = new Chart(words, context.text);
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const before = chart.nodes.length;
    for (const one of rules) for (const node of chart.starting()) chart.apply(one, node, context);
    if (chart.nodes.length === before || chart.nodes.length > MOST_NODES) break;
  }
  return chart.nodes;
}

class Chart {
  readonly nodes: Node[] = [];
  private readonly at = new Map<number, Node[]>();
  private readonly seen = new Set<string>();

  constructor(
    words: readonly Node[],
    private readonly text: string,
  ) {
    for (const node of words) this.add(node);
  }

  starting(): number[] {
    return [...this.at.keys()];
  }

  apply(rule: Rule, start: number, context: Context): void {
    this.match(rule, 0, start, start, [], context);
  }

  private match(
    rule: Rule,
    index: number,
    start: number,
    end: number,
    taken: unknown[],
    context: Context,
  ): void {
    if (this.nodes.length > MOST_NODES) return;
    const matcher = rule.pattern[index];
    if (!matcher) {
      const meaning = rule.make(taken, context, { from: start, to: end });
      if (meaning) this.add({ ...meaning, from: start, to: end });
      return;
    }
    if (matcher.optional) this.match(rule, index + 1, start, end, [...taken, undefined], context);
    const places = end === start ? [start] : matcher.joined ? [end] : this.placesAfter(end);
    for (const place of places)
      for (const node of [...(this.at.get(place) ?? [])])
        if (fits(matcher, node)) this.match(rule, index + 1, start, node.to, [...taken, node.value], context);
  }

  /** Where a neighbour can begin: behind blanks, and behind up to two words that only join. */
  private placesAfter(end: number): number[] {
    const places = new Set<number>();
    let ends = [end];
    for (let glues = 0; glues <= 2; glues += 1) {
      const next: number[] = [];
      for (const one of ends) {
        const place = this.text[one] === ' ' ? one + 1 : one;
        places.add(place);
        for (const node of this.at.get(place) ?? [])
          if (node.kind === 'word' && node.value === 'glue') next.push(node.to);
      }
      ends = next;
    }
    return [...places];
  }

  private add(node: Node): void {
    const key = JSON.stringify(node);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.nodes.push(node);
    const here = this.at.get(node.from);
    if (here) here.push(node);
    else this.at.set(node.from, [node]);
  }
}

function fits(matcher: Matcher, node: Node): boolean {
  if (matcher.kind !== node.kind) return false;
  const test = matcher.test as ((value: unknown) => boolean) | undefined;
  return test ? test(node.value) : true;
}
