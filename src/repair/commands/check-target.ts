import { failureGroups } from '../search/causes';
import { failuresOf } from '../../domain/verification/failed-checks';
import { narrowed } from '../../domain/verification/narrow';
import type {
  CommandCheck,
  TestResult,
  VerificationReport,
  VerificationSpec,
} from '../../domain/verification/verification';

export interface FailedCommand {
  check: CommandCheck;
  failed: readonly TestResult[];
  /** Those of them that mutants are tried on. */
  failing: readonly TestResult[];
  passing: readonly TestResult[];
  /** Command line that runs the failing tests alone. */
  line: string;
  /** Command line that runs all. */
  all: string;
  /** Time that all took, ms. */
  usualMs: number;
  /** Folder of the tests in the tree; empty: its root. */
  folder: string;
}

/** Most failing tests that a mutant is tried on; the others are left to the full verification. */
const MOST_TARGETS = 12;

/** Most groups of failing tests that are looked at apart. */
const MOST_GROUPS = 12;

/** Commands that failed and that mutants can be tried with, those that tell their tests first. */
export function failedCommands(report: VerificationReport, spec: VerificationSpec): FailedCommand[] {
  const flaky = new Set(report.flaky);
  const found = spec.commands.flatMap((check): FailedCommand[] => {
    const ended = report.checks.find(({ kind, name }) => kind === 'command' && name === check.command);
    if (!ended || ended.end === 'not-run') return [];
    if (failuresOf(ended).every(({ id }) => flaky.has(id))) return [];
    const failing = ended.tests.filter(({ status, id }) => status === 'failed' && !flaky.has(id));
    const passing = ended.tests.filter(({ status }) => status === 'passed');
    return [targetOf(check, failing, passing, ended.durationMs)];
  });
  return found.sort(
    (a, b) => Number(b.check.reporting !== undefined) - Number(a.check.reporting !== undefined),
  );
}

/**
 * Groups of the failing tests that may have causes of their own, and can be run by themselves; none where all say the same.
 * `isOfProgram`: the program throws the error of a test.
 */
export function apart(
  { check, failed, passing, line, usualMs }: FailedCommand,
  isOfProgram: (test: TestResult) => boolean,
): FailedCommand[] {
  const groups = check.selection ? failureGroups(failed, isOfProgram) : [];
  if (groups.length < 2) return [];
  const targets = groups.map((tests) => targetOf(check, tests, passing, usualMs));
  // Where only whole files can be named, groups of one file are one.
  const lines = new Map(targets.toReversed().map((target) => [target.line, target]));
  lines.delete(line);
  return targets.filter((target) => lines.get(target.line) === target).slice(0, MOST_GROUPS);
}

function targetOf(
  check: CommandCheck,
  failed: readonly TestResult[],
  passing: readonly TestResult[],
  usualMs: number,
): FailedCommand {
  const failing = failed.slice(0, MOST_TARGETS);
  const narrow = narrowed(check, failing);
  return {
    check,
    failed,
    failing,
    passing,
    line: narrow.reporting?.line ?? narrow.command,
    all: check.reporting?.line ?? check.command,
    usualMs,
    folder: check.reporting?.folder ?? '',
  };
}
