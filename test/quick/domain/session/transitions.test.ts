import { addFile, newContext, type ModeContext } from '../../../../src/domain/session/context';
import { AgentMode, askingLevels, MODES } from '../../../../src/domain/session/modes';
import {
  availableTransitions,
  bestTransition,
  indexOf,
  INTENT_TRIGGERS,
  legalTriggers,
  routeTo,
  SEED_TRANSITIONS,
  TRANSITIONS,
  type Transition,
} from '../../../../src/domain/session/transitions/index';
import { tableProblems } from '../../../support/table-problems';
import { OFFERED, offerOf, SEED_TABLE, sortedOffer } from '../../../support/mode-routes';

const large = (): ModeContext =>
  ['a', 'b', 'c', 'd', 'e', 'f'].reduce((context, path) => addFile(context, path), newContext());

const row = (given: Partial<Transition>): Transition => ({
  from: 'debug',
  to: 'qa',
  trigger: 't',
  priority: 5,
  reason: 'r',
  ...given,
});

describe('the table of transitions', () => {
  it('holds the transitions of seed 003 and no others of its triggers', () => {
    const plain = SEED_TRANSITIONS.map(({ from, to, trigger, priority, condition }) => ({
      from,
      to,
      trigger,
      priority,
      condition,
    }));
    expect(plain).toHaveLength(34);
    expect(plain).toEqual(expect.arrayContaining(SEED_TABLE));
    expect(TRANSITIONS).toEqual(expect.arrayContaining([...SEED_TRANSITIONS]));
  });

  it.each(AgentMode.options)('offers what %s needs, in the order of its urgency', (mode) => {
    expect(offerOf(TRANSITIONS, mode)).toBe(sortedOffer(OFFERED[mode]));
  });

  it('has neither ties, nor transitions that are never taken, nor modes without a way', () => {
    expect(tableProblems(TRANSITIONS)).toEqual([]);
  });

  it('gives every transition a reason, and a priority from 1 to 10', () => {
    for (const { reason, priority } of TRANSITIONS) {
      expect(reason).toMatch(/^[A-Z].{10,90}\.$/);
      expect(priority).toBeGreaterThanOrEqual(1);
      expect(priority).toBeLessThanOrEqual(10);
    }
  });

  it('leads from idle to every mode by the intent of it', () => {
    for (const [mode, trigger] of Object.entries(INTENT_TRIGGERS))
      expect(bestTransition('idle', trigger, newContext())?.to).toBe(mode);
  });

  it('takes a rejection in every mode that asks', () => {
    for (const mode of AgentMode.options.filter((one) => askingLevels(one).length > 0))
      expect(bestTransition(mode, 'rejected', newContext())?.to).toBe('context_navigation');
  });
});

describe('the best transition', () => {
  it('is the one with a condition that holds, at equal priority', () => {
    expect(bestTransition('implementation', 'code_complete', large())?.to).toBe('multi_file_editing');
    expect(bestTransition('implementation', 'code_complete', newContext())?.to).toBe('test');
  });

  it('is the one of the highest priority, whatever the order of the table', () => {
    const rows = [
      row({ to: 'test', priority: 3 }),
      row({ to: 'qa', priority: 7 }),
      row({ to: 'design', priority: 5 }),
    ];
    for (const table of [rows, [...rows].reverse()])
      expect(bestTransition('debug', 't', newContext(), indexOf(table))?.to).toBe('qa');
  });

  it('is none where the only condition does not hold', () => {
    const index = indexOf([row({ condition: 'errors' })]);
    expect(bestTransition('debug', 't', newContext(), index)).toBeUndefined();
  });

  it.each(['no_such_trigger', 'constructor', '__proto__', 'toString', ''])(
    'is none for the trigger "%s"',
    (trigger) => {
      for (const mode of AgentMode.options)
        expect(bestTransition(mode, trigger, newContext())).toBeUndefined();
    },
  );

  it('is none for each trigger that the mode does not have', () => {
    const triggers = [...new Set(TRANSITIONS.map(({ trigger }) => trigger))];
    for (const mode of AgentMode.options) {
      const legal = legalTriggers(mode);
      for (const trigger of triggers)
        expect(bestTransition(mode, trigger, large()) !== undefined).toBe(legal.includes(trigger));
    }
  });
});

describe('the available transitions', () => {
  it('are those of the mode, the highest priority first', () => {
    const available = availableTransitions('debug');
    expect(available.every(({ from }) => from === 'debug')).toBe(true);
    expect(available).toHaveLength(TRANSITIONS.filter(({ from }) => from === 'debug').length);
    const priorities = available.map(({ priority }) => priority);
    expect(priorities).toEqual([...priorities].sort((one, other) => other - one));
  });

  it('leave out those whose condition does not hold in a context', () => {
    const to = (context?: ModeContext) =>
      availableTransitions('implementation', context).map((one) => one.to);
    expect(to(newContext())).not.toContain('multi_file_editing');
    expect(to(large())).toContain('multi_file_editing');
    expect(to()).toContain('multi_file_editing');
  });
});

describe('a check of a table', () => {
  it.each([
    ['two transitions without a condition', [row({}), row({ to: 'test' })], 'A tie'],
    [
      'two conditions at equal priority',
      [row({ condition: 'errors' }), row({ to: 'test', condition: 'large-change' })],
      'A tie',
    ],
    [
      'a transition below one that always wins',
      [row({ priority: 9 }), row({ condition: 'errors' })],
      'is never taken',
    ],
  ])('refuses %s', (_, rows, words) => {
    expect(tableProblems([...TRANSITIONS, ...rows]).join()).toContain(words);
  });

  it('refuses a mode without a way in, without a way out, or without a rejection', () => {
    const problems = (drop: (one: Transition) => boolean) =>
      tableProblems(TRANSITIONS.filter((one) => !drop(one)));
    expect(problems(({ to }) => to === 'benchmark')).toEqual(['Nothing leads from idle to benchmark.']);
    expect(problems(({ from, trigger }) => from === 'debug' && trigger === 'rejected')).toEqual([
      'debug asks, but "rejected" does not lead to context_navigation.',
    ]);
    expect(problems(({ from }) => from === 'benchmark').join()).toContain(
      'Nothing leads to idle from benchmark.',
    );
  });
});

describe('the way to the mode of a task', () => {
  it('leads every mode to every other', () => {
    for (const from of AgentMode.options)
      for (const to of AgentMode.options) {
        const end = routeTo(from, to).reduce<AgentMode>((mode, trigger) => {
          const taken = bestTransition(mode, trigger, newContext());
          if (!taken) throw new Error(`${mode} does not know ${trigger}`);
          return taken.to;
        }, from);
        expect(end).toBe(to);
      }
  });

  it('is empty for the mode that the session is in', () => {
    expect(routeTo('debug', 'debug')).toEqual([]);
    expect(routeTo('idle', 'idle')).toEqual([]);
  });
});

describe('the facts of modes', () => {
  it('say for each mode at which levels it asks', () => {
    const at = (levels: string) => AgentMode.options.filter((mode) => askingLevels(mode).join() === levels);
    expect(at('')).toEqual(['idle']);
    expect(at('MEDIUM,HIGH')).toEqual(
      AgentMode.options.filter((mode) => MODES[mode].writes || MODES[mode].proposes),
    );
    expect(at('HIGH')).toHaveLength(23 - at('').length - at('MEDIUM,HIGH').length);
  });

  it('have a line of their own in each language', () => {
    for (const language of ['en', 'ko', 'zh'] as const)
      expect(new Set(Object.values(MODES).map(({ line }) => line[language])).size).toBe(23);
  });
});
