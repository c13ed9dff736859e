import type { ChangedFile } from '../../domain/signs/code-lines';
import type { PlacedMutation } from '../search/mutation';
import { excerpt } from '../../domain/text';
import { isTestable, isTestFile } from '../../domain/verification/protected-paths';
import { isTrusted, SAMPLED_MUTANTS, type TestScore } from '../../domain/verification/test-score';
import { programText } from '../../machine/text/program-text';
import { readTreeFile } from '../../store';
import { SourceThread } from '../commands';
import { testerByCommand } from './by-command';
import { testerInSandbox } from './in-sandbox';
import { sampleMutants } from './sample';
import type { ScoreTestsDeps, ScoreTestsTask, Tester, Tried } from './tester';

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
  return `${file}:${line}: ${excerpt(description, DESCRIPTION_CHARS)}`;
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
