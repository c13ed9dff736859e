import { startHealing } from '../../../../src/domain/heal/decide';
import { HealInput } from '../../../../src/domain/heal/input';
import { proposersOf } from '../../../../src/domain/heal/state';
import type { ProposerName } from '../../../../src/domain/heal/proposal';
import { proposerTiers } from '../../../../src/workflows/repair-round';
import { baseline, directory, healFacts, play, resultOf, round } from '../../../support/healing-machine';

function begin(proposers: readonly ProposerName[], modelConfigured = true) {
  const input = HealInput.parse({ directory });
  return startHealing(input, healFacts({ modelConfigured, proposers }));
}

it('are those of the worker, without the one that asks a model where there is none', () => {
  expect(proposersOf(begin(['llm']).state)).toEqual(['llm']);
  expect(proposersOf(begin(['mutation']).state)).toEqual(['mutation']);
  expect(proposersOf(begin(['mutation', 'llm']).state)).toEqual(['mutation', 'llm']);
  expect(proposersOf(begin(['mutation', 'llm'], false).state)).toEqual(['mutation']);
});

it('are asked one after the other for speed, together for precision', () => {
  expect(proposerTiers('SPEED', ['mutation', 'llm'])).toEqual([['mutation'], ['llm']]);
  expect(proposerTiers('PRECISION', ['mutation', 'llm'])).toEqual([['mutation', 'llm']]);
  expect(proposerTiers('SPEED', ['llm'])).toEqual([['llm']]);
  expect(proposerTiers('PRECISION', [])).toEqual([]);
});

it('end the run where there was only a model and it failed for good: no round asks nobody', () => {
  const refused = round({ modelFailure: 'The endpoint refuses the key.' });
  const alone = play(begin(['llm']), [baseline(), refused]);
  expect(alone.effect.type).toBe('finish');
  const result = resultOf(alone.state);
  expect(result).toMatchObject({ status: 'failed_after_repair', record: { retryCount: 1 } });
  expect(result.failureReport).not.toContain('--max-attempts');
  expect(result.notes).toContain('The endpoint refuses the key.');
  const beside = play(begin(['mutation', 'llm']), [baseline(), refused]);
  expect(beside.effect.type).toBe('repair');
});
