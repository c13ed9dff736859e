/** How often one of a group's choices stands there; `!`: a name that none of them is. */
export type GroupKind = '@' | '?' | '+' | '*' | '!';

/** A part of a glob. */
export type GlobNode =
  | { kind: 'char'; char: string }
  /** `?` */
  | { kind: 'any' }
  /** `[a-z]`, with first and last code of each range */
  | { kind: 'set'; negated: boolean; ranges: readonly (readonly [number, number])[] }
  /** `*`: within a name */
  | { kind: 'star' }
  /** `**` at the end: all below */
  | { kind: 'below' }
  /** A `**` and its slash: any number of folders */
  | { kind: 'folders' }
  | { kind: 'group'; group: GroupKind; choices: readonly (readonly GlobNode[])[] };

/** A state of an automaton that reads a path from left to right; `next` and `other` are indexes of states. */
export type State =
  | { kind: 'accept' }
  | { kind: 'split'; next: number; other: number }
  | { kind: 'char'; char: string; next: number }
  /** Any character of a name. */
  | { kind: 'any'; next: number }
  | { kind: 'set'; negated: boolean; ranges: readonly (readonly [number, number])[]; next: number }
  /** Any character, a slash too. */
  | { kind: 'below'; next: number }
  /** Any stretch of a name that the automaton at `inner` does not accept. */
  | { kind: 'not'; inner: number; next: number };

export interface Automaton {
  states: readonly State[];
  start: number;
}

/** Groups `!(…)` of one glob: each looks at all stretches of a name. */
const MOST_EXCLUSIONS = 8;

/** The automaton of a glob: it has a few states for each of its characters. Undefined for one with too many `!(…)`. */
export function automatonOf(nodes: readonly GlobNode[]): Automaton | undefined {
  const builder = new Builder();
  const start = builder.sequence(nodes, ACCEPT);
  const exclusions = builder.states.filter(({ kind }) => kind === 'not').length;
  return exclusions > MOST_EXCLUSIONS ? undefined : { states: builder.states, start };
}

const ACCEPT = 0;

class Builder {
  readonly states: State[] = [{ kind: 'accept' }];

  private add(state: State): number {
    return this.states.push(state) - 1;
  }

  /** States are made from the end: each knows where it leads to. */
  sequence(nodes: readonly GlobNode[], next: number): number {
    return nodes.reduceRight((after, node) => this.node(node, after), next);
  }

  private node(node: GlobNode, next: number): number {
    switch (node.kind) {
      case 'char':
        return this.add({ kind: 'char', char: node.char, next });
      case 'any':
        return this.add({ kind: 'any', next });
      case 'set':
        return this.add({ ...node, next });
      case 'star':
        return this.loop(next, (again) => this.add({ kind: 'any', next: again }));
      case 'below':
        return this.loop(next, (again) => this.add({ kind: 'below', next: again }));
      case 'folders':
        return this.loop(next, (again) =>
          this.sequence([{ kind: 'star' }, { kind: 'char', char: '/' }], again),
        );
      case 'group':
        return this.group(node, next);
    }
  }

  private group({ group, choices }: GlobNode & { kind: 'group' }, next: number): number {
    const to = (after: number): number =>
      choices
        .map((choice) => this.sequence(choice, after))
        .reduce((one, other) => this.add({ kind: 'split', next: one, other }));
    switch (group) {
      case '@':
        return to(next);
      case '?':
        return this.add({ kind: 'split', next: to(next), other: next });
      case '*':
        return this.loop(next, to);
      case '+': {
        const again = this.loop(next, to);
        const split = this.states[again];
        return split?.kind === 'split' ? split.next : again;
      }
      case '!':
        return this.add({ kind: 'not', inner: to(ACCEPT), next });
    }
  }

  /** Any number of what `body` makes, then `next`. */
  private loop(next: number, body: (again: number) => number): number {
    const split = { kind: 'split' as const, next, other: next };
    const at = this.add(split);
    split.next = body(at);
    return at;
  }
}
