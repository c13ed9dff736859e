/** Changed code that no test executes, by coverage of the sandbox. */
import { diffArrays } from 'diff';
import { isSourceFile, isTestSide } from '../domain/verification/protected-paths';
import { isNotRun } from '../domain/verification/failed-checks';
import type { CheckReport, UntestedLines, Verification } from '../domain/verification/verification';
import type { TreeHash } from '../domain/ids';
import type { LoadedProgram } from './load-program';
import type { Covered, VerifierDeps, VerifyTask } from './verify-task';

/** Above this many changed lines a file counts as changed whole. */
const MAX_EDITS = 2_000;
const MOST_FILES = 10;
const MOST_LINES = 50;
/** A line that names a function and holds its body as well. */
const FUNCTION =
  /[=:]\s{0,9}(?:async\s{1,9})?(?:function\b[^{\n]{0,200}\{|(?:\([^()\n]{0,200}\)|\w{1,80})\s{0,9}=>\s{0,9}\{?)\s{0,9}[^\s{(]/;
/** A line that holds more than a comment or a bracket. */
const CODE = /^\s{0,200}(?!\/\/|\/?\*)[^\s{}()[\];,]/;

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

/** Changed files and lines that no test executes, and failing tests that execute one; the first are empty where tests ran whose coverage nobody has. */
export async function unexecutedIn(
  deps: Pick<VerifierDeps, 'loadProgram'>,
  task: VerifyTask,
  { program, before, checks, covered }: CoveredRun,
): Promise<Pick<Verification, 'unexecuted' | 'untested' | 'redOnChange'>> {
  const { covers = [] } = task;
  if (covers.length === 0) return {};
  const unchanged = await deps.loadProgram({ ...task, tree: before });
  const changed = covers.flatMap((path) => {
    const after = program.files.get(path);
    return after === undefined ? [] : [{ path, before: unchanged.files.get(path), after }];
  });
  const red = redOnChange(changed, covered, checks);
  const unseen = hasUnseenTests(checks);
  const files = unseen ? [] : unexecuted(changed, covered);
  const untested = unseen ? [] : untestedLines(changed, covered);
  return {
    ...(red.length > 0 && { redOnChange: red }),
    ...(files.length > 0 && { unexecuted: files }),
    ...(untested.length > 0 && { untested }),
  };
}

/** Failing tests that execute a changed line, or were stopped before they could tell: these may have. */
export function redOnChange(
  changed: readonly ChangedSource[],
  covered: readonly Covered[],
  checks: readonly Pick<CheckReport, 'kind' | 'tests'>[],
): string[] {
  const lines = changed
    .filter(isProgram)
    .map(({ path, before, after }) => ({ path, before, changed: changedLines(before ?? '', after) }));
  const seen = new Map(covered.flatMap(({ tests }) => tests).map((test) => [test.id, test.lines]));
  const isEdited = lines.some(({ before, changed: { size } }) => before !== undefined && size > 0);
  return checks
    .filter(({ kind }) => kind === 'tests')
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'failed')
    .filter(({ id, failure }) => {
      const own = seen.get(id);
      if (!own?.size) return isEdited && failure?.kind === 'timeout';
      return lines.some((one) => own.get(one.path)?.some((line) => one.changed.has(line)));
    })
    .map(({ id }) => id)
    .slice(0, MOST_FILES);
}

/** Changed files of which no test executes a changed line. Code that runs as its file is loaded counts where a test loads it. */
export function unexecuted(changed: readonly ChangedSource[], covered: readonly Covered[]): string[] {
  return changed
    .filter((file) => isProgram(file) && !isExecuted(file, covered))
    .map(({ path }) => path)
    .slice(0, MOST_FILES);
}

/** Changed lines that no test executes, of files that tests execute in part or not at all. */
export function untestedLines(
  changed: readonly ChangedSource[],
  covered: readonly Covered[],
): UntestedLines[] {
  return changed
    .filter(isProgram)
    .map((file) => ({ path: file.path, lines: linesUntested(file, covered).slice(0, MOST_LINES) }))
    .filter(({ lines }) => lines.length > 0)
    .slice(0, MOST_FILES);
}

function isProgram({ path }: ChangedSource): boolean {
  return isSourceFile(path) && !isTestSide(path) && !path.endsWith('.d.ts');
}

/** True if tests ran whose coverage nobody has: inside of commands, or where the sandbox can't run a file. */
export function hasUnseenTests(checks: readonly CheckReport[]): boolean {
  return checks.some((check) =>
    check.kind === 'command'
      ? (check.seen?.passed ?? 0) > 0 ||
        check.tests.some(({ file, status }) => file !== check.name && status === 'passed')
      : isNotRun(check),
  );
}

function isExecuted(file: ChangedSource, covered: readonly Covered[]): boolean {
  const { changed, executable, isTested, runsAtLoad } = coverageOf(file, covered);
  if (executable === undefined) return [...changed].some(isTested);
  return executable.some(isTested) || executable.every(runsAtLoad);
}

function linesUntested(file: ChangedSource, covered: readonly Covered[]): number[] {
  const { changed, executable, isTested, runsAtLoad } = coverageOf(file, covered);
  // A file that no test loads: nobody knows which of its lines are executable.
  const asked =
    executable ?? [...changed].filter((line) => CODE.test(file.after.split('\n')[line - 1] ?? ''));
  return [...new Set(asked)].filter((line) => !isTested(line) && !runsAtLoad(line)).sort((a, b) => a - b);
}

/** Changed lines of a file, and what is known of them; `executable` is absent where no test reaches the file. */
function coverageOf({ path, before = '', after }: ChangedSource, covered: readonly Covered[]) {
  const changed = changedLines(before, after);
  const reached = covered.flatMap(({ lines }) => lines.get(path) ?? []);
  const tested = new Set(
    reached.length === 0
      ? covered.flatMap(({ tests }) => tests.flatMap(({ lines }) => lines.get(path) ?? []))
      : reached.flatMap((one) => one.tested),
  );
  const atLoad = new Set(reached.flatMap(({ hit }) => hit));
  const lines = after.split('\n');
  return {
    changed,
    executable:
      reached.length === 0
        ? undefined
        : reached.flatMap((one) => one.executable).filter((line) => changed.has(line)),
    isTested: (line: number): boolean => tested.has(line),
    // A line that runs as the file is loaded, such as a list of exports, says nothing of the others, nor of a function on it.
    runsAtLoad: (line: number): boolean => atLoad.has(line) && !FUNCTION.test(lines[line - 1] ?? ''),
  };
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
