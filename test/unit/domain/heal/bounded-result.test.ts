import { startHealing } from '../../../../src/domain/heal/decide';
import { RESULT_LIMIT } from '../../../../src/domain/heal/bounded-result';
import { HealInput } from '../../../../src/domain/heal/input';
import { healResult } from '../../../../src/domain/heal/outcome';
import { HealResult } from '../../../../src/domain/heal/result';
import type { HealEvent } from '../../../../src/domain/heal/state';
import { utf8Bytes } from '../../../../src/domain/text';
import { base, directory, healFacts, noUsage, play, round } from '../../../support/healing-machine';
import { candidate, failedCheck, failing } from '../../../support/verifications';

const LONG = '修復に失敗しました：'.repeat(400);
const many = (count: number, text = LONG): string[] => Array.from({ length: count }, (_, i) => `${i}${text}`);
const PATHS = many(30, 'ソース/'.repeat(60));

/** As the verifier bounds them. */
const CUT = LONG.slice(0, 500);

const FAILED = failedCheck({ message: CUT, stack: CUT });

/** A failing verification in which every text and list is as long as it may be, and longer. */
const red = (passed: number) =>
  failing(FAILED, {
    passed,
    failures: PATHS.slice(0, 10).map((id) => ({ ...FAILED, id, check: id })),
    stdout: LONG,
    stderr: LONG,
    flaky: PATHS,
    notes: many(10),
    contradictions: many(5),
    comparison: { fixed: 30, broken: 0, fixedIds: PATHS, brokenIds: PATHS },
  });

/** A partial repair of that kind, or none. */
function longRound(n: number, won: boolean): HealEvent {
  const one = candidate('cdef'[n % 4] ?? 'c');
  const changed = {
    ...one,
    summary: LONG,
    warnings: many(5),
    suggestion: {
      rootCause: LONG,
      errorCategory: LONG,
      fileModifications: PATHS.map((path) => ({ path, action: 'modify' as const, content: LONG })),
      verificationCommands: many(10),
    },
    diff: {
      ...one.diff,
      files: PATHS.map((path) => ({ path, change: 'added' as const, addedLines: 1, removedLines: 0 })),
    },
  };
  const judged = Array.from({ length: 10 }, () => ({ candidate: changed, verification: red(n + 5) }));
  return round({
    judged,
    winner: won ? judged[0] : undefined,
    rejected: many(20).map((outcome) => ({ tree: base, proposer: 'llm', summary: LONG, outcome })),
    suggested: many(3).map((command) => ({ command, success: false, output: LONG })),
    tiers: [['mutation'], ['llm']],
    notes: many(20),
  });
}

function longestRun(won: boolean) {
  const input = HealInput.parse({
    directory,
    request: LONG,
    impactedFiles: PATHS,
    maxAttempts: 10,
  });
  const facts = healFacts({ modelConfigured: true, projectStructure: LONG });
  const first = startHealing(input, facts);
  const rounds = Array.from({ length: 10 }, (_, i) => longRound(i, won));
  return play(first, [
    { type: 'verified', verification: red(3), baseline: true },
    { type: 'executed', tree: 'e'.repeat(64), changedFiles: PATHS, summary: LONG, usage: noUsage },
    { type: 'verified', verification: red(4), baseline: false },
    ...rounds,
  ]);
}

function boundedResult(won: boolean): HealResult {
  const { state, effect } = longestRun(won);
  expect(effect).toEqual({ type: 'finish' });
  const timings = { importMs: 0, baselineMs: 0, executeMs: 0, testGenerationMs: 0, waitingMs: 0, workMs: 0 };
  return healResult(state, {
    delivery: { status: 'conflict', conflicts: PATHS.slice(0, 20).map((path) => ({ path, reason: LONG })) },
    diff: {
      ...candidate('d').diff,
      files: PATHS.map((path) => ({ path, change: 'added', addedLines: 1, removedLines: 0 })),
      excerpt: LONG,
    },
    quarantinedTests: PATHS,
    timings: { ...timings, repairMs: Array.from({ length: 10 }, () => 1) },
  });
}

describe('the longest result there is', () => {
  it.each([true, false])('fits its limit in bytes, ten repairs applied: %s', (won) => {
    const result = boundedResult(won);
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(RESULT_LIMIT);
    expect(HealResult.safeParse(result).error).toBeUndefined();
  });

  it('keeps its rounds, its trees and what people read first', () => {
    const result = boundedResult(true);
    expect(result.repairHistory).toHaveLength(10);
    expect(result.choices).toHaveLength(10);
    expect(result.record.codeHistory).toHaveLength(11);
    expect(result.record.codeHistory.every(({ code }) => /^[0-9a-f]{64}$/.test(code))).toBe(true);
    expect(result).toMatchObject({
      taskId: 'heal-1',
      directory: { realpath: '/work/project' },
      baseTree: base,
    });
    expect(result.failureReport?.length).toBeGreaterThan(400);
  });
});

test.each(['abc', 'äß', '修復', '🙂', 'a\ud800b'])('counts the bytes of %j', (text) => {
  expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
});
