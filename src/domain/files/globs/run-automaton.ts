import type { Automaton, State } from './automaton';

/** Characters of a name: no file system has longer ones, and `!(…)` looks at each stretch of one. */
const LONGEST_NAME = 255;

/** States that are made ready in the time of a visit. */
const FILLED_A_VISIT = 64;

/**
 * True if the automaton accepts the whole path. All states are followed at once, so that the time is that of the path times
 * the glob; for `!(…)` times the name that it stands in. `dot`: wildcards match a dot that begins a name.
 */
export function accepts(
  { states, start }: Automaton,
  path: string,
  { dot, budget }: { dot: boolean; budget?: GlobBudget },
): boolean {
  if (budget && budget.left <= 0) return false;
  const run = new Run(states, path, dot);
  const accepted = run.ends(start, 0, path.length).has(path.length);
  if (budget) budget.left -= run.visits;
  return accepted;
}

/** Visits of states that many globs may make together on many paths, some 20 ns each; where none are left, nothing matches. */
export interface GlobBudget {
  left: number;
}

class Run {
  visits = 0;
  /** State and place of a `!(…)` → where what it excludes ends. */
  private readonly known = new Map<string, ReadonlySet<number>>();

  constructor(
    private readonly states: readonly State[],
    private readonly path: string,
    private readonly dot: boolean,
  ) {}

  /** Places, up to `last`, at which the automaton accepts when it begins at `from`. */
  ends(start: number, from: number, last: number): ReadonlySet<number> {
    const ends = new Set<number>();
    const seenAt = new Int32Array(this.states.length).fill(-1);
    this.visits += this.states.length / FILLED_A_VISIT;
    const later = new Map<number, number[]>();
    let here = [start];
    for (let at = from; at <= last && (here.length > 0 || later.size > 0); at += 1) {
      here.push(...(later.get(at) ?? []));
      later.delete(at);
      const next: number[] = [];
      // States that lead on without a character are put at the end of the list meanwhile.
      for (let turn = 0; turn < here.length; turn += 1) {
        this.visits += 1;
        const index = here[turn] ?? 0;
        const state = this.states[index];
        if (!state || seenAt[index] === at) continue;
        seenAt[index] = at;
        if (state.kind === 'accept') ends.add(at);
        else if (state.kind === 'split') here.push(state.next, state.other);
        else if (state.kind === 'not') this.leave(index, state, at, here, later);
        else if (this.takes(state, at)) next.push(state.next);
      }
      here = next;
    }
    return ends;
  }

  /** Goes on behind each stretch of the name that a `!(…)` does not exclude. */
  private leave(
    index: number,
    { inner, next }: State & { kind: 'not' },
    at: number,
    here: number[],
    later: Map<number, number[]>,
  ): void {
    const slash = this.path.indexOf('/', at);
    const last = this.isHidden(at) ? at : slash < 0 ? this.path.length : slash;
    if (last - at > LONGEST_NAME) return;
    const key = `${index} ${at}`;
    const excluded = this.known.get(key) ?? this.ends(inner, at, last);
    this.known.set(key, excluded);
    this.visits += last - at;
    for (let end = at; end <= last; end += 1) {
      if (excluded.has(end)) continue;
      if (end === at) here.push(next);
      else if (later.has(end)) later.get(end)?.push(next);
      else later.set(end, [next]);
    }
  }

  private takes(state: Exclude<State, { kind: 'accept' | 'split' | 'not' }>, at: number): boolean {
    const char = this.path[at];
    if (char === undefined) return false;
    if (state.kind === 'char') return char === state.char;
    if (this.isHidden(at)) return false;
    if (state.kind === 'below') return true;
    if (char === '/') return false;
    if (state.kind === 'any') return true;
    const code = char.charCodeAt(0);
    return state.ranges.some(([from, to]) => from <= code && code <= to) !== state.negated;
  }

  /** True at a dot that begins a name, where wildcards do not match it. */
  private isHidden(at: number): boolean {
    return !this.dot && this.path[at] === '.' && (at === 0 || this.path[at - 1] === '/');
  }
}
