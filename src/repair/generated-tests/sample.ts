import { linesOnlyIn, type ChangedFile } from '../../domain/signs/code-lines';
import type { TemplateName } from '../search/mutation';
import type { Mutant, SourceThread } from '../commands';
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

/** Mutants that are made, before some of them are chosen. */
const MOST_MADE = 4_000;

/** At most `limit` mutants of the changed lines, spread over them evenly. The same texts give the same sample. */
export async function sampleMutants(
  thread: Pick<SourceThread, 'mutants'>,
  files: readonly ChangedFile[],
  limit: number,
): Promise<Mutant[]> {
  const changed = new Map(
    files.map(({ path, before, after }) => [
      path,
      new Map(linesOnlyIn(after, before).map(({ line }) => [line + 1, 1])),
    ]),
  );
  const places = files.flatMap(({ path, after: text }) => {
    const lines = changed.get(path);
    return lines?.size ? [{ path, text, lines, loadScore: 0, precedence: 0 }] : [];
  });
  const made = await thread.mutants({ places, hints: NO_HINTS, clues: {}, most: MOST_MADE });
  const ranked = (made ?? []).filter(({ file, line }) => changed.get(file)?.has(line));
  const mistakes = ranked.filter(({ template }) => MISTAKES.has(template));
  const further = ranked.filter(({ template }) => FURTHER.has(template));
  const sample = spread(mistakes, limit);
  return sample.length >= limit / 4 ? sample : [...sample, ...spread(further, limit / 4 - sample.length)];
}

/** The best of each line, then the second of each line, and so on. */
function spread(ranked: readonly Mutant[], limit: number): Mutant[] {
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
