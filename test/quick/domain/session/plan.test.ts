import { planSteps } from '../../../../src/coder/session/talk';
import type { Handled } from '../../../../src/domain/session/handling';
import { asBlob } from '../../../support/hashes';
import { coded, play, submit, yes } from '../../../support/play-session';

const PLAN =
  'The plan:\n\n1. Add the field.\n   With its type.\n2) Show it.\n\n3. Test it.\n\nThat is all.\n4. No step.';
const STEPS = ['Add the field.\nWith its type.', 'Show it.', 'Test it.'];

const proposal = { hash: asBlob('e'.repeat(64)), title: 'The plan', excerpt: PLAN };
const planned: Handled = { status: 'done', answer: PLAN, proposal, steps: STEPS, trigger: 'plan_ready' };

describe('the steps of a plan', () => {
  it('are the items of its numbered list, with the lines below them', () => {
    expect(planSteps(PLAN)).toEqual(STEPS);
    expect(planSteps('No list at all.')).toEqual([]);
  });
});

describe('a plan', () => {
  const made = (end: (text: string) => Handled, answers = [yes, yes, yes, yes]) => {
    const tasks: string[] = [];
    const played = play({
      messages: [submit('can you plan how to add the field?', { mode: 'agent_planning' })],
      answers,
      handled: ({ mode, task }) => {
        if (mode === 'agent_planning') return planned;
        tasks.push(task.text);
        return end(task.text);
      },
    });
    return { ...played, tasks };
  };

  it('is carried out step by step once it is approved, each change with its own approval', () => {
    const { tasks, told, effects } = made(() => coded());
    expect(tasks).toEqual(STEPS);
    expect(told).toContain('Step 2 of 3: Show it.');
    expect(effects.filter((effect) => effect === 'publish')).toHaveLength(3);
  });

  it('ends with the step that fails', () => {
    const end = (text: string): Handled =>
      text === 'Show it.' ? { status: 'failed', answer: 'no' } : coded();
    const { tasks } = made(end, [yes, yes]);
    expect(tasks).toEqual(STEPS.slice(0, 2));
  });
});
