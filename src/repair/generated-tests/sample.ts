import { structuredPatch } from 'diff';
import type { PlacedMutation } from '../../domain/heal/mutation/mutation';
import type { TemplateName } from '../../domain/heal/mutation/priors';
import { rankMutations } from '../../domain/heal/mutation/rank';
import { mutateFile } from '../mutation/generate';
import { NO_HINTS } from '../mutation/site';

/** Templates that make the mistakes people make; the others search for repairs, and mostly give what has no sense. */
const MISTAKES = new Set<TemplateName>([
  ...([
    'relational',
    'equality',
    'logical',
    'boolean',
    'arithmetic',
    'increment',
    'unary',
    'bitwise',
  ] as const),
  ...(['number', 'offset', 'negate', 'condition-constant', 'branch-swap', 'operand-swap'] as const),
  ...(['argument-swap', 'loop-kind', 'method', 'remove', 'jump', 'unwrap'] as const),
]);
/** Templates for code in which those above find nothing, like a function that is one call. */
const FURTHER = new Set<TemplateName>(['string', 'identifier', 'member', 'return-value', 'donor']);

/** A changed file as it was, absent where it is new, and as it is. */
export interface ChangedText {
  path: string;
  before: string | undefined;
  after: string;
}

/** At most `limit` mutants of the changed lines, spread over them evenly. The same texts give the same sample. */
export function sampleMutants(files: readonly ChangedText[], limit: number): PlacedMutation[] {
  const mutations = files.flatMap((file) => {
    const lines = new Map(changedLines(file).map((line) => [line, 1]));
    if (lines.size === 0) return [];
    const places = { path: file.path, text: file.after, lines, loadScore: 0, precedence: 0 };
    const made = mutateFile(places, NO_HINTS);
    return 'note' in made ? [] : made.mutations.filter((mutation) => lines.has(mutation.line));
  });
  const texts = new Map(files.map(({ path, after }) => [path, after]));
  const ranked = rankMutations(mutations, texts);
  const mistakes = ranked.filter(({ template }) => MISTAKES.has(template));
  const further = ranked.filter(({ template }) => FURTHER.has(template));
  const sample = spread(mistakes, limit);
  return sample.length >= limit / 4 ? sample : [...sample, ...spread(further, limit / 4 - sample.length)];
}

/** Lines of the new text that are new or changed, from 1. */
export function changedLines({ path, before, after }: ChangedText): number[] {
  const count = after.split('\n').length;
  if (before === undefined) return Array.from({ length: count }, (_, i) => i + 1);
  const { hunks } = structuredPatch(path, path, before, after, '', '', { context: 0 });
  return hunks.flatMap(({ newStart, newLines }) => Array.from({ length: newLines }, (_, i) => newStart + i));
}

/** The best of each line, then the second of each line, and so on. */
function spread(ranked: readonly PlacedMutation[], limit: number): PlacedMutation[] {
  const turns = new Map<string, number>();
  const placed = ranked.map((mutation, rank) => {
    const key = `${mutation.file}:${mutation.line}`;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return { mutation, turn, rank };
  });
  return placed
    .sort((a, b) => a.turn - b.turn || a.rank - b.rank)
    .slice(0, Math.max(0, Math.floor(limit)))
    .map(({ mutation }) => mutation);
}
