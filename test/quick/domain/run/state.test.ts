import { afterEvent } from '../../../../src/domain/run/budget';
import { RunInput } from '../../../../src/domain/run/input';
import type { EffectTraits, Transition } from '../../../../src/domain/run/machine';
import { asTree } from '../../../support/hashes';
import {
  afterTransition,
  firstState,
  keyPrefix,
  treeBefore,
  withRunEvents,
} from '../../../../src/domain/run/state';

type Effect = { type: 'work' | 'ask' | 'finish' } & EffectTraits;
const NOW = Date.UTC(2026, 0, 1);
const AT = '2026-01-01T00:00:00.000Z';
const tree = (digit: string) => asTree(digit.repeat(64));
const to = (
  type: Effect['type'],
  more: Partial<Transition<string, Effect>> = {},
): Transition<string, Effect> => ({ state: `at ${type}`, effect: { type }, events: [], ...more });
const kept = (digit: string) => ({ snapshot: { tree: tree(digit) }, reason: digit });
const input = RunInput.parse({ budget: { tokens: 100 } });

describe('the first state of a run', () => {
  it('holds what its machine begins with, the budget, and nothing else yet', () => {
    const first = to('work', { events: [{ kind: 'started', text: 'Go' }], checkpoints: [kept('a')] });
    expect(firstState(input, first, NOW)).toMatchObject({
      machine: 'at work',
      effect: { type: 'work' },
      checkpoints: [{ number: 0, reason: 'a', at: AT, spent: { tokens: 0, microUsd: 0 } }],
      grants: [],
      rollbacks: [],
      budget: { ledger: { limit: { tokens: 100 }, entries: {} }, expired: false, waits: [], skipped: [] },
      times: { startedMs: NOW, waitedMs: 0, clocks: {} },
      events: { count: 1, recent: [{ sequence: 1, kind: 'started', at: AT }] },
    });
  });

  it('has no ledger where the run has no budget', () => {
    const run = firstState(RunInput.parse({}), to('work', { checkpoints: [kept('a')] }), NOW);
    expect(run.budget.ledger).toBeUndefined();
    expect(run.checkpoints[0]?.spent).toBeUndefined();
  });
});

describe('a run after a transition', () => {
  const run = firstState(input, to('work', { checkpoints: [kept('a')] }), NOW);

  it('is at the new effect, and adds checkpoints and events to those it had', () => {
    const more = { events: [{ kind: 'tick', text: 'x' }], checkpoints: [kept('a'), kept('b'), kept('c')] };
    const after = afterTransition(run, to('ask', more), NOW + 1_000);
    expect(after).toMatchObject({ machine: 'at ask', effect: { type: 'ask' } });
    expect(after.checkpoints.map(({ number, reason, at }) => [number, reason, at])).toEqual([
      [0, 'a', AT],
      [1, 'b', '2026-01-01T00:00:01.000Z'],
      [2, 'c', '2026-01-01T00:00:01.000Z'],
    ]);
    expect(after.events.recent).toMatchObject([{ sequence: 1, at: '2026-01-01T00:00:01.000Z' }]);
    expect(run.checkpoints).toHaveLength(1);
  });

  it('notes with a checkpoint what was spent until then', () => {
    const { ledger } = run.budget;
    if (!ledger) throw new Error('there is no ledger');
    const settled = afterEvent(ledger, { type: 'settle', call: 's', used: { tokens: 30, microUsd: 0 } });
    const paid = { ...run, budget: { ...run.budget, ledger: settled } };
    const { checkpoints } = afterTransition(paid, to('work', { checkpoints: [kept('b')] }), NOW);
    expect(checkpoints.map(({ spent }) => spent?.tokens)).toEqual([0, 30]);
  });

  it('shows why an answer was refused until the question is answered', () => {
    const asked = afterTransition(run, to('ask', { refusal: 'Not so' }), NOW);
    expect(asked.refusedAnswer).toBe('Not so');
    expect(afterTransition(asked, to('ask'), NOW).refusedAnswer).toBe('Not so');
    expect(afterTransition(asked, to('ask', { refusal: 'Nor so' }), NOW).refusedAnswer).toBe('Nor so');
    expect(afterTransition(asked, to('work'), NOW).refusedAnswer).toBeUndefined();
  });

  it('is told of what happens outside of its machine in the same sequence', () => {
    const told = withRunEvents(run, [{ kind: 'asked', text: 'May I?' }], NOW);
    const after = afterTransition(told, to('work', { events: [{ kind: 'tick', text: '' }] }), NOW);
    expect(after.events.recent.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [1, 'asked'],
      [2, 'tick'],
    ]);
    expect(told.machine).toBe('at work');
  });
});

it('effects after a rollback that was done have other keys, and no others have', () => {
  const rollback = (id: number, status: 'pending' | 'done' | 'conflict') => ({
    id,
    kind: 'to' as const,
    number: 0,
    status,
    conflicts: [],
  });
  expect(keyPrefix({ rollbacks: [] })).toBe('');
  expect(keyPrefix({ rollbacks: [rollback(1, 'conflict'), rollback(2, 'pending')] })).toBe('');
  expect(keyPrefix({ rollbacks: [rollback(1, 'conflict'), rollback(2, 'done')] })).toBe('after-rollback-1/');
});

it('the tree before a checkpoint is that of the one before it, and the first has none', () => {
  const { checkpoints } = firstState(input, to('work', { checkpoints: [kept('a'), kept('b')] }), NOW);
  expect(treeBefore(checkpoints, 1)).toBe(tree('a'));
  expect(() => treeBefore(checkpoints, 0)).toThrow('one before them');
});
