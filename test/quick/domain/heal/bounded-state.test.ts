import type { BlobHash } from '../../../../src/domain/ids';
import { healMachine } from '../../../../src/domain/heal/machine';
import { PastRounds } from '../../../../src/domain/heal/past-rounds';
import { RESULT_LIMIT } from '../../../../src/domain/heal/bounded-result';
import type { Candidate } from '../../../../src/domain/heal/proposal';
import { HealResult } from '../../../../src/domain/heal/result';
import type { HealEffect, HealEvent } from '../../../../src/domain/heal/effects';
import { EventChunk } from '../../../../src/domain/run/events';
import type { Verification } from '../../../../src/domain/verification/verification';
import { asTree } from '../../../support/hashes';
import { AT, diffTo, directory, importFacts, proposal } from '../../../support/healing-machine';
import { playRun } from '../../../support/pure-host';
import { candidate, failedCheck, failing } from '../../../support/verifications';

const STATE_LIMIT = 256 * 1024;
/** Long after the state has stopped growing. */
const ROUNDS = 200;
const words = (chars: number) => 'something to read '.repeat(Math.ceil(chars / 18)).slice(0, chars);
const FAILED = failedCheck({ message: words(500), stack: words(500), expected: words(200) });

/** A verification with texts as long as the verifier lets them be. */
const red = (tree: BlobHash, passed: number): Verification =>
  failing(FAILED, {
    tree: asTree(tree),
    passed,
    failures: Array.from({ length: 10 }, (_, n) => ({ ...FAILED, id: `${n} ${words(200)}` })),
    stdout: words(2_048),
    outputs: [{ check: 'test/sum.test.ts', text: words(2_048) }],
    stderr: words(2_048),
    notes: Array.from({ length: 10 }, () => words(400)),
    comparison: { fixed: 1, broken: 0, fixedIds: [words(200)], brokenIds: [] },
  });

const treeOf = (round: number, rank: number) =>
  asTree((round * 10 + rank + 1).toString(16).padStart(64, '0'));

/** A candidate as history carries it at most. */
function longCandidate(round: number, rank: number): Candidate {
  const one = candidate('c', rank);
  const tree = treeOf(round, rank);
  const files = Array.from({ length: 10 }, (_, n) => ({
    path: `src/${words(60)}/${n}.ts`,
    change: 'modified' as const,
    addedLines: 1,
    removedLines: 1,
  }));
  return {
    ...one,
    proposer: 'llm',
    tree: tree,
    summary: words(100),
    suggestion: {
      rootCause: words(500),
      errorCategory: words(100),
      verificationCommands: Array.from({ length: 5 }, (_, n) => `${n} ${words(190)}`),
    },
    diff: { ...one.diff, hash: tree, files },
  };
}

/** Five candidates a round: in every second round one of them helps a little, in the others none. */
function perform(effect: HealEffect): HealEvent {
  switch (effect.type) {
    case 'import':
      return { type: 'imported', ...importFacts({ modelConfigured: true, structure: words(2_000) }) };
    case 'verify':
      return { type: 'verified', verification: red(effect.tree, 1) };
    case 'propose': {
      const { round } = effect.evidence;
      const candidates = Array.from({ length: 5 }, (_, rank) => longCandidate(round, rank));
      const rejected = [
        { tree: treeOf(round, 7), proposer: 'llm', summary: words(100), outcome: words(500) },
      ];
      return {
        type: 'proposed',
        proposals: [proposal({ candidates, rejected, note: words(1_000) })],
        at: AT,
      };
    }
    case 'verify-candidates': {
      const round = Number(/round-(\d+)/.exec(effect.label)?.[1]);
      const verified = effect.candidates.map((one, rank) => ({
        candidate: one,
        verification: red(one.tree, round % 2 === 0 && rank === 2 ? 1 + round : 1),
      }));
      return { type: 'candidates-verified', candidates: verified };
    }
    case 'suggested-checks':
      return {
        type: 'suggestions-checked',
        checks: effect.commands.map((command) => ({ command, success: false, output: words(500) })),
      };
    case 'compare':
      return { type: 'compared', diff: diffTo(effect.tree) };
    default:
      throw new Error(`this run has no use for ${effect.type}`);
  }
}

describe('a run of very many rounds with long texts', () => {
  let largest = 0;
  const input = { directory, maxAttempts: ROUNDS, mode: 'PRECISION', approval: { level: 'LOW' } };
  const run = playRun(healMachine, input, {
    perform,
    onState: (state) => {
      largest = Math.max(largest, Buffer.byteLength(JSON.stringify(state)));
    },
  });
  const records = [...run.records.values()];
  const past = records.flatMap((record) => PastRounds.safeParse(record).data ?? []);

  it('has a state that always fits into 256 KiB', () => {
    expect(run.result.record.retryCount).toBe(ROUNDS);
    expect(largest).toBeLessThan(STATE_LIMIT);
  });

  it('hands every round to the store once, whole and in order, but those that are still at hand', () => {
    const kept = past.flatMap(({ repairHistory }) => repairHistory);
    expect(kept.map(({ attemptNumber }) => attemptNumber)).toEqual(kept.map((_, index) => index + 1));
    expect(kept.every(({ errorContext }) => (errorContext.failedOutput?.length ?? 0) > 2_000)).toBe(true);
    expect(past.flatMap(({ choices }) => choices).map(({ round }) => round)).toEqual(
      kept.map(({ attemptNumber }) => attemptNumber),
    );
    const atHand = run.result.repairHistory.map(({ attemptNumber }) => attemptNumber);
    expect(atHand.at(-1)).toBe(ROUNDS);
    expect(kept.length + 1).toBeGreaterThanOrEqual(atHand[0] ?? ROUNDS);
  });

  it('knows every tree that it has tried', () => {
    const last = run.seen.findLast(({ effect }) => effect.type === 'propose')?.effect;
    if (last?.type !== 'propose') throw new Error('nothing was proposed');
    const known = new Set(
      [...past.flatMap(({ tried }) => tried), ...last.evidence.tried].map(({ tree }) => tree),
    );
    const rounds = Array.from({ length: ROUNDS - 1 }, (_, index) => index + 1);
    const missing = rounds.flatMap((round) =>
      [0, 1, 2, 3, 4, 7].map((rank) => treeOf(round, rank)).filter((tree) => !known.has(tree)),
    );
    expect(missing).toEqual([]);
    expect(run.records.get(last.evidence.pastRounds ?? '')).toBeDefined();
  });

  it('has all of its events in the store and at hand, without a gap', () => {
    const chunks = records.flatMap((record) => EventChunk.safeParse(record).data ?? []);
    const all = [...chunks.flatMap(({ events }) => events), ...run.state.events.recent];
    expect(all).toHaveLength(run.state.events.count);
    expect(all.every(({ sequence }, index) => sequence === index + 1)).toBe(true);
  });

  it('has a result of at most 64 KiB that names what it leaves out', () => {
    expect(Buffer.byteLength(JSON.stringify(run.result))).toBeLessThanOrEqual(RESULT_LIMIT);
    const { pastRounds, checkpoints, totalAttempts } = HealResult.parse(run.result);
    expect(run.records.get(pastRounds ?? '')).toBeDefined();
    expect(totalAttempts).toBe(ROUNDS);
    expect(checkpoints[0]?.number).toBe(0);
    expect(checkpoints.at(-1)?.number).toBeGreaterThan(checkpoints.length);
  });
});
