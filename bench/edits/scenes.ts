import { draftHunks, type DraftHunk, type Pair } from './pairs';
import type { Scene } from './trial';

/** Functions around the one that is edited, in a file that is not that function alone. */
const NEIGHBOURS = 2;
const REPLACE_CONTEXTS = [0, 1, 3, 100];
const DIFF_CONTEXTS = [0, 1, 3, 8];

/** Every edit of a pair: each changed passage as a replacement, all of them as a diff, with more or less context. */
export function scenesOf(pairs: readonly Pair[], index: number): Scene[] {
  const pair = pairs[index];
  if (!pair) return [];
  const above = pairs.slice(Math.max(index - NEIGHBOURS, 0), index).flatMap(({ after }) => [...after, '']);
  const below = pairs.slice(index + 1, index + 1 + NEIGHBOURS).flatMap(({ after }) => ['', ...after]);
  return [...scenesIn(pair, 'alone', [], []), ...scenesIn(pair, 'among others', above, below)];
}

function scenesIn(pair: Pair, where: string, above: readonly string[], below: readonly string[]): Scene[] {
  const file = [...above, ...pair.before, ...below];
  const program = { from: above.length, to: above.length + pair.before.length };
  const moved = (hunks: readonly DraftHunk[]): DraftHunk[] =>
    hunks.map((hunk) => ({ ...hunk, start: hunk.start + above.length }));
  const replacements = REPLACE_CONTEXTS.flatMap((context) =>
    moved(draftHunks(pair.before, pair.after, context)).map((hunk, index): Scene => ({
      name: `${pair.name} ${where}, ${context} lines around, passage ${index + 1}`,
      form: 'replace',
      file,
      right: [
        ...file.slice(0, hunk.start),
        ...hunk.lines.filter(({ op }) => op !== 'remove').map(({ text }) => text),
        ...file.slice(hunk.start + hunk.lines.filter(({ op }) => op !== 'add').length),
      ],
      program,
      hunks: [hunk],
    })),
  );
  const diffs = DIFF_CONTEXTS.map((context): Scene => ({
    name: `${pair.name} ${where}, ${context} lines of context`,
    form: 'diff',
    file,
    right: [...above, ...pair.after, ...below],
    program,
    hunks: moved(draftHunks(pair.before, pair.after, context)),
  }));
  return [...replacements, ...diffs];
}
