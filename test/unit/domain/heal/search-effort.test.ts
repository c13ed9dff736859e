import { HealInput, type RepairMode } from '../../../../src/domain/heal/input';
import { startHealing } from '../../../../src/domain/heal/decide';
import type { ProposerName } from '../../../../src/domain/heal/proposal';
import { searchEffort } from '../../../../src/workflows/repair-round';
import { directory, healFacts } from '../../../support/healing-machine';

function effortOf(proposer: ProposerName, mode: RepairMode, modelConfigured: boolean) {
  const input = HealInput.parse({ directory, mode });
  const { state } = startHealing(input, healFacts({ modelConfigured }));
  return searchEffort(proposer, state);
}

it('goes far where no model is asked after it, or one is asked beside it', () => {
  expect(effortOf('mutation', 'SPEED', false)).toBeUndefined();
  expect(effortOf('mutation', 'PRECISION', true)).toBeUndefined();
});

it('is quick where a model waits for it', () => {
  expect(effortOf('mutation', 'SPEED', true)).toBe('quick');
  expect(effortOf('llm', 'SPEED', true)).toBeUndefined();
});
