import { decideMode } from '../../../../src/domain/session/mode-machine';
import {
  ModeState,
  MOST_TRANSITIONS,
  newModeState,
  type ModeEffect,
  type ModeEvent,
} from '../../../../src/domain/session/mode-state';

const CHANGE = { path: 'user.ts', change: 'modified' as const, addedLines: 3, removedLines: 0 };
const PROPOSED = { hash: 'abc', changes: [CHANGE] };
const submit: ModeEvent = { type: 'submit', task: { text: 'add validateEmail' } };
const propose: ModeEvent = { type: 'propose', act: 'change', proposed: PROPOSED };
const yes: ModeEvent = { type: 'answer', approved: true };
const no: ModeEvent = { type: 'answer', approved: false, reason: 'use the library' };
const trigger = (name: string): ModeEvent => ({ type: 'trigger', trigger: name });
const level = (of: 'LOW' | 'MEDIUM' | 'HIGH'): ModeEvent => ({ type: 'set-level', level: of });

function play(...events: readonly ModeEvent[]): { state: ModeState; effects: ModeEffect[] } {
  return events.reduce<{ state: ModeState; effects: ModeEffect[] }>(
    ({ state, effects }, event) => {
      const decision = decideMode(state, event);
      return { state: decision.state, effects: [...effects, ...decision.effects] };
    },
    { state: newModeState(), effects: [] },
  );
}

const typesOf = (effects: readonly ModeEffect[]) => effects.map(({ type }) => type);

describe('a trigger that is valid', () => {
  const { state, effects } = play(trigger('search_intent'));

  it('leaves the mode, records the transition and enters the next mode, in this order', () => {
    expect(effects).toEqual([
      { type: 'exit', mode: 'idle' },
      { type: 'record', transition: { from: 'idle', to: 'context_navigation', trigger: 'search_intent' } },
      {
        type: 'log',
        level: 'info',
        line: 'Mode transition: idle → context_navigation (trigger: search_intent)',
      },
      { type: 'enter', mode: 'context_navigation' },
    ]);
  });

  it('is in the history of the session and of the context', () => {
    expect(state.mode).toBe('context_navigation');
    expect(state.context.modeHistory).toEqual(['context_navigation']);
    expect(state.transitions).toEqual([{ from: 'idle', to: 'context_navigation', trigger: 'search_intent' }]);
  });
});

describe('a trigger that is not valid', () => {
  it('changes nothing, is logged, and is refused with those that are legal', () => {
    const { state } = play(trigger('code_intent'));
    const decision = decideMode(state, trigger('tests_passed'));
    expect(decision.state).toEqual(state);
    expect(decision.effects).toEqual([
      {
        type: 'log',
        level: 'warning',
        line: "No valid transition from implementation with trigger 'tests_passed'",
      },
      {
        type: 'refuse',
        refusal: {
          code: 'no-transition',
          mode: 'implementation',
          trigger: 'tests_passed',
          triggers:
            'error_occurred rejected code_complete review_needed doc_needed integration_check_needed done'.split(
              ' ',
            ),
        },
      },
    ]);
  });

  it('is shown in part where it is long', () => {
    const [log] = play(trigger('x'.repeat(10_000))).effects;
    expect(JSON.stringify(log).length).toBeLessThan(300);
  });
});

describe('a change of files', () => {
  it('is applied at once at LOW', () => {
    const { state, effects } = play(level('LOW'), trigger('code_intent'), submit, propose);
    expect(typesOf(effects).slice(-2)).toEqual(['execute', 'apply']);
    expect(state.context.pendingChanges).toEqual([CHANGE]);
  });

  it('is asked about at MEDIUM and applied after a "yes", as it was asked', () => {
    const asked = play(trigger('code_intent'), submit, propose);
    expect(typesOf(asked.effects).slice(-2)).toEqual(['execute', 'ask']);
    expect(asked.state.context.pendingChanges).toEqual([]);
    const decision = decideMode(asked.state, yes);
    expect(decision.effects).toEqual([{ type: 'apply', mode: 'implementation', proposed: PROPOSED }]);
    expect(decision.state.question).toBeUndefined();
  });

  it('is asked about at HIGH besides the work itself', () => {
    const { effects } = play(level('HIGH'), trigger('code_intent'), submit, yes, propose, yes);
    expect(typesOf(effects).slice(-5)).toEqual(['enter', 'ask', 'execute', 'ask', 'apply']);
  });

  it('is asked about by the level of the moment, not by that of the beginning', () => {
    const { effects } = play(level('LOW'), trigger('code_intent'), submit, level('MEDIUM'), propose);
    expect(typesOf(effects).at(-1)).toBe('ask');
  });

  it('is dropped after a "no": the session looks at the code anew, with the reason', () => {
    const { state } = play(trigger('code_intent'), submit, propose, no);
    expect(state).toMatchObject({ mode: 'context_navigation', executing: false });
    expect(state.question).toBeUndefined();
    expect(state.context.rejections).toEqual([{ mode: 'implementation', reason: 'use the library' }]);
    expect(state.context.pendingChanges).toEqual([]);
  });

  it('is refused in a mode that does not write', () => {
    const { effects } = play(level('LOW'), trigger('review_intent'), submit, propose);
    expect(effects.at(-1)).toEqual({
      type: 'refuse',
      refusal: { code: 'no-act', mode: 'qa', act: 'change' },
    });
  });
});

describe('a written design', () => {
  it('waits for its approval at MEDIUM', () => {
    const design: ModeEvent = { type: 'propose', act: 'proposal', proposed: { hash: 'd', changes: [] } };
    const { effects } = play(trigger('design_intent'), submit, design, yes);
    expect(typesOf(effects).slice(-2)).toEqual(['ask', 'accept']);
  });
});

describe('an event at the wrong time', () => {
  it.each<[string, ModeEvent[], string]>([
    ['a task for idle', [submit], 'no-work'],
    ['a proposal of no handler', [trigger('code_intent'), propose], 'no-handler'],
    ['a second task', [trigger('code_intent'), submit, submit], 'handler-at-work'],
    ['a trigger for a handler at work', [trigger('code_intent'), submit, trigger('done')], 'handler-at-work'],
    ['a task before an answer', [trigger('code_intent'), submit, propose, submit], 'question-open'],
    ['an answer to nothing', [yes], 'no-question'],
  ])('is refused: %s', (_, events, code) => {
    const before = play(...events.slice(0, -1)).state;
    const decision = decideMode(before, events.at(-1) as ModeEvent);
    expect(decision.state).toEqual(before);
    expect(decision.effects).toMatchObject([{ type: 'refuse', refusal: { code } }]);
  });
});

describe('a handler that finishes', () => {
  it('follows its trigger, and rests', () => {
    const { state } = play(trigger('code_intent'), submit, { type: 'finish', trigger: 'code_complete' });
    expect(state).toMatchObject({ mode: 'test', executing: false });
  });

  it('stays in its mode without a trigger, and with one that is not valid', () => {
    for (const name of [undefined, 'committed']) {
      const { state } = play(trigger('code_intent'), submit, { type: 'finish', trigger: name });
      expect(state).toMatchObject({ mode: 'implementation', executing: false });
    }
  });
});

it('the state of a long session stays bounded and is plain data', () => {
  let state = newModeState();
  for (let at = 0; at < MOST_TRANSITIONS; at += 1)
    for (const name of ['search_intent', 'done']) state = decideMode(state, trigger(name)).state;
  expect(state.transitions).toHaveLength(MOST_TRANSITIONS);
  expect(ModeState.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
});
