import { RESULT_LIMIT } from '../../../../src/domain/heal/bounded-result';
import { HealResult } from '../../../../src/domain/heal/result';
import { EXCERPT_CHARS, utf8Bytes } from '../../../../src/domain/text';
import {
  AT,
  base,
  baseline,
  begin,
  checkpointsOf,
  noUsage,
  play,
  proposal,
  resultOf,
  type Answers,
  type Played,
  deliveryOf,
} from '../../../support/healing-machine';
import { candidate, failedCheck, failing } from '../../../support/verifications';
import { asTree } from '../../../support/hashes';

const LONG = '修復に失敗しました：'.repeat(400);
const many = (count: number, text = LONG): string[] => Array.from({ length: count }, (_, i) => `${i}${text}`);
const PATHS = many(30, 'ソース/'.repeat(60));

/** As the verifier bounds them. */
const CUT = LONG.slice(0, 500);

/** The longest content that a result keeps at first. */
const KEPT = LONG.slice(0, EXCERPT_CHARS);

const FAILED = failedCheck({ message: CUT, stack: CUT });

/** A failing verification in which every text and list is as long as it may be, and longer. */
const red = (passed: number) =>
  failing(FAILED, {
    passed,
    failures: PATHS.slice(0, 10).map((id) => ({ ...FAILED, id, check: id })),
    stdout: LONG,
    stderr: LONG,
    // Of failures that are flaky too there would be nothing to repair.
    flaky: PATHS.map((path) => `${path} at times`),
    notes: many(10),
    contradictions: many(5),
    comparison: { fixed: 30, broken: 0, fixedIds: PATHS, brokenIds: PATHS },
  });

/** A candidate whose texts and lists are that long too, as a search finds it or a model. */
function longCandidate(n: number, proposer: 'mutation' | 'llm') {
  const one = candidate('c');
  const tree = asTree(n.toString(16).padStart(64, '0'));
  return {
    ...one,
    proposer,
    tree,
    summary: LONG,
    warnings: many(5),
    suggestion: {
      rootCause: LONG,
      errorCategory: LONG,
      fileModifications: PATHS.map((path) => ({ path, action: 'modify' as const, content: KEPT })),
      verificationCommands: many(10),
    },
    diff: {
      ...one.diff,
      tree,
      hash: tree,
      files: PATHS.map((path) => ({ path, change: 'added' as const, addedLines: 1, removedLines: 0 })),
    },
  };
}

/** A round of five candidates a proposer and many notes: a partial repair by the last proposer, or none. */
function longRound(n: number, won: boolean): () => Answers {
  return () =>
    ({ effect }) => {
      if (effect.type === 'suggested-checks')
        return {
          type: 'suggestions-checked',
          checks: many(3).map((command) => ({ command, success: false, output: LONG })),
        };
      if (effect.type === 'verify-candidates') {
        const better = won && effect.candidates.some(({ proposer }) => proposer === 'llm');
        const verified = effect.candidates.map((one) => ({
          candidate: one,
          verification: { ...red(better ? n + 5 : 0), tree: one.tree },
        }));
        return { type: 'candidates-verified', candidates: verified };
      }
      if (effect.type !== 'propose' || effect.evidence.round !== n) return undefined;
      const candidates = effect.proposers.flatMap((name) =>
        Array.from({ length: 5 }, (_, i) => longCandidate(1 + n * 20 + i + (name === 'llm' ? 10 : 0), name)),
      );
      const rejected = many(20).map((outcome) => ({ tree: base, proposer: 'llm', summary: LONG, outcome }));
      const notes = many(20).map((note) => proposal({ note }));
      return { type: 'proposed', proposals: [proposal({ candidates, rejected }), ...notes], at: AT };
    };
}

function longestRun(won: boolean): Played {
  const input = { generateTests: false, request: LONG, impactedFiles: PATHS, maxAttempts: 10, dryRun: true };
  const rounds = Array.from({ length: 10 }, (_, i) => longRound(i + 1, won));
  return play(begin(input, { modelConfigured: true, structure: LONG }), [
    baseline(red(3)),
    { type: 'executed', tree: asTree('e'.repeat(64)), changedFiles: PATHS, summary: LONG, usage: noUsage },
    { type: 'verified', verification: red(4) },
    ...rounds,
  ]);
}

function boundedResult(won: boolean): HealResult {
  const worked = longestRun(won);
  expect(worked.state.facts.rounds).toBe(10);
  const { diff } = longCandidate(0, 'llm');
  const end = play(worked, [{ type: 'compared', diff: { ...diff, base, tree: base, excerpt: LONG } }]);
  expect(end.effect).toEqual({ type: 'finish' });
  const conflicts = PATHS.slice(0, 20).map((path) => ({ path, reason: LONG }));
  const stage = { at: 'ended', outcome: { status: 'conflict', conflicts } };
  const phase = { ...deliveryOf(end), leftOut: PATHS, stage };
  const ended = { ...end, state: { ...end.state, phase } } as Played;
  const clocks = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`repair-${i + 1}`, 1]));
  const checkpoints = checkpointsOf(end);
  expect(checkpoints.length).toBeGreaterThan(won ? 11 : 1);
  return resultOf(ended, { clocks, checkpoints });
}

describe('the longest result there is', () => {
  const repaired = boundedResult(true);

  it.each([
    [true, repaired],
    [false, boundedResult(false)],
  ])('fits its limit in bytes, ten repairs applied: %s', (_, result) => {
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(RESULT_LIMIT);
    expect(HealResult.safeParse(result).error).toBeUndefined();
  });

  it('keeps its rounds, its trees and what people read first', () => {
    const result = repaired;
    expect(result.repairHistory).toHaveLength(10);
    expect(result.choices).toHaveLength(10);
    expect(result.record.codeHistory).toHaveLength(11);
    expect(result.checkpoints.map(({ number }) => number)).toEqual([...result.checkpoints.keys()]);
    expect(result.checkpoints.at(-1)?.snapshot.tree).toBe(result.tree);
    expect(result.record.codeHistory.every(({ tree }) => /^[0-9a-f]{64}$/.test(tree))).toBe(true);
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
