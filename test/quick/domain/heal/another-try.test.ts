import type { HealEvent } from '../../../../src/domain/heal/effects';
import type { Answered } from '../../../../src/domain/run/questions';
import { asBlob, asTree } from '../../../support/hashes';
import {
  base,
  baseline,
  diffTo,
  noUsage,
  play,
  resultOf,
  round,
  start,
  won,
  type PlayedEvent,
  withFacts,
} from '../../../support/healing-machine';
import { candidate, failing, verification } from '../../../support/verifications';

const tree = (letter: string) => asTree(asBlob(letter.repeat(64)));
const executed = (letter: string): HealEvent => ({
  type: 'executed',
  tree: tree(letter),
  changedFiles: ['src/add.ts'],
  summary: 'added add',
  usage: noUsage,
});
const verified = (letter: string): HealEvent => ({
  type: 'verified',
  verification: verification({ tree: tree(letter) }),
});
const compared = (letter: string): PlayedEvent => ({
  type: 'compared',
  diff: diffTo(asBlob(letter.repeat(64))),
});
const rejected = (again: boolean): PlayedEvent => {
  const answer: Answered = { status: 'rejected', reason: 'use BigInt', by: 'Ada', ...(again && { again }) };
  return { type: 'answered', answer };
};

describe('a change that is turned down with a reason for another try', () => {
  const request = { request: 'add', generateTests: false, maxAttempts: 2 };
  const asked = play(start(request, true), [baseline(), executed('e'), verified('e'), compared('e')]);

  it('is carried out anew from the files as they were, told the reason', () => {
    const again = play(asked, [rejected(true)]);
    expect(again.effect).toMatchObject({ type: 'execute', tree: base, rejections: ['use BigInt'] });
    const end = play(again, [executed('f'), verified('f'), compared('f')]);
    expect(end.effect).toMatchObject({ type: 'ask', question: { hash: 'f'.repeat(64) } });
    expect(end.state.facts.record.codeHistory.map(({ rolledBack }) => rolledBack)).toContain('to');
  });

  it('ends the run where its tries are used up', () => {
    const again = play(asked, [rejected(true), executed('f'), verified('f'), compared('f'), rejected(true)]);
    expect(resultOf(again).delivery).toMatchObject({ status: 'rejected', reason: 'use BigInt', by: 'Ada' });
  });

  it('ends the run where no other try is asked for', () => {
    expect(resultOf(play(asked, [rejected(false)])).delivery).toMatchObject({ status: 'rejected' });
  });

  it('is another repair where there is no request, and never the one that was turned down', () => {
    const repaired = play(start({}, true), [baseline(failing()), won('d'), compared('d'), rejected(true)]);
    expect(repaired.effect).toMatchObject({ type: 'propose' });
    expect(repaired.state.facts.record.tried).toContainEqual({
      tree: tree('d'),
      proposer: 'the run',
      summary: 'the whole change',
      outcome: 'turned down by Ada: use BigInt',
    });
  });

  describe('where its round has other candidates', () => {
    const good = verification({ comparison: { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] } });
    const withRivals = (more: object) =>
      round({
        candidates: [
          { candidate: candidate('d'), verification: good },
          { candidate: candidate('e', 3), ...more },
        ],
      });
    const offered = (more: object, ...events: PlayedEvent[]) =>
      play(start({}, true), [
        ...[baseline(failing()), withRivals(more), ...events],
        ...[compared('d'), rejected(true)],
      ]);

    it('gives way to the other green one, without a new round', () => {
      const verification = { ...good, tree: tree('e') };
      const other = offered({ verification }, { type: 'candidates-compared', standings: [] });
      expect(other.effect).toMatchObject({ type: 'compare', base, tree: tree('e') });
      const asked = play(other, [compared('e')]);
      expect(asked.effect).toMatchObject({ type: 'ask', question: { hash: 'e'.repeat(64) } });
      expect(asked.state.facts.repairs.map(({ summary }) => summary)).toHaveLength(2);
      expect(play(asked, [rejected(true)]).effect).toMatchObject({ type: 'propose' });
    });

    it('gives way to one that was given up for it, once that is verified', () => {
      const other = offered({});
      expect(other.effect).toMatchObject({
        type: 'verify-candidates',
        candidates: [{ tree: tree('e') }],
      });
      const verification = { ...good, tree: tree('e') };
      const candidates = [{ candidate: candidate('e', 3), verification }];
      const asked = play(other, [{ type: 'candidates-verified', candidates }, compared('e')]);
      expect(asked.effect).toMatchObject({ type: 'ask', question: { hash: 'e'.repeat(64) } });
    });

    it('gives way to none that failed', () => {
      const failed = { ...failing(), tree: tree('e') };
      expect(offered({ verification: failed }).effect).toMatchObject({ type: 'propose' });
    });
  });

  it('ends the run of an agent, whose conversation is over', () => {
    expect(start({ ...request, executor: 'tools' }, true).state.facts.input.executor).toBe('tools');
    const tools = withFacts(asked, { input: { ...asked.state.facts.input, executor: 'tools' } });
    expect(resultOf(play(tools, [rejected(true)])).delivery).toMatchObject({ status: 'rejected' });
  });
});
