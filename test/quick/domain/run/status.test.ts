import { currentDetails } from '../../../../src/domain/run/current-details';
import { RunInput } from '../../../../src/domain/run/input';
import type { RunView } from '../../../../src/domain/run/machine';
import { firstState } from '../../../../src/domain/run/state';
import { statusOf, type Waiting } from '../../../../src/domain/run/status';

const run = firstState(
  RunInput.parse({}),
  { state: 'begun', effect: { type: 'receive' }, events: [] },
  Date.UTC(2026, 0, 1),
);
const view: RunView = { phase: 'resting', detail: '', findings: { undoable: true } };
const shown = (kind: string, waiting?: Waiting, more: Partial<RunView> = {}) =>
  currentDetails(`${kind}-1`, statusOf(kind, run, { ...view, ...more }, waiting), 'en');

describe('the way back that a status offers', () => {
  it('is that of a session while it goes on', () => {
    expect(shown('session')).toContain('kintsugi rollback session-1 --to 0');
  });

  it.each(['cancelled', 'error'])('is none of a session that the host ended as %s', (outcome) => {
    expect(shown('session', { phase: 'done', detail: '', outcome })).not.toContain('kintsugi rollback');
  });

  it('is none of a session that its machine closed', () => {
    expect(shown('session', undefined, { outcome: 'closed' })).not.toContain('kintsugi rollback');
  });

  it('is that of a goal that was cancelled, whose changes can be taken back', () => {
    expect(shown('goal', { phase: 'done', detail: '', outcome: 'cancelled' })).toContain(
      '`kintsugi rollback goal-1`',
    );
  });
});
