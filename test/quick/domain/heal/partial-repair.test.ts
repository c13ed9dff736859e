import type { Sign } from '../../../../src/domain/signs/sign';
import { publishFork } from '../../../../src/client/fork';
import { forkInput } from '../../../../src/client/fork';
import { isAsPromised, partialRepair, WRAPPED } from '../../../../src/domain/heal/partial-repair';
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
    expect({ status, outcome }).toEqual({ status: 'failed_after_repair', outcome: 'partly_healed' });
    expect(delivery).toEqual({
      status: 'suggested',
      question: 'The repair mends 1 test and breaks none, but 1 check still fails. Publish it as it is?',
      choices: [{ letter: 'A', tree: REPAIRED, diff: REPAIRED, summary: '`-` becomes `+` (src/sum.ts:1)' }],
      stillFailing: better().failingHash,
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

  /** A run whose repair mends a test of `mended` and has these signs against it. */
  function signed(signs: Sign[], mended: string): Played {
    const fixed = { fixed: 1, broken: 0, fixedIds: [`${mended} > adds`], brokenIds: [] };
    const verdict = failing(undefined, { passed: 6, comparison: fixed });
    const list = [{ candidate: { ...candidate('d'), signs }, verification: verdict }];
    return play(start({ maxAttempts: 1, ...LOW }), [
      baseline(),
      round({ candidates: list }),
      { type: 'compared', diff: diffTo(REPAIRED) },
    ]);
  }
  const FAILING = failing().failures[0]?.id.split(' > ')[0] ?? '';

  it.each<[string, Sign[], string]>([
    ['a sign is against it', ['deleted-statement'], 'test/other.test.ts'],
    ['it wraps a value, and other tests of the same file fail', [WRAPPED], FAILING],
  ])('is no suggestion where %s', (_, signs, mended) => {
    const at = signed(signs, mended);
    expect(resultOf(at).delivery.status).toBe('nothing-to-publish');
    expect(resultOf(at).failureReport).not.toContain('--choice A');
  });

  it('is suggested where it wraps a value, and all tests of the file pass', () => {
    expect(resultOf(signed([WRAPPED], 'test/other.test.ts')).delivery.status).toBe('suggested');
  });

  it('is no suggestion of a dry run, which asks for nothing', () => {
    expect(resultOf(healed({ ...LOW, dryRun: true })).delivery.status).toBe('nothing-to-publish');
  });

  it('is no suggestion where it belongs to a request', () => {
    const { facts } = healed(LOW).state;
    expect(partialRepair(facts)).toBeDefined();
    expect(partialRepair({ ...facts, input: { ...facts.input, request: 'add a sum' } })).toBeUndefined();
  });

  it('is a checkpoint, which its publishing run begins at', () => {
    const at = healed(LOW);
    expect(checkpointsOf(at).at(-1)?.snapshot.tree).toBe(REPAIRED);
    expect(publishFork(resultOf(at), { choice: 'A' })).toMatchObject({
      checkpoint: REPAIRED,
      stillFailing: better().failingHash,
    });
  });
});

describe('a run that publishes a partial repair', () => {
  const origin = { of: 'heal-0', checkpoint: 2, start: REPAIRED, left: [REPAIRED], edits: [] };
  const input = { ...LOW, fork: origin, stillFailing: better().failingHash };
  const fails = (failingHash = better().failingHash) => failing(undefined, { tree: REPAIRED, failingHash });
  const begun = (more: object = {}): Played =>
    begin({ ...input, ...more }, { modelConfigured: true }, { status: 'ready', tree: REPAIRED });
  const publishing = (seen = fails()): Played =>
    play(begun(), [baseline(seen), { type: 'compared', diff: diffTo(REPAIRED) }]);

  it('publishes it where the same tests fail as it was suggested with, and calls it no success', () => {
    const { status, delivery } = resultOf(publishing());
    expect({ status, delivered: delivery.status }).toEqual({ status: 'failed', delivered: 'published' });
  });

  it('calls it a success where all checks pass by now', () => {
    const { status, delivery } = resultOf(publishing(verification({ tree: REPAIRED })));
    expect({ status, delivered: delivery.status }).toEqual({ status: 'completed', delivered: 'published' });
  });

  it('publishes nothing where other tests fail, however many, and says why', () => {
    const { delivery, finalError } = resultOf(publishing(fails('others')));
    expect(delivery.status).toBe('nothing-to-publish');
    expect(finalError).toBe(
      'With the repair 1 check of your files as they are now fails, and not the same as when it was suggested: start again with kintsugi heal /work/project.',
    );
  });

  it('promises nothing of a request, nor of files that a rollback leads to', () => {
    expect(isAsPromised({ ...publishing().state.facts, rounds: 1 })).toBe(false);
    expect(isAsPromised({ ...publishing().state.facts, tree: asTree('e'.repeat(64)) })).toBe(false);
    const asked = begun({ request: 'add a sum' }).state.facts;
    expect(isAsPromised({ ...asked, verification: fails() })).toBe(false);
  });

  it('leaves its promise to itself: a run forked from it has none', () => {
    const checkpoints = [{ number: 0, snapshot: { tree: REPAIRED }, reason: 'before', at: '' }];
    const { input } = begun().state.facts;
    const run = { id: 'heal-2', checkpoints, published: false, input };
    expect(forkInput(run, {}, true).stillFailing).toBeUndefined();
    expect(forkInput(run, { stillFailing: 'x' }, true).stillFailing).toBe('x');
  });
});
