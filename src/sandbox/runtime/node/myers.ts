/** Differences between texts by lines: the shortest script of insertions and deletions, found as Myers describes it. */

export interface DiffLine {
  type: 'insert' | 'delete' | 'same';
  line: string;
}

/** Lines beyond this are not compared one by one: the search takes quadratic time where much differs. */
const MAX_EDITS = 2_000;

/** A last item lacks the comma that others have. */
function sameLine(left: string, right: string, commas: boolean): boolean {
  return left === right || (commas && (`${left},` === right || left === `${right},`));
}

/** Lines of the way from `expected` to `actual`, in order. An `insert` is a line that only `actual` has. */
export function diffLines(
  actual: readonly string[],
  expected: readonly string[],
  commas: boolean,
): DiffLine[] {
  const trace = search(actual, expected, commas);
  if (!trace) {
    return [
      ...actual.map((line): DiffLine => ({ type: 'insert', line })),
      ...expected.map((line): DiffLine => ({ type: 'delete', line })),
    ];
  }
  return backtrack(trace, actual, expected, commas);
}

/** Furthest place reached on each diagonal, for each number of edits. */
function search(
  actual: readonly string[],
  expected: readonly string[],
  commas: boolean,
): Map<number, number>[] | undefined {
  const limit = Math.min(actual.length + expected.length, MAX_EDITS);
  const reached = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let edits = 0; edits <= limit; edits++) {
    trace.push(new Map(reached));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOn(reached, diagonal, edits);
      let y = x - diagonal;
      while (
        x < actual.length &&
        y < expected.length &&
        sameLine(actual[x] ?? '', expected[y] ?? '', commas)
      ) {
        x++;
        y++;
      }
      reached.set(diagonal, x);
      if (x >= actual.length && y >= expected.length) return trace;
    }
  }
  return undefined;
}

function cameFromAbove(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  const above = reached.get(diagonal + 1) ?? 0;
  const left = reached.get(diagonal - 1) ?? 0;
  return diagonal === -edits || (diagonal !== edits && left < above);
}

function startOn(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  return cameFromAbove(reached, diagonal, edits)
    ? (reached.get(diagonal + 1) ?? 0)
    : (reached.get(diagonal - 1) ?? 0) + 1;
}

function backtrack(
  trace: readonly ReadonlyMap<number, number>[],
  actual: readonly string[],
  expected: readonly string[],
  commas: boolean,
): DiffLine[] {
  const script: DiffLine[] = [];
  let x = actual.length;
  let y = expected.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reached = trace[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const above = cameFromAbove(reached, diagonal, edits);
    const previous = above ? diagonal + 1 : diagonal - 1;
    const fromX = reached.get(previous) ?? 0;
    const fromY = fromX - previous;
    while (x > fromX && y > fromY) {
      const line = actual[x - 1] ?? '';
      const withComma = commas && !line.endsWith(',') ? (expected[y - 1] ?? '') : line;
      script.push({ type: 'same', line: withComma });
      x--;
      y--;
    }
    if (edits === 0) break;
    if (above) script.push({ type: 'delete', line: expected[--y] ?? '' });
    else script.push({ type: 'insert', line: actual[--x] ?? '' });
  }
  return script.reverse();
}

/** Lines without a difference in a row, of which more are left out. */
const CONTEXT = 5;

/** The difference as text, long stretches without one left out. */
export function stringifyDiff(script: readonly DiffLine[]): { text: string; skipped: boolean } {
  const lines: string[] = [];
  let skipped = false;
  let run: string[] = [];
  const endRun = (): void => {
    const rest = run.slice(CONTEXT);
    // Dots in place of one or two lines would save nothing.
    if (rest.length > 2) {
      lines.push('...', rest[rest.length - 1] ?? '');
      skipped = true;
    } else {
      lines.push(...rest);
    }
    run = [];
  };
  for (const { type, line } of script) {
    if (type === 'same') {
      run.push(`  ${line}`);
      if (run.length <= CONTEXT) lines.push(`  ${line}`);
    } else {
      endRun();
      lines.push(`${type === 'insert' ? '+' : '-'} ${line}`);
    }
  }
  return { text: `\n${lines.join('\n').trimEnd()}`, skipped };
}
