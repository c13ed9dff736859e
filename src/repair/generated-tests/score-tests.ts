import { programText } from '../../machine/text/program-text';
import type { TreeHash } from '../../domain/ids';
import type { PlacedMutation } from '../../domain/heal/mutation/mutation';
import { isSourceFile, isTestSide } from '../../domain/verification/protected-paths';
import { isTrusted, SAMPLED_MUTANTS, type TestScore } from '../../domain/verification/test-score';
import { excerpt } from '../../domain/text';
import { failuresOf } from '../../domain/verification/failed-checks';
import type { CheckReport, VerificationSpec } from '../../domain/verification/verification';
import { hasWord } from '../../domain/words';
import type { HostDirectory } from '../../domain/files/workspace';
import { type BlobStore, readTreeFile, type TreeStore } from '../../store';
import { Trials } from '../mutation/trials';
import type { Sandbox, SandboxResult } from '../../sandbox';
import type { LoadedProgram, LoadProgram } from '../../verifier';
import { exportedFunctions } from './exported-functions';
import { sampleMutants, type ChangedText } from './sample';

/** Mutants tried between two beats. */
const BATCH = 16;
const MAX_UNEXERCISED = 20;
const MAX_SURVIVED = 10;
const DESCRIPTION_CHARS = 120;

export interface ScoreTestsDeps {
  trees: TreeStore;
  blobs: BlobStore;
  sandbox: Sandbox;
  loadProgram: LoadProgram;
}

export interface ScoreTestsTask {
  /** Before the change that the tests are for. */
  base: TreeHash;
  /** With the change and the tests. */
  tree: TreeHash;
  /** The generated test files. */
  files: readonly string[];
  spec: VerificationSpec;
  directory?: HostDirectory;
  signal: AbortSignal;
  progress(note: string): void;
}

/**
 * Scores generated tests before anything relies on them: they must run on the change, and notice deliberate mistakes in
 * it. Tests that fail on the change, or pass only sometimes, are left out.
 */
export async function scoreTests(deps: ScoreTestsDeps, task: ScoreTestsTask): Promise<TestScore> {
  const program = await deps.loadProgram(task);
  const present = task.files.filter((path) => program.files.has(path));
  task.progress('running the generated tests on the change');
  const first = await runAll(deps.sandbox, task, program, present, true);
  const second = await runAll(deps.sandbox, task, program, present, false);
  const checks = first.map((result) => result.report);
  const unsteady = unsteadyIds(
    checks,
    second.map((result) => result.report),
  );
  const runnable = checks.filter((check) => isRunnable(check, unsteady)).map((check) => check.name);
  const changed = await changedTexts(deps, task, program);
  const mutants = runnable.length === 0 ? [] : sampleMutants(changed, SAMPLED_MUTANTS);
  const trials = new Trials(
    deps.sandbox,
    {
      files: program.files,
      context: program.context,
      testFiles: runnable,
      checks,
      flaky: unsteady,
      limits: task.spec.limits,
      memory: new Map(),
      suspectFiles: changed.map((file) => file.path),
    },
    task.signal,
  );
  const survivors: PlacedMutation[] = [];
  for (let start = 0; start < mutants.length; start += BATCH) {
    task.signal.throwIfAborted();
    const batch = mutants.slice(start, start + BATCH).map((mutant) => [mutant]);
    survivors.push(...(await trials.plausible(batch, [], runnable)).flat());
    task.progress(`${Math.min(start + BATCH, mutants.length)} of ${mutants.length} mutants tried`);
  }
  const counts = { sampled: mutants.length, killed: mutants.length - survivors.length };
  const unexercised = unexercisedOf(changed, program, present, first);
  const survived = survivors.slice(0, MAX_SURVIVED).map(describe);
  return { runnable, ...counts, trusted: isTrusted(counts), unexercised, survived };
}

function describe({ file, line, description }: PlacedMutation): string {
  return `${file}:${line}: ${excerpt(description, DESCRIPTION_CHARS)}`;
}

function runAll(
  sandbox: Sandbox,
  { spec, signal }: ScoreTestsTask,
  { files, context }: LoadedProgram,
  testFiles: readonly string[],
  coverage: boolean,
): Promise<SandboxResult[]> {
  return Promise.all(
    testFiles.map((testFile) =>
      sandbox.run({ files, context, testFile, limits: spec.limits, coverage }, signal),
    ),
  );
}

/** Ids of tests whose verdict changes from run to run. */
function unsteadyIds(first: readonly CheckReport[], second: readonly CheckReport[]): Set<string> {
  const verdicts = (checks: readonly CheckReport[]): Map<string, string> =>
    new Map(checks.flatMap(({ tests }) => tests.map((test) => [test.id, test.status])));
  const again = verdicts(second);
  return new Set([...verdicts(first)].filter(([id, status]) => again.get(id) !== status).map(([id]) => id));
}

function isRunnable(check: CheckReport, unsteady: ReadonlySet<string>): boolean {
  const loads = !failuresOf(check).some((failed) => failed.id === check.name);
  return loads && check.tests.some((test) => test.status === 'passed' && !unsteady.has(test.id));
}

/** Source files that differ from the base, tests aside. */
async function changedTexts(
  { trees, blobs }: ScoreTestsDeps,
  { base, tree }: ScoreTestsTask,
  { files }: LoadedProgram,
): Promise<ChangedText[]> {
  const known = new Map((await trees.list(base)).map((file) => [file.path, file.hash]));
  const changed: ChangedText[] = [];
  for (const { path, hash } of await trees.list(tree)) {
    const after = files.get(path);
    if (after === undefined || known.get(path) === hash || !isSourceFile(path) || isTestSide(path)) continue;
    const before = await readTreeFile({ trees, blobs }, base, path);
    changed.push({ path, before: before && programText(before), after });
  }
  return changed;
}

/** By coverage where the function has statements of its own, else by its name in a test. */
function unexercisedOf(
  changed: readonly ChangedText[],
  { files }: LoadedProgram,
  testFiles: readonly string[],
  results: readonly SandboxResult[],
): string[] {
  const hit = new Map<string, Set<number>>();
  for (const { lines } of results.flatMap((result) => result.coverage ?? [])) {
    for (const [path, numbers] of lines) hit.set(path, new Set([...(hit.get(path) ?? []), ...numbers]));
  }
  const texts = testFiles.map((path) => files.get(path) ?? '').join('\n');
  const found = changed.flatMap(({ path, after }) =>
    exportedFunctions(path, after)
      .filter(({ name, lines }) =>
        lines.length > 0 ? !lines.some((line) => hit.get(path)?.has(line)) : !isNamed(name, texts),
      )
      .map(({ name }) => `${path}: ${name}`),
  );
  return found.slice(0, MAX_UNEXERCISED);
}

function isNamed(name: string, texts: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  // A default export has another name in each file that imports it.
  return last === 'default' || hasWord(texts, last);
}
