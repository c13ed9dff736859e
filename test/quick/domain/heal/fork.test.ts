import { forkedFrom, treesLeft, type ForkOutcome } from '../../../../src/domain/run/fork';
import { HealInput } from '../../../../src/domain/heal/input';
import { healMachine } from '../../../../src/domain/heal/machine';
import { forkInput, type ForkRequest } from '../../../../src/client/fork';
import { asTree } from '../../../support/hashes';
import {
  AT,
  begin as beginRun,
  checkpointsOf,
  directory,
  importFacts,
  play,
  resultOf,
  type Played,
  deliveryOf,
} from '../../../support/healing-machine';
import { verification } from '../../../support/verifications';

const tree = (digit: string) => asTree(digit.repeat(64));
const [base, start, made] = [tree('a'), tree('b'), tree('c')];
const fork = { of: 'heal-old', checkpoint: 2, start: tree('d'), left: [base] };
const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };

const begin = (outcome: ForkOutcome, input: object = {}, modelConfigured = true) =>
  beginRun({ fork, ...input }, { modelConfigured }, outcome);
const statesOf = (played: Played) =>
  checkpointsOf(played).map(({ snapshot, reason }) => [snapshot.tree[0], reason] as const);

test('the start is verified and is a state of its own; the base stays the directory', () => {
  const first = begin({ status: 'ready', tree: start }, { request: 'do it' });
  expect(first.effect).toEqual({
    type: 'verify',
    tree: start,
    label: 'verify/baseline',
    generatedTests: [],
    clock: 'baseline',
  });
  expect(first.state.facts.baseTree).toBe(base);
  const verified = play(first, [{ type: 'verified', verification: verification({ tree: start }) }]);
  expect(verified.effect).toMatchObject({ type: 'execute', tree: start });
  const executed = play(verified, [
    { type: 'executed', tree: made, changedFiles: [], summary: 'Did it.', usage },
  ]);
  expect(statesOf(executed)).toEqual([
    ['a', 'before the run'],
    ['b', 'forked from heal-old checkpoint 2'],
    ['c', 'Did it.'],
  ]);
});

test('a start that is the directory as it is says so in state 0', () => {
  expect(statesOf(begin({ status: 'ready', tree: base }))).toEqual([
    ['a', 'before the run, forked from heal-old checkpoint 2'],
  ]);
});

const badInputOf = (at: Played): string | undefined => {
  const { error, because } = deliveryOf(at).end;
  return because === 'bad-input' ? error : undefined;
};

test('a fork is brought to the directory as it is now before anything else', () => {
  const first = healMachine.start(HealInput.parse({ directory, fork }), { id: 'heal-1' });
  expect(first.effect).toMatchObject({ type: 'import', untimed: true, clock: 'import' });
  const second = healMachine.decide(first.state, {
    type: 'imported',
    ...importFacts({ tree: made }),
  });
  expect(second.effect).toMatchObject({
    type: 'fork',
    origin: { of: 'heal-old', start: tree('d'), left: [base] },
    present: made,
    untimed: true,
    clock: 'import',
  });
});

test('an answer publishes nothing of the state', () => {
  const first = begin({ status: 'ready', tree: start }, { taskType: 'chat_reply', request: 'why?' });
  expect(first.effect).toMatchObject({ type: 'chat', tree: start });
  expect(first.state.facts.tree).toBe(start);
  const end = play(first, [{ type: 'chatted', reply: 'so', usage }]);
  expect(end.effect).toEqual({ type: 'finish' });
  expect(deliveryOf(end).end.status).toBe('completed');
  expect(end.state.facts.tree).toBe(base);
  expect(resultOf(end).delivery).toEqual({ status: 'nothing-to-publish' });
});

test('a conflict ends the run, a refusal and a lost state are bad input', () => {
  const conflict = begin({ status: 'conflict', conflicts: [{ path: 'x.ts', reason: 'both' }] });
  expect(conflict.effect).toEqual({ type: 'finish' });
  expect(conflict.state.facts.tree).toBe(base);
  expect(deliveryOf(conflict).end.status).toBe('failed');
  expect(badInputOf(conflict)).toBeUndefined();
  expect(resultOf(conflict).delivery).toEqual({
    status: 'conflict',
    conflicts: [{ path: 'x.ts', reason: 'both' }],
  });
  const refusals = ['x', 'y'].map((path) => ({
    path,
    reason: 'no-match' as const,
    message: `${path} is not`,
  }));
  expect(badInputOf(begin({ status: 'refused', refusals }))).toBe(
    'The patch does not fit checkpoint 2 of heal-old, so nothing was done: x is not (and 1 more). Make it against the files of that checkpoint.',
  );
  const shown = [{ path: 'x', reason: 'no-match' as const, message: 'x is not', nearest: '1: y' }];
  expect(badInputOf(begin({ status: 'refused', refusals: shown }))).toMatch(
    / Make it against the files of that checkpoint\. What stands there \(≠ marks [^)]*\):\n1: y$/,
  );
  expect(badInputOf(begin({ status: 'missing' }))).toContain(
    'checkpoint 2 of heal-old are no longer in the store',
  );
  expect(badInputOf(begin({ status: 'ready', tree: start }, { model: 'x' }, false))).toContain('--model');
});

test('the directory comes from what the run left there', () => {
  const checkpoints = [base, start, made].map((tree, number) => ({
    number,
    snapshot: { tree },
    reason: '',
    at: AT,
  }));
  expect(treesLeft(checkpoints, true)).toEqual([made, base, start]);
  expect(treesLeft(checkpoints, false)).toEqual([base, start, made]);
  expect(forkedFrom(fork)).toBe('forked from heal-old checkpoint 2');
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
  const checkpoints = [base, start].map((tree, number) => ({
    number,
    snapshot: { tree },
    reason: '',
    at: AT,
  }));
  const made = (given: ForkRequest) =>
    forkInput({ id: 'heal-old', checkpoints, published: true, input: old }, given, true);

  it('is that of the run where nothing is given anew', () => {
    const given = { mode: undefined, verification: { tests: undefined }, approval: { level: undefined } };
    const origin = { of: 'heal-old', checkpoint: 1, start, left: [start, base], edits: [] };
    expect(made(given)).toEqual({ ...old, fork: origin });
    expect(made({ checkpoint: '0' }).fork).toMatchObject({ checkpoint: 0, start: base });
    expect(made({ checkpoint: start.slice(0, 8) }).fork).toMatchObject({ checkpoint: 1 });
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
      'The patch has 1 edit of 586 KiB, but at most 512 KiB are possible: apply it to the directory and heal that.',
    );
  });

  it('says that a run without a checkpoint cannot be forked', () => {
    expect(() => forkInput({ id: 'x', checkpoints: [], published: false, input: old }, {}, true)).toThrow(
      'The run x has no checkpoint to begin at. Start a new run with: kintsugi heal /work/project',
    );
  });
});
