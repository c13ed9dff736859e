import type { RepairMode } from '../../../../src/domain/heal/input';
import { AT, baseline, play, start } from '../../../support/healing-machine';

function isQuick(mode: RepairMode, modelConfigured: boolean): boolean | undefined {
  const { effect } = play(start({ mode }, modelConfigured), [baseline()]);
  return effect.type === 'propose' ? effect.quick : undefined;
}

it('a search goes far where no model is asked after it, or one is asked beside it', () => {
  expect(isQuick('SPEED', false)).toBe(false);
  expect(isQuick('PRECISION', true)).toBe(false);
});

it('a search is quick where a model waits for it', () => {
  expect(isQuick('SPEED', true)).toBe(true);
  const { effect } = play(start({ mode: 'SPEED' }, true), [
    baseline(),
    { type: 'proposed', proposals: [], at: AT },
  ]);
  expect(effect).toMatchObject({ type: 'propose', proposers: ['llm'], quick: false });
});
