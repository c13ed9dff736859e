import { proposerStages } from '../../../../src/domain/heal/phases/round';
import { proposersOf } from '../../../../src/domain/heal/facts';
import type { ProposerName } from '../../../../src/domain/heal/proposal';
import { baseline, begin, play, resultOf, round } from '../../../support/healing-machine';

const offering = (proposers: readonly ProposerName[], modelConfigured = true, mode = 'SPEED') =>
  begin({ mode }, { modelConfigured, proposers });

it('are those of the worker, without the one that asks a model where there is none', () => {
  expect(proposersOf(offering(['llm']).state.facts)).toEqual(['llm']);
  expect(proposersOf(offering(['mutation']).state.facts)).toEqual(['mutation']);
  expect(proposersOf(offering(['mutation', 'llm']).state.facts)).toEqual(['mutation', 'llm']);
  expect(proposersOf(offering(['mutation', 'llm'], false).state.facts)).toEqual(['mutation']);
});

it('are asked one after the other for speed, together for precision', () => {
  expect(proposerStages('SPEED', ['mutation', 'llm'])).toEqual([['mutation'], ['llm']]);
  expect(proposerStages('PRECISION', ['mutation', 'llm'])).toEqual([['mutation', 'llm']]);
  expect(proposerStages('SPEED', ['llm'])).toEqual([['llm']]);
  expect(proposerStages('PRECISION', [])).toEqual([]);
});

it('are asked in a round stage by stage, and the next one only where nothing acceptable was found', () => {
  const asked = (mode: string) => {
    const { effect } = play(offering(['mutation', 'llm'], true, mode), [baseline()]);
    return effect.type === 'propose' ? effect.proposers : [];
  };
  expect(asked('PRECISION')).toEqual(['mutation', 'llm']);
  expect(asked('SPEED')).toEqual(['mutation']);
  const second = play(offering(['mutation', 'llm']), [
    baseline(),
    { type: 'proposed', proposals: [], at: '2026-01-01T00:00:00.000Z' },
  ]);
  expect(second.effect).toMatchObject({ type: 'propose', proposers: ['llm'], evidence: { round: 1 } });
  expect(second.events.at(-1)).toMatchObject({ kind: 'escalated', fields: { from: 'mutation', to: 'llm' } });
});

it('end the run where there was only a model and it failed for good: no round asks nobody', () => {
  const refused = round({ modelFailure: 'The endpoint refuses the key.' });
  const alone = play(offering(['llm']), [baseline(), refused]);
  expect(alone.effect.type).toBe('finish');
  const result = resultOf(alone);
  expect(result).toMatchObject({ status: 'failed_after_repair', record: { retryCount: 1 } });
  expect(result.failureReport).not.toContain('--max-attempts');
  expect(result.notes).toContain('The endpoint refuses the key.');
  const beside = play(offering(['mutation', 'llm']), [baseline(), refused]);
  expect(beside.effect).toMatchObject({ type: 'propose', proposers: ['mutation'], quick: false });
});
