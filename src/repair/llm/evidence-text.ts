import type { Evidence, TriedCandidate } from '../../domain/heal/proposal';
import { failureSection } from '../../domain/verification/analysis';
import type { CheckReport, TestResult, VerificationReport } from '../../domain/verification/verification';
import { clip } from '../../coder';

/** Failures that are told of, each with its places. */
export const MAX_FAILURES = 10;
const STACK_LINES = 12;

/** Failures of a report, without flaky tests. */
export interface Failing {
  tests: readonly TestResult[];
  checks: readonly CheckReport[];
  /** The commands among those that failed, with or without a test of their own. */
  commands: readonly CheckReport[];
}

/** The failing tests of a report, and the checks that failed without one. */
export function failingOf(report: VerificationReport): Failing {
  const flaky = new Set(report.flaky);
  const failed = (check: CheckReport): TestResult[] =>
    check.tests.filter(({ status, id }) => status === 'failed' && !flaky.has(id));
  const checks = report.checks.filter(
    (check) => failed(check).length === 0 && (check.end !== 'completed' || (check.exitCode ?? 0) !== 0),
  );
  return {
    tests: report.checks.flatMap(failed),
    checks,
    commands: report.checks.filter(
      (check) => check.kind === 'command' && (failed(check).length > 0 || checks.includes(check)),
    ),
  };
}

/** The failures in words: names, messages, compared values and the heads of stacks. */
export function failuresText({ tests, checks }: Failing, budget: number): string {
  const parts = [
    ...tests.slice(0, MAX_FAILURES).map(testText),
    ...checks.slice(0, MAX_FAILURES).map((check) => `- \`${check.name}\` ${endText(check)}`),
  ];
  const more = tests.length + checks.length - parts.length;
  if (more > 0) parts.push(`… and ${more} more`);
  return clip(parts.join('\n\n') || '(the checks name no single failure)', budget);
}

const SAID_CHARS = 1_500;

/** Words of the failures, to search by: names of tests, errors and messages, and what commands printed of them. */
export function saidBy({ tests, commands }: Failing): string {
  const said = [
    ...tests
      .slice(0, MAX_FAILURES)
      .map(({ id, failure }) => `${id} ${failure?.errorName ?? ''} ${failure?.message.slice(0, 300) ?? ''}`),
    ...commands.slice(0, MAX_FAILURES).map((check) => failureSection(check).slice(0, 600)),
  ];
  return said.join('\n').slice(0, SAID_CHARS);
}

/** Tests that the report can't show, since they are gone from it. */
export function vanishedText({ vanished = [] }: Pick<Evidence, 'vanished'>): string[] {
  if (vanished.length === 0) return [];
  return [['These tests passed before the change and are missing or skipped now:', ...vanished].join('\n- ')];
}

function testText({ id, failure, console: lines }: TestResult): string {
  if (!failure) return `- ${id}`;
  const stack = failure.stack
    ?.split('\n')
    .filter((line) => /^\s*at /.test(line))
    .slice(0, STACK_LINES)
    .join('\n');
  const said = lines.map(({ level, text }) => `console.${level}: ${text}`).join('\n');
  return [
    `- ${id}`,
    clip(
      failure.message.includes(failure.errorName)
        ? failure.message
        : `${failure.errorName}: ${failure.message}`,
      2_000,
    ),
    failure.expected === undefined ? '' : `expected: ${clip(failure.expected, 500)}`,
    failure.received === undefined ? '' : `received: ${clip(failure.received, 500)}`,
    stack ?? '',
    clip(said, 500),
  ]
    .filter(Boolean)
    .join('\n');
}

function endText({ end, exitCode }: CheckReport): string {
  if (end === 'timeout') return 'was stopped: it took too long';
  if (end === 'memory') return 'was stopped: it used too much memory';
  if (end === 'processes') return 'was stopped: it started too many processes';
  if (end === 'disk') return 'was stopped: it wrote too much to the disk';
  return `ended with exit code ${exitCode ?? 'unknown'} (${end})`;
}

export function outputText(report: VerificationReport, budget: number): string {
  const failed = report.checks.filter(
    ({ kind, end, exitCode }) => kind === 'command' && (end !== 'completed' || exitCode !== 0),
  );
  const texts = failed.map(
    ({ name, stdout, stderr }) => `$ ${name}\n${clip(`${stdout}\n${stderr}`.trim(), budget / failed.length)}`,
  );
  return texts.join('\n\n') || '(none)';
}

/** Candidates that were tried and how they ended, the latest last. */
export function triedText(tried: readonly TriedCandidate[]): string {
  return (
    tried
      .slice(-10)
      .map(({ summary, outcome }) => `- ${summary}: ${outcome}`)
      .join('\n') || '(nothing)'
  );
}
