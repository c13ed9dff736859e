import { type ChangedFile, linesOnlyIn } from '../../domain/signs/code-lines';
import type { PlacedMutation, TemplateName } from '../search/mutation';
import { excerpt } from '../../domain/text';
import { isTestable, isTestFile } from '../../domain/verification/protected-paths';
import { isTrusted, SAMPLED_MUTANTS, type TestScore } from '../../domain/verification/test-score';
import { programText } from '../../machine/text/program-text';
import { readTreeFile } from '../../store';
import { SourceThread, type Mutant } from '../commands';
import { testerByCommand } from './by-command';
import {
  testerInSandbox,
  type ScoreTestsDeps,
  type ScoreTestsTask,
  type Tester,
  type Tried,
} from './in-sandbox';
import { NO_HINTS } from '../mutation/site';
import { saidText } from '../../domain/run/said';

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
  ...(['number', 'fitted', 'offset', 'negate', 'condition-constant', 'branch-swap', 'operand-swap'] as const),
  ...(['argument-swap', 'loop-kind', 'method', 'remove', 'jump', 'unwrap'] as const),
]);
/** Templates for code in which those above find nothing, like a function that is one call. */
const FURTHER = new Set<TemplateName>(['string', 'identifier', 'member', 'return-value', 'donor']);

/** Mutants that are made, before some of them are chosen. */
const MOST_MADE = 4_000;

const MAX_UNEXERCISED = 20;
const MAX_SURVIVED = 10;
const DESCRIPTION_CHARS = 120;

/**
 * Scores generated tests before anything relies on them: they must run on the change, and notice deliberate mistakes in
 * it. Tests that fail on the change, or pass only sometimes, are left out.
 */
export async function scoreTests(deps: ScoreTestsDeps, task: ScoreTestsTask): Promise<TestScore> {
  const thread = new SourceThread(task.signal);
  try {
    const [program, changed] = await Promise.all([deps.loadProgram(task), changedFiles(deps, task)]);
    task.progress('running the generated tests on the change');
    const tried = { program, changed, thread };
    if (task.files.some(isTestFile)) return await scoreOf(await testerInSandbox(deps, task, tried), tried);
    return await testerByCommand(deps, task, tried, (tester) => scoreOf(tester, tried));
  } finally {
    await thread.close();
  }
}

async function scoreOf(tester: Tester, { changed, thread }: Tried): Promise<TestScore> {
  const { runnable, unexercised } = tester;
  const mutants = runnable.length === 0 ? [] : await sampleMutants(thread, changed, SAMPLED_MUTANTS);
  const { tried, survivors } = await tester.notice(mutants);
  const counts = { sampled: tried, killed: tried - survivors.length };
  return {
    runnable: [...runnable],
    ...counts,
    trusted: isTrusted(counts),
    unexercised: unexercised.slice(0, MAX_UNEXERCISED),
    survived: survivors.slice(0, MAX_SURVIVED).map(describe),
  };
}

function describe({ file, line, description }: PlacedMutation): string {
  return `${file}:${line}: ${excerpt(saidText(description), DESCRIPTION_CHARS)}`;
}

/** Source files that differ from the base, tests aside. */
async function changedFiles(
  stores: Pick<ScoreTestsDeps, 'trees' | 'blobs'>,
  { base, tree }: ScoreTestsTask,
): Promise<ChangedFile[]> {
  const known = new Map((await stores.trees.list(base)).map((file) => [file.path, file.hash]));
  const changed: ChangedFile[] = [];
  for (const { path, hash } of await stores.trees.list(tree)) {
    if (known.get(path) === hash || !isTestable(path)) continue;
    const [before, after] = await Promise.all([base, tree].map((of) => readTreeFile(stores, of, path)));
    changed.push({ path, before: before ? programText(before) : '', after: after ? programText(after) : '' });
  }
  return changed;
}

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
