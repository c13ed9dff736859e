import { failuresOf, isNotRun } from '../domain/verification/failed-checks';
import type { CheckReport } from '../domain/verification/verification';
import type { ProgramFiles } from '../sandbox';
import { claimsOf, type Claim } from './claims';

const MAX_FILES = 100;
const MAX_SHOWN = 5;

/**
 * Pairs of tests that no code without a memory of earlier calls can pass: they expect different results of one call, and
 * at least one of them fails. A sentence each.
 */
export function contradictionsIn(files: ProgramFiles, checks: readonly CheckReport[]): string[] {
  const failed = new Set(checks.flatMap(failuresOf).map((one) => one.id));
  if (failed.size === 0) return [];
  const tests = checks.filter((check) => check.kind === 'tests' && !isNotRun(check));
  const ids = new Map(
    tests.flatMap((check) => check.tests.map((test) => [`${check.name}\n${test.path.join(' > ')}`, test.id])),
  );
  const failing = (claim: Claim): boolean => failed.has(ids.get(`${claim.file}\n${claim.test}`) ?? '');
  const first = new Map<string, Claim[]>();
  const found: string[] = [];
  for (const check of tests.slice(0, MAX_FILES)) {
    for (const claim of claimsOf(check.name, files)) {
      const known = first.get(claim.key) ?? [];
      first.set(claim.key, [...known, claim]);
      const other = known.find((one) => one.expected !== claim.expected && (failing(one) || failing(claim)));
      if (other) found.push(sentence(other, claim));
    }
  }
  return [...new Set(found)].slice(0, MAX_SHOWN);
}

function sentence(a: Claim, b: Claim): string {
  return (
    `"${a.test}" (${a.file}:${a.line}) and "${b.test}" (${b.file}:${b.line}) contradict each other: ` +
    `${a.call} can not give both ${a.expected} and ${b.expected}. Correct one of them.`
  );
}
