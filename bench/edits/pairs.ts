import { structuredPatch } from 'diff';

/** A broken program and the right one, as lines. */
export interface Pair {
  name: string;
  before: string[];
  after: string[];
}

/** A line of a change, as in a diff. */
export interface DraftLine {
  op: 'keep' | 'remove' | 'add';
  text: string;
}

/** Consecutive lines of a file, from `start` (0 is the first), and what becomes of them. */
export interface DraftHunk {
  start: number;
  lines: DraftLine[];
}

/** Pairs of JSON lines with `task_id`, `declaration`, `buggy_solution` and `canonical_solution`. */
export function readPairs(text: string): Pair[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const row = JSON.parse(line) as Record<string, unknown>;
      const field = (name: string): string => {
        const value = row[name];
        if (typeof value !== 'string')
          throw new Error(`Line ${index + 1} of the data has no text "${name}".`);
        return value;
      };
      const program = (body: string): string[] => (field('declaration') + field(body)).trim().split('\n');
      return {
        name: field('task_id'),
        before: program('buggy_solution'),
        after: program('canonical_solution'),
      };
    });
}

const OPS = { ' ': 'keep', '-': 'remove', '+': 'add' } as const;

/** Hunks that lead from the first lines to the second, with so many lines of context. */
export function draftHunks(
  before: readonly string[],
  after: readonly string[],
  context: number,
): DraftHunk[] {
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
  const { hunks } = structuredPatch('', '', text(before), text(after), undefined, undefined, { context });
  return hunks.map(({ oldStart, lines }) => ({
    start: oldStart - 1,
    lines: lines.flatMap((line): DraftLine[] => {
      const op = OPS[line[0] as keyof typeof OPS];
      return op ? [{ op, text: line.slice(1) }] : [];
    }),
  }));
}

/** One side of a change. */
export function side(lines: readonly DraftLine[], without: 'add' | 'remove'): string[] {
  return lines.filter(({ op }) => op !== without).map(({ text }) => text);
}
