import type { ChangedFile } from '../../domain/signs/code-lines';
import { failuresOf } from '../../domain/verification/failed-checks';
import type { CheckReport } from '../../domain/verification/verification';
import { hasWord } from '../../domain/words';
import type { Sandbox, SandboxResult } from '../../sandbox';
import type { LoadedProgram } from '../../verifier';
import type { Mutant } from '../commands';
import { Trials } from '../mutation/trials';
import { exportedFunctions } from './exported-functions';
import { unsteadyIds, type ScoreTestsTask, type Tester, type Tried } from './tester';

/** Mutants tried between two beats. */
const BATCH = 16;

/** Runs tests of JavaScript and TypeScript. */
export async function testerInSandbox(
  { sandbox }: { sandbox: Sandbox },
  task: ScoreTestsTask,
  { program, changed }: Tried,
): Promise<Tester> {
  const { files, context } = program;
  const present = task.files.filter((path) => files.has(path));
  const first = await runAll(sandbox, task, program, present, true);
  const second = await runAll(sandbox, task, program, present, false);
  const checks = first.map((result) => result.report);
  const testsOf = (results: readonly SandboxResult[]) => results.flatMap(({ report }) => report.tests);
  const flaky = unsteadyIds(testsOf(first), testsOf(second));
  const runnable = checks.filter((check) => isRunnable(check, flaky)).map((check) => check.name);
  const { limits } = task.spec;
  const suspectFiles = changed.map((file) => file.path);
  const trials = new Trials(
    sandbox,
    { files, context, testFiles: runnable, checks, flaky, limits, memory: new Map(), suspectFiles },
    task.signal,
  );
  return {
    runnable,
    unexercised: unexercisedOf(changed, program, present, first),
    notice: async (mutants) => {
      const survivors: Mutant[] = [];
      for (let start = 0; start < mutants.length; start += BATCH) {
        task.signal.throwIfAborted();
        const batch = mutants.slice(start, start + BATCH).map((mutant) => [mutant]);
        survivors.push(...(await trials.plausible(batch, [], runnable)).flat());
        task.progress(`${Math.min(start + BATCH, mutants.length)} of ${mutants.length} mutants tried`);
      }
      return { tried: mutants.length, survivors };
    },
  };
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

function isRunnable(check: CheckReport, unsteady: ReadonlySet<string>): boolean {
  const loads = !failuresOf(check).some((failed) => failed.id === check.name);
  return loads && check.tests.some((test) => test.status === 'passed' && !unsteady.has(test.id));
}

/** By coverage where the function has statements of its own, else by its name in a test. */
function unexercisedOf(
  changed: readonly ChangedFile[],
  { files }: LoadedProgram,
  testFiles: readonly string[],
  results: readonly SandboxResult[],
): string[] {
  const hit = new Map<string, Set<number>>();
  for (const { lines } of results.flatMap((result) => result.coverage ?? [])) {
    for (const [path, numbers] of lines) hit.set(path, new Set([...(hit.get(path) ?? []), ...numbers]));
  }
  const texts = testFiles.map((path) => files.get(path) ?? '').join('\n');
  return changed.flatMap(({ path, after }) =>
    exportedFunctions(path, after)
      .filter(({ name, lines }) =>
        lines.length > 0 ? !lines.some((line) => hit.get(path)?.has(line)) : !isNamed(name, texts),
      )
      .map(({ name }) => `${path}: ${name}`),
  );
}

function isNamed(name: string, texts: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  // A default export has another name in each file that imports it.
  return last === 'default' || hasWord(texts, last);
}
