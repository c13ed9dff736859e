import { applyMutations } from '../search/mutation';
import { parentPath } from '../../domain/files/paths';
import { narrowed } from '../../domain/verification/narrow';
import { isTest } from '../../domain/verification/protected-paths';
import type { CheckReport, CommandCheck, TestResult } from '../../domain/verification/verification';
import { hasWord } from '../../domain/words';
import { readTreeFile } from '../../store';
import { foundChecks, reportedBy } from '../../verifier';
import { trialsFor, type Bench, type CommandTrials, type Mutant } from '../commands';
import { unsteadyIds, type ScoreTestsDeps, type ScoreTestsTask, type Tester, type Tried } from './in-sandbox';

/** Time in which mistakes are made, ms: what is left of them then says nothing. */
const NOTICE_MS = 60_000;

/** Nothing ran. */
const NONE: Tester = {
  runnable: [],
  unexercised: [],
  notice: () => Promise.resolve({ tried: 0, survivors: [] }),
};

/** Runs tests of Python and Go by the project's command, in a checkout that lives as long as `use`. */
export async function testerByCommand<T>(
  deps: ScoreTestsDeps,
  task: ScoreTestsTask,
  tried: Tried,
  use: (tester: Tester) => Promise<T>,
): Promise<T> {
  const { spec, directory, heavyFolders, signal } = task;
  const found = await foundChecks(deps, task, tried.program);
  const { commands } = found?.spec ?? spec;
  const bench = await deps.benchesOf?.({ directory, spec, heavyFolders })(task.tree, signal);
  if (bench === undefined || typeof bench === 'string') return use(NONE);
  try {
    const texts = await textsOf(deps, task);
    for (const check of commands) {
      const tester = await testerOf(bench, withFiles(check, task.files), texts, task, tried);
      if (tester) return await use(tester);
    }
    return await use(NONE);
  } finally {
    await bench.dispose();
  }
}

/** A check that knows of these files as well: by their names unittest tells whose tests ran. */
function withFiles(check: CommandCheck, files: readonly string[]): CommandCheck {
  const { reporting } = check;
  const known = reporting?.files;
  return known ? { ...check, reporting: { ...reporting, files: [...new Set([...known, ...files])] } } : check;
}

async function textsOf(
  stores: Pick<ScoreTestsDeps, 'trees' | 'blobs'>,
  { tree, files }: ScoreTestsTask,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of files) texts.set(path, String((await readTreeFile(stores, tree, path)) ?? ''));
  return texts;
}

/** The tests as this command runs them; undefined where it reports none of them. */
async function testerOf(
  bench: Bench,
  check: CommandCheck,
  texts: ReadonlyMap<string, string>,
  task: ScoreTestsTask,
  { changed, thread }: Tried,
): Promise<Tester | undefined> {
  const { tree, signal } = task;
  const run = reportedBy((_tree, one, stop, options) => bench.run(one, stop, options));
  const own = testsOf(await run(tree, check, signal), texts);
  if (own.length === 0) return undefined;
  const again = await run(tree, narrowed(check, own), signal);
  const unsteady = unsteadyIds(own, testsOf(again, texts));
  const passing = own.filter(({ id, status }) => status === 'passed' && !unsteady.has(id));
  const narrow = narrowed(check, passing);
  const isPart = passing.length < own.length;
  const last = isPart ? passing.length > 0 && (await run(tree, narrow, signal)) : again;
  const functions = await thread.functions({
    files: changed.map(({ path, after: text }) => ({ path, text })),
  });
  const all = [...texts.values()].join('\n');
  return {
    runnable: [...texts].filter(([, text]) => testsIn(passing, text).length > 0).map(([path]) => path),
    unexercised: functions.flatMap(({ path, functions: those }) =>
      those
        .filter(({ name }) => isOffered(name) && !hasWord(all, name))
        .map(({ name }) => `${path}: ${name}`),
    ),
    notice: (mutants) => {
      if (!last || last.end !== 'completed' || last.exitCode !== 0)
        return Promise.resolve({ tried: 0, survivors: [] });
      const originals = new Map(changed.map(({ path, after }) => [path, after]));
      const line = narrow.reporting?.line ?? narrow.command;
      const failed = { check, failing: passing, line, folder: check.reporting?.folder ?? '' };
      const { fast, plain } = trialsFor(bench, failed, originals, last.durationMs, true);
      return noticed(fast ?? plain, mutants, originals, task);
    },
  };
}

/** Tries mutants up to the end of the time. */
async function noticed(
  trials: CommandTrials,
  mutants: readonly Mutant[],
  originals: ReadonlyMap<string, string>,
  { signal, progress }: ScoreTestsTask,
): Promise<{ tried: number; survivors: Mutant[] }> {
  const jobs = mutants.map((mutant, id) => ({
    id: id + 1,
    mutant,
    text: applyMutations(originals.get(mutant.file) ?? '', [mutant]),
  }));
  const survivors: Mutant[] = [];
  let tried = 0;
  const endMs = performance.now() + NOTICE_MS;
  for (let start = 0; start < jobs.length && performance.now() < endMs; start += trials.batch) {
    const batch = jobs.slice(start, start + trials.batch);
    const result = await trials.try(batch, endMs - performance.now(), signal);
    tried += result.tried - (result.broken ?? 0);
    survivors.push(...batch.flatMap(({ id, mutant }) => (result.passed.has(id) ? [mutant] : [])));
    progress(`${tried} of ${jobs.length} mutants tried`);
  }
  return { tried, survivors };
}

function testsOf({ tests }: CheckReport, texts: ReadonlyMap<string, string>): TestResult[] {
  return [...texts].flatMap(([path, text]) =>
    testsIn(
      // Go names the folder alone.
      tests.filter(
        ({ file }) => file === path || (path.endsWith('.go') && folderOf(file) === parentPath(path)),
      ),
      text,
    ),
  );
}

/** Those that a text defines. */
function testsIn(tests: readonly TestResult[], text: string): TestResult[] {
  // `test_sum[1-2]` is a row of `test_sum`.
  return tests.filter(({ path }) => path.some((part) => hasWord(text, part.split('[', 1)[0] ?? '')));
}

function folderOf(file: string): string {
  const folder = isTest(file) ? parentPath(file) : file;
  return folder === '.' ? '' : folder;
}

/** False for what is meant for the file itself. */
function isOffered(name: string): boolean {
  return !name.startsWith('_') && name !== 'main';
}
