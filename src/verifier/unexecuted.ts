/** Changed code that no test executes, by coverage of the sandbox. */
import { diffArrays } from 'diff';
import { isSourceFile, isTestSide } from '../domain/verification/protected-paths';
import { isNotRun } from '../domain/verification/failed-checks';
import type { CheckReport } from '../domain/verification/verification';
import type { TreeHash } from '../domain/ids';
import type { LineCoverage, TestCoverage } from '../sandbox';
import type { LoadedProgram } from './load-program';
import type { VerifierDeps, VerifyTask } from './verify-task';

/** Above this many changed lines a file counts as changed whole. */
const MAX_EDITS = 2_000;
const MOST_FILES = 10;
/** A line that names a function and holds its body as well. */
const FUNCTION =
  /[=:]\s{0,9}(?:async\s{1,9})?(?:function\b[^{\n]{0,200}\{|(?:\([^()\n]{0,200}\)|\w{1,80})\s{0,9}=>\s{0,9}\{?)\s{0,9}[^\s{(]/;

/** Coverage of one test file: executed lines of each test, and lines of the files that it reaches. */
export interface Covered {
  tests: readonly TestCoverage[];
  lines: ReadonlyMap<string, LineCoverage>;
}

/** A changed file; `before` is absent for a new one. */
export interface ChangedSource {
  path: string;
  before?: string;
  after: string;
}

/** A verification whose coverage is looked at: the program, the tree that it changed, and the checks with their coverage. */
interface CoveredRun {
  program: LoadedProgram;
  before: TreeHash;
  checks: readonly CheckReport[];
  covered: readonly Covered[];
}

/** Changed files that no test executes; undefined where nobody asks, none is, or tests ran whose coverage nobody has. */
export async function unexecutedIn(
  deps: Pick<VerifierDeps, 'loadProgram'>,
  task: VerifyTask,
  { program, before, checks, covered }: CoveredRun,
): Promise<string[] | undefined> {
  const { covers = [] } = task;
  if (covers.length === 0 || hasUnseenTests(checks)) return undefined;
  const unchanged = await deps.loadProgram({ ...task, tree: before });
  const changed = covers.flatMap((path) => {
    const after = program.files.get(path);
    return after === undefined ? [] : [{ path, before: unchanged.files.get(path), after }];
  });
  const found = unexecuted(changed, covered);
  return found.length === 0 ? undefined : found;
}

/** Changed files of which no test executes a changed line. Code that runs as its file is loaded counts where a test loads it. */
export function unexecuted(changed: readonly ChangedSource[], covered: readonly Covered[]): string[] {
  return changed
    .filter(({ path }) => isSourceFile(path) && !isTestSide(path) && !path.endsWith('.d.ts'))
    .filter((file) => !isExecuted(file, covered))
    .map(({ path }) => path)
    .slice(0, MOST_FILES);
}

/** True if tests ran whose coverage nobody has: inside of commands, or where the sandbox can't run a file. */
export function hasUnseenTests(checks: readonly CheckReport[]): boolean {
  return checks.some((check) => (check.kind === 'command' ? (check.seen?.passed ?? 0) > 0 : isNotRun(check)));
}

function isExecuted({ path, before = '', after }: ChangedSource, covered: readonly Covered[]): boolean {
  const changed = changedLines(before, after);
  const byTests = covered.flatMap(({ tests }) => tests.flatMap(({ lines }) => lines.get(path) ?? []));
  const reached = covered.flatMap(({ lines }) => lines.get(path) ?? []);
  if (reached.length === 0) return byTests.some((line) => changed.has(line));
  const tested = new Set(reached.flatMap((one) => one.tested));
  const atLoad = new Set(reached.flatMap(({ hit }) => hit));
  const executable = reached.flatMap((one) => one.executable).filter((line) => changed.has(line));
  const lines = after.split('\n');
  // A line that runs as the file is loaded, such as a list of exports, says nothing of the others, nor of a function on it.
  const runsAtLoad = (line: number): boolean => atLoad.has(line) && !FUNCTION.test(lines[line - 1] ?? '');
  return executable.some((line) => tested.has(line)) || executable.every(runsAtLoad);
}

/** Numbers of the lines, from 1, that a text does not have in common with the one before. */
function changedLines(before: string, after: string): ReadonlySet<number> {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const parts = diffArrays(old, now, { maxEditLength: MAX_EDITS });
  if (!parts) return new Set(now.map((_, index) => index + 1));
  const changed = new Set<number>();
  let line = 1;
  for (const { added, removed, count } of parts) {
    if (removed) continue;
    if (added) for (let number = line; number < line + count; number += 1) changed.add(number);
    line += count;
  }
  return changed;
}
