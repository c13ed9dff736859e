import type { HealEvent } from '../../../../src/domain/heal/effects';
import { asTree } from '../../../support/hashes';
import {
  base,
  baseline,
  better,
  noUsage,
  play,
  resultOf,
  start,
  won,
  type PlayedEvent,
  withFacts,
} from '../../../support/healing-machine';
import { failing, verification } from '../../../support/verifications';

describe('a run that is rolled back', () => {
  const back = (tree: string, undone?: string): PlayedEvent => ({
    type: 'rolled-back',
    tree: asTree(tree.repeat(64)),
    reason: 'rolled back',
    undone: undone === undefined ? undefined : asTree(undone.repeat(64)),
  });

  it('looks for another repair from the base, without what was tried, and counts its rounds on', () => {
    const again = play(start(), [baseline(), won('d'), back('a')]);
    expect(again.effect).toMatchObject({
      type: 'propose',
      evidence: { tree: base, round: 2, tried: [{ tree: 'd'.repeat(64) }] },
    });
    expect(again.state.phase.name).not.toBe('delivering');
    const ended = play(again, [won('e')]);
    expect(resultOf(ended)).toMatchObject({ status: 'recovered', totalAttempts: 3 });
  });

  it('is verified again at any other state', () => {
    const events = [baseline(), won('d', better()), won('e'), back('d')];
    expect(play(start(), events).effect).toEqual({
      type: 'verify',
      tree: 'd'.repeat(64),
      label: 'verify/executed',
      baseline: failing().report,
      generatedTests: [],
    });
  });

  it('carries its request out again from the base', () => {
    const executed: HealEvent = {
      type: 'executed',
      tree: asTree('c'.repeat(64)),
      changedFiles: ['src/sum.ts'],
      summary: 'done',
      usage: noUsage,
    };
    const first = start({ request: 'round up', generateTests: false }, true);
    const { state, effect } = play(first, [baseline(verification()), executed, back('a')]);
    expect(effect).toEqual({
      type: 'execute',
      tree: base,
      report: verification().report,
      act: { tool: 'execute', summary: 'carry out the request: round up' },
      clock: 'execute',
    });
    expect(state.facts).toMatchObject({ carriedOut: undefined, changedFiles: [] });
  });

  it('ends where the attempts are used up', () => {
    const end = play(start({ maxAttempts: 1 }), [baseline(), won('d'), back('a')]);
    expect(end.effect).toEqual({ type: 'finish' });
    expect(resultOf(end)).toMatchObject({ status: 'failed_after_repair', tree: base, repairs: [] });
  });

  it('before its first checks are over has those of the base as its baseline', () => {
    const { effect } = play(start(), [back('a')]);
    expect(effect).toMatchObject({ type: 'verify', tree: base, baseline: undefined, clock: 'baseline' });
    expect(play(start(), [back('a'), baseline()]).state.facts.baseline).toEqual(failing());
  });

  it('has the repairs that are in its tree, also after going forth again', () => {
    const two = play(start(), [baseline(), won('d', better()), won('e')]);
    const { repairs } = two.state.facts;
    const named = repairs.map((repair, index) => ({ ...repair, summary: `repair ${index + 1}` }));
    const played = withFacts(two, { repairs: named });
    const summaries = (...events: PlayedEvent[]) => {
      const ended = events.length === 0 ? played : play(played, [...events, { type: 'out-of-time' }]);
      return resultOf(ended).repairs.map(({ summary }) => summary);
    };
    expect(summaries()).toEqual(['repair 1', 'repair 2']);
    expect(summaries(back('d'))).toEqual(['repair 1']);
    expect(summaries(back('a'))).toEqual([]);
    expect(summaries(back('a'), back('e'))).toEqual(['repair 1', 'repair 2']);
    expect(summaries(back('f', 'd'))).toEqual(['repair 2']);
    expect(summaries(back('f', 'd'), back('d'))).toEqual(['repair 1']);
  });
});
