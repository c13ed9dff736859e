import type { decideMode } from '../../../../src/domain/session/mode-machine';
import { decideMode as realDecide } from '../../../../src/domain/session/mode-machine';
import { TRANSITIONS, type Transition } from '../../../../src/domain/session/transitions/index';
import { checkModes, type Checked } from '../../../support/mode-checker';

describe('the mode machine of a session', () => {
  it('keeps every claim in its whole reachable space', () => {
    const { states, decisions, counterexample } = checkModes();
    console.log(`${states} states, ${decisions} decisions`);
    expect(counterexample).toBeUndefined();
    // 23 modes, 3 levels, 5 facts: idle only rests, others rest or work, and open questions come on top.
    expect(states).toBeGreaterThan(23 * 3 * 32);
  });
});

const without = (drop: (one: Transition) => boolean): Checked => ({
  transitions: TRANSITIONS.filter((one) => !drop(one)),
});
const plus = (...added: Omit<Transition, 'reason'>[]): Checked => ({
  transitions: [...TRANSITIONS, ...added.map((one) => ({ ...one, reason: 'broken' }))],
});

/** The machine, but an event is taken for another. */
const decidingThat = (
  change: (...given: Parameters<typeof decideMode>) => ReturnType<typeof decideMode>,
): Checked => ({ decide: change });

describe('the model checker', () => {
  it.each<[string, Checked, string, string[]]>([
    ['a mode that nothing leads to', without(({ to }) => to === 'benchmark'), 'benchmark is reachable', []],
    [
      'a mode without a way to idle',
      without(({ from, trigger }) => from === 'context_navigation' && trigger !== 'rejected'),
      'context_navigation has a way to idle',
      ['trigger search_intent'],
    ],
    [
      'a tie of two transitions',
      plus({ from: 'idle', to: 'qa', trigger: 'code_intent', priority: 10 }),
      'the best transition from idle by code_intent is unique',
      ['trigger code_intent'],
    ],
    [
      'two conditions that can hold at once',
      plus({ from: 'implementation', to: 'qa', trigger: 'code_complete', priority: 9, condition: 'errors' }),
      'the best transition from implementation by code_complete is unique',
      ['errors', 'large', 'trigger code_intent', 'trigger code_complete'],
    ],
    [
      'a mode that takes no rejection',
      without(({ from, trigger }) => from === 'debug' && trigger === 'rejected'),
      'a rejection in debug leads to context navigation',
      ['trigger error_intent', 'submit', 'propose a change', 'no'],
    ],
  ])('finds %s by a shortest way', (_, broken, claim, path) => {
    const { counterexample } = checkModes(broken);
    expect(counterexample?.claim).toBe(claim);
    expect([...(counterexample?.path ?? [])].sort()).toEqual([...path].sort());
  });

  it('finds a change that is applied without its approval', () => {
    const broken = decidingThat((state, event, index) =>
      event.type === 'propose' && event.act === 'change' && state.executing && !state.question
        ? realDecide({ ...state, context: { ...state.context, approvalLevel: 'LOW' } }, event, index)
        : realDecide(state, event, index),
    );
    expect(checkModes(broken).counterexample).toEqual({
      claim: 'a change of files in implementation at MEDIUM has its approval',
      path: ['trigger code_intent', 'submit', 'propose a change'],
    });
  });

  it('finds a commit that follows by itself', () => {
    const broken = decidingThat((state, event, index) =>
      realDecide(
        event.type === 'finish' ? { ...state, context: { ...state.context, autoCommit: true } } : state,
        event,
        index,
      ),
    );
    expect(checkModes(broken).counterexample).toMatchObject({ claim: 'nothing is committed by itself' });
  });

  it('finds a change that is applied after a "no"', () => {
    const broken = decidingThat((state, event, index) =>
      realDecide(state, event.type === 'answer' ? { ...event, approved: true } : event, index),
    );
    expect(checkModes(broken).counterexample?.path.at(-1)).toBe('no');
  });

  it('finds work that begins without its approval at HIGH', () => {
    const broken = decidingThat((state, event, index) =>
      event.type === 'submit' && state.context.approvalLevel === 'HIGH'
        ? { state: { ...state, executing: true }, effects: [{ type: 'execute', mode: state.mode }] }
        : realDecide(state, event, index),
    );
    expect(checkModes(broken).counterexample).toEqual({
      claim: 'the work of idle at HIGH has its approval',
      path: ['HIGH', 'submit'],
    });
  });
});
