import { forkedFrom, treesLeft, type ForkOutcome } from '../../../../src/domain/run/fork';
import { decide, startHealing } from '../../../../src/domain/heal/decide';
import { HealInput } from '../../../../src/domain/heal/input';
import { forkedFromOf } from '../../../../src/domain/heal/outcome';
import { stepsOfHeal } from '../../../../src/domain/run/rollback';
import { forkInput, type ForkRequest } from '../../../../src/client/fork';
import { directory, healFacts } from '../../../support/healing-machine';

const [base, start, made] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const fork = { of: 'heal-old', step: 2, start: 'd'.repeat(64), left: [base] };
const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };

const begin = (outcome: ForkOutcome, input: object = {}, modelConfigured = true) =>
  startHealing(
    HealInput.parse({ directory, fork, ...input }),
    healFacts({ taskId: 'heal-new', modelConfigured, fork: outcome }),
  );
const stepsOf = ({ state }: ReturnType<typeof begin>) =>
  stepsOfHeal({ ...state, record: state, forkedFrom: forkedFromOf(state) }).map(
    ({ snapshot, reason }) => [snapshot.tree[0], reason] as const,
  );

test('the start is verified and is a state of its own; the base stays the directory', () => {
  const step = begin({ status: 'ready', tree: start }, { request: 'do it' });
  expect(step.effect).toEqual({ type: 'verify', tree: start, baseline: true });
  expect(step.state.baseTree).toBe(base);
  const executed = decide(step.state, {
    type: 'executed',
    tree: made,
    changedFiles: [],
    summary: 'Did it.',
    usage,
  });
  expect(stepsOf(executed)).toEqual([
    ['a', 'before the run'],
    ['b', 'forked from heal-old step 2'],
    ['c', 'Did it.'],
  ]);
});

test('a start that is the directory as it is says so in state 0', () => {
  expect(stepsOf(begin({ status: 'ready', tree: base }))).toEqual([
    ['a', 'before the run, forked from heal-old step 2'],
  ]);
});

test('an answer publishes nothing of the state', () => {
  const step = begin({ status: 'ready', tree: start }, { taskType: 'chat_reply', request: 'why?' });
  expect(step.state.tree).toBe(start);
  const { state } = decide(step.state, { type: 'chatted', reply: 'so', usage });
  expect(state).toMatchObject({ status: 'completed', tree: base });
});

test('a conflict ends the run, a refusal and a lost state are bad input', () => {
  const conflict = begin({ status: 'conflict', conflicts: [{ path: 'x.ts', reason: 'both' }] });
  expect(conflict).toMatchObject({ effect: { type: 'finish' }, state: { status: 'failed', tree: base } });
  expect(conflict.state.badInput).toBeUndefined();
  const refusals = ['x', 'y'].map((path) => ({
    path,
    reason: 'no-match' as const,
    message: `${path} is not`,
  }));
  expect(begin({ status: 'refused', refusals }).state.badInput).toBe(
    'The patch does not fit step 2 of heal-old, so nothing was done: x is not (and 1 more). Make it against the files of that step.',
  );
  const shown = [{ path: 'x', reason: 'no-match' as const, message: 'x is not', nearest: '1: y' }];
  expect(begin({ status: 'refused', refusals: shown }).state.badInput).toMatch(
    / Make it against the files of that step\. What stands there \(≠ marks [^)]*\):\n1: y$/,
  );
  expect(begin({ status: 'missing' }).state.badInput).toContain(
    'step 2 of heal-old are no longer in the store',
  );
  expect(begin({ status: 'ready', tree: start }, { model: 'x' }, false).state.badInput).toContain('--model');
});

test('the directory comes from what the run left there', () => {
  const steps = [base, start, made].map((tree, number) => ({ number, snapshot: { tree }, reason: '' }));
  expect(treesLeft(steps, true)).toEqual([made, base, start]);
  expect(treesLeft(steps, false)).toEqual([base, start, made]);
  expect(forkedFrom(fork)).toBe('forked from heal-old step 2');
});

describe('input of a fork', () => {
  const old = HealInput.parse({
    directory,
    request: 'Add mul',
    mode: 'PRECISION',
    impactedFiles: ['src/a.ts'],
    verification: { tests: ['t/*.ts'], commands: [{ command: 'make' }], allowUnsandboxed: true },
    maxAttempts: 5,
    approval: { level: 'HIGH', deadlineMs: 9_000 },
    language: 'zh',
    model: 'first',
  });
  const steps = [base, start].map((tree, number) => ({ number, snapshot: { tree }, reason: '' }));
  const made = (given: ForkRequest) =>
    forkInput({ id: 'heal-old', steps, published: true, input: old }, given, true);

  it('is that of the run where nothing is given anew', () => {
    const given = { mode: undefined, verification: { tests: undefined }, approval: { level: undefined } };
    const origin = { of: 'heal-old', step: 1, start, left: [start, base], edits: [] };
    expect(made(given)).toEqual({ ...old, fork: origin });
    expect(made({ step: '0' }).fork).toMatchObject({ step: 0, start: base });
    expect(made({ step: start.slice(0, 8) }).fork).toMatchObject({ step: 1 });
  });

  it('is other in what is given', () => {
    const input = made({
      request: 'Add div',
      model: 'second',
      verification: { commands: [{ command: 'npm test' }] },
      approval: { level: 'LOW' },
    });
    expect(input).toMatchObject({ request: 'Add div', model: 'second', mode: 'PRECISION', maxAttempts: 5 });
    expect(input.approval).toEqual({ ...old.approval, level: 'LOW' });
    expect(input.verification).toEqual({
      ...old.verification,
      commands: [{ command: 'npm test', timeoutMs: 300_000 }],
    });
    expect(made({ request: null }).request).toBeUndefined();
  });

  it('takes a patch as edits, up to 512 KiB', () => {
    const patch = (text: string) => `--- /dev/null\n+++ b/x.txt\n@@ -0,0 +1 @@\n+${text}\n`;
    expect(made({ patch: patch('hi') }).fork?.edits).toEqual([
      { action: 'create', path: 'x.txt', content: 'hi\n' },
    ]);
    expect(() => made({ patch: patch('x'.repeat(600_000)) })).toThrow(
      'The patch has 1 edit of 586 KiB, and 512 is the most: apply it to the directory, and heal that.',
    );
  });

  it('says that a run without a state cannot be forked', () => {
    expect(() => forkInput({ id: 'x', steps: [], published: false, input: old }, {}, true)).toThrow(
      'The run x has no state yet, or ended before it had one: start anew with kintsugi heal /work/project.',
    );
  });
});
