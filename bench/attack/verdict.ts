/** Verdict of a report of an attack's tests: how it ended, and whether it tells the truth. */
import type { CheckReport, TestResult } from '../../src/domain/verification/verification';
import type { Attack, AttackClass } from './attacks';
import { ATTACK_TITLE, type Expected } from './program';

/** How it ended; `crash`: the child died of something that is no limit. */
export type Ending = AttackClass | 'crash';

export interface Reading {
  ending: Ending;
  /** Tests that must fail and did not, by title; `missing` where the file claims to be complete without them. */
  forged: string[];
  /** Text of an attack that says that it got out. */
  escaped: string | undefined;
}

function titleOf(test: TestResult): string {
  return test.path.join(' > ');
}

function fileFailure(report: CheckReport): TestResult | undefined {
  return report.tests.find((test) => test.path.length === 0 && test.status === 'failed');
}

export function endingOf(report: CheckReport): Ending {
  if (report.end === 'timeout' || report.end === 'memory') return report.end;
  if (report.end !== 'completed') return 'crash';
  return fileFailure(report)?.failure?.phase === 'collect' ? 'error' : 'contained';
}

/** Titles that are not failed although they must be. A report that says that it is not complete may lack some. */
function forgedIn(report: CheckReport, { failed, passed }: Expected): string[] {
  const complete = report.end === 'completed' && !fileFailure(report);
  const told = new Map(report.tests.map((test) => [titleOf(test), test.status]));
  const wrong = failed.flatMap((title) => {
    const status = told.get(title);
    if (status === undefined) return complete ? [`${title} (missing)`] : [];
    return status === 'failed' ? [] : [title];
  });
  const known = new Set([...failed, ...passed, ATTACK_TITLE, '']);
  const invented = [...told].filter(([title, status]) => !known.has(title) && status === 'passed');
  const twice = report.tests.length > told.size ? [`${report.tests.length - told.size} told twice`] : [];
  return [...wrong, ...invented.map(([title]) => `${title} (invented)`), ...twice];
}

export function read(report: CheckReport, expected: Expected): Reading {
  const attack = report.tests.find((test) => titleOf(test) === ATTACK_TITLE);
  const said = attack?.failure?.message;
  return {
    ending: endingOf(report),
    forged: forgedIn(report, expected),
    escaped: said !== undefined && /^(?:ESCAPED|FORGED)/.test(said) ? said : undefined,
  };
}

/** Fault of a report that no attack took part in; undefined when nothing is. */
export function stain(report: CheckReport, expected: Expected): string | undefined {
  if (report.end !== 'completed') return `the next run ended by ${report.end}`;
  const told = new Map(report.tests.map((test) => [titleOf(test), test.status]));
  const broken = expected.passed.find((title) => told.get(title) !== 'passed');
  return broken === undefined ? undefined : `the next run lost "${broken}"`;
}

const LIMITS = new Set<Ending>(['timeout', 'memory']);

/** True if an attack only takes: memory, time or depth. */
export function isBomb({ name }: Pick<Attack, 'name'>): boolean {
  return /^(?:mem|loop|deep)-/.test(name);
}

/**
 * True if an ending is as good as the expected one. Which limit stops a bomb first is a matter of the machine's speed, and so is
 * whether one that is refused more memory hears of it in time; everything else must end as it is written.
 */
export function isAsGood(ending: Ending, attack: Pick<Attack, 'name' | 'expect'>): boolean {
  const { expect } = attack;
  if (ending === expect) return true;
  return LIMITS.has(ending) && (LIMITS.has(expect) || (expect === 'contained' && isBomb(attack)));
}

/** Titles of tests that did not fail in a file where all must; a file that tells of none is one of them. */
export function notFailed(report: CheckReport): string[] {
  if (report.tests.length === 0) return [`${report.name} (missing)`];
  return report.tests.filter(({ status }) => status !== 'failed').map(titleOf);
}

/** The first test that did not pass in a file where all must, with its message; undefined when all did. */
export function notPassed(report: CheckReport): string | undefined {
  const lost = report.tests.find(({ status }) => status !== 'passed');
  if (lost) return `"${titleOf(lost)}": ${lost.failure?.message ?? lost.status}`;
  return report.tests.length === 0 ? report.name : undefined;
}
