import { publishFork } from '../../../../src/client/publish';
import { partialRepair } from '../../../../src/domain/heal/partial-repair';
import { asTree } from '../../../support/hashes';
import {
  baseline,
  begin,
  better,
  checkpointsOf,
  diffTo,
  play,
  resultOf,
  round,
  start,
  type Played,
} from '../../../support/healing-machine';
import { candidate, failing, verification } from '../../../support/verifications';

const REPAIRED = asTree('d'.repeat(64));
const LOW = { approval: { level: 'LOW' as const } };
const BROKEN = { fixed: 1, broken: 1, fixedIds: [], brokenIds: [] };

/** A run of one round, whose one candidate is verified so. */
function healed(input: object, verdict = better()): Played {
  const list = [{ candidate: candidate('d'), verification: verdict }];
  const repaired = play(start({ maxAttempts: 1, ...input }), [baseline(), round({ candidates: list })]);
  return repaired.effect.type === 'compare'
    ? play(repaired, [{ type: 'compared', diff: diffTo(REPAIRED) }])
    : repaired;
}

describe('a repair that mends some of the failing tests', () => {
  it.each(['LOW', 'MEDIUM', 'HIGH'])('is suggested and not published at approval %s', (level) => {
    const at = healed({ approval: { level } });
    expect(at.effect.type).toBe('finish');
    const { status, outcome, delivery } = resultOf(at);
    expect({ status, outcome }).toEqual({ status: 'failed_after_repair', outcome: 'suggested' });
    expect(delivery).toEqual({
      status: 'suggested',
      question: 'The repair mends 1 test and breaks none, but 1 check still fails. Publish it as it is?',
      choices: [{ letter: 'A', tree: REPAIRED, diff: REPAIRED, summary: '`-` becomes `+` (src/sum.ts:1)' }],
    });
  });

  it('is named by the report with the command that publishes it', () => {
    expect(resultOf(healed(LOW)).failureReport).toContain('kintsugi publish heal-1 --choice A');
  });

  it('is no suggestion where it breaks a test, or mends none', () => {
    for (const comparison of [BROKEN, { ...BROKEN, fixed: 0, broken: 0 }])
      expect(resultOf(healed(LOW, failing(undefined, { passed: 6, comparison }))).delivery.status).toBe(
        'nothing-to-publish',
      );
  });

  it('is no suggestion where it belongs to a request', () => {
    const { state } = healed(LOW);
    expect(partialRepair(state)).toBeDefined();
    expect(partialRepair({ ...state, input: { ...state.input, request: 'add a sum' } })).toBeUndefined();
  });

  it('is a checkpoint, which its publishing run begins at', () => {
    const at = healed(LOW);
    expect(checkpointsOf(at).at(-1)?.snapshot.tree).toBe(REPAIRED);
    expect(publishFork(resultOf(at), { choice: 'A' })).toMatchObject({ checkpoint: REPAIRED, mayFail: 1 });
  });
});

describe('a run that publishes a partial repair', () => {
  const origin = { of: 'heal-0', checkpoint: 2, start: REPAIRED, left: [REPAIRED], edits: [] };
  const publishing = (failed: number): Played => {
    const input = { ...LOW, fork: origin, mayFail: 1 };
    const begun = begin(input, {}, { status: 'ready', tree: REPAIRED });
    const seen =
      failed === 0 ? verification({ tree: REPAIRED }) : failing(undefined, { tree: REPAIRED, failed });
    return play(begun, [baseline(seen), { type: 'compared', diff: diffTo(REPAIRED) }]);
  };

  it('publishes it where no more checks fail than it was suggested with, and calls it no success', () => {
    const { status, delivery } = resultOf(publishing(1));
    expect({ status, delivered: delivery.status }).toEqual({ status: 'failed', delivered: 'published' });
  });

  it('calls it a success where all checks pass by now', () => {
    const { status, delivery } = resultOf(publishing(0));
    expect({ status, delivered: delivery.status }).toEqual({ status: 'completed', delivered: 'published' });
  });

  it('publishes nothing where more checks fail, and says why', () => {
    const { delivery, finalError } = resultOf(publishing(2));
    expect(delivery.status).toBe('nothing-to-publish');
    expect(finalError).toBe(
      'With the repair 2 checks of your files as they are now fail, 1 did when it was suggested: start again with kintsugi heal /work/project.',
    );
  });
});
