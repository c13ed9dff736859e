import { sessionMachine } from '../../../../src/domain/session/machine';
import {
  commitMessage,
  repositoryAsk,
  wantedBranch,
  withMessageOf,
} from '../../../../src/domain/session/commit';
import type { CommitPlan } from '../../../../src/domain/session/commit-plan';
import type { SessionEffect, SessionEvent } from '../../../../src/domain/session/state';
import { newContext } from '../../../../src/domain/session/context';
import { classify } from '../../../support/classifier';
import { asBlob, asTree } from '../../../support/hashes';
import { playRun } from '../../../support/pure-host';

const HASH = asBlob('a'.repeat(64));
const FILES = { tree: asTree('b'.repeat(64)) };
const PLAN: CommitPlan = {
  ...{ branch: 'main', isNewBranch: false, tree: 'c'.repeat(40), message: 'Add x\n', excerpt: '+x' },
  ...{ paths: ['x.ts'], files: [{ path: 'x.ts', change: 'added', addedLines: 1, removedLines: 0 }] },
  ...{ push: false, pullRequest: false },
};
const CHANGE = {
  ...{ base: FILES.tree, tree: 'd'.repeat(64), hash: HASH, fileCount: 1, size: 1, excerpt: '+x' },
  files: [...PLAN.files, { ...PLAN.files[0], path: 'y.ts' }],
} as never;

const MESSAGES = [
  { name: 'submit', message: { text: 'write x', mode: 'implementation', auto: 0 } },
  { name: 'submit', message: { text: 'commit', mode: 'git_workflow', auto: 0 } },
  { name: 'close', message: {} },
];

/** Plays a session that writes a change and commits it; `committed` is what the repository says. */
function play(level: string, committed: SessionEvent, decisions: readonly ('approve' | 'reject')[]) {
  let received = 0;
  const perform = (effect: SessionEffect): SessionEvent => {
    switch (effect.type) {
      case 'receive': {
        const { name, message } = MESSAGES[received] ?? { name: '', message: {} };
        received += 1;
        return { type: 'received', name: nameOf(name), number: received, message } as never;
      }
      case 'capture':
        return { type: 'captured', files: FILES, hasModel: false };
      case 'classify':
        return { type: 'classified', reading: classify(effect.text) };
      case 'handle':
        return effect.mode === 'git_workflow'
          ? { type: 'handled', handled: { status: 'done', answer: 'p', commit: PLAN, trigger: 'committed' } }
          : { type: 'handled', handled: { status: 'done', answer: 'w', change: CHANGE } };
      case 'publish':
      case 'rewind':
        return {
          type: 'published',
          files: FILES,
          paths: ['x.ts', 'y.ts'],
          change: { before: asTree(HASH), after: asTree(HASH) },
        };
      case 'commit':
        return committed;
      case 'save':
        return { type: 'saved', saved: HASH };
      default:
        throw new Error(effect.type);
    }
  };
  const directory = { hostId: 'h', hostName: 'h', realpath: '/p' };
  const answers = decisions.map((decision) => ({ hash: 'any', decision, scope: 'once' as const }));
  return playRun(
    sessionMachine,
    { version: 1, directory, approval: { level } },
    { perform, answers: answers },
  );
}

function nameOf(name: string): string {
  return sessionMachine.messages?.find((kind) => kind.name.toLowerCase().includes(name))?.name ?? name;
}

const DONE: SessionEvent = { type: 'committed', commit: 'e'.repeat(40), notes: ['Hooks were not run.'] };

describe('a commit in a session', () => {
  it('is asked for at MEDIUM, and its changes are pending no more', () => {
    const { seen, state } = play('MEDIUM', DONE, ['approve', 'approve']);
    const asked = seen.flatMap(({ effect }) => (effect.type === 'ask' ? [effect.question] : []));
    expect(asked.map(({ kind, summary }) => `${kind}: ${summary}`)).toEqual([
      expect.stringMatching(/^publish: /),
      'commit: commit 1 file to main: Add x',
    ]);
    const { context, mode } = state.machine.modes;
    expect(context.pendingChanges.map(({ path }) => path)).toEqual(['y.ts']);
    expect(context.stagedFiles).toEqual(['x.ts']);
    expect(mode).toBe('idle');
    expect(state.machine.turns.at(-1)?.answer).toContain(
      'Committed eeeeeeeeeeee to main\n\nHooks were not run.',
    );
  });

  it('is made without a question at LOW', () => {
    const { seen } = play('LOW', DONE, []);
    expect(seen.some(({ effect }) => effect.type === 'commit')).toBe(true);
  });

  it('is not made where people say no, and its changes stay pending', () => {
    const { seen, state } = play('MEDIUM', DONE, ['approve', 'reject']);
    expect(seen.some(({ effect }) => effect.type === 'commit')).toBe(false);
    expect(state.machine.modes.context.pendingChanges).toHaveLength(2);
    expect(state.machine.turns.at(-1)?.status).toBe('rejected');
  });

  it('that the repository refuses changes nothing, and the session goes on', () => {
    const { state } = play('LOW', { type: 'not-committed', reason: 'It moved on.' }, []);
    expect(state.machine.turns.at(-1)).toMatchObject({
      status: 'conflict',
      answer: expect.stringContaining('It moved on.'),
    });
    expect(state.machine.modes).toMatchObject({ mode: 'git_workflow', executing: false });
    expect(state.machine.modes.context.pendingChanges).toHaveLength(2);
  });
});

describe('the words of a commit', () => {
  it.each([
    ['commit to branch `fix/1`', 'fix/1'],
    ['`fix-2` 브랜치에 커밋', 'fix-2'],
    ['on branch feature/x please', 'feature/x'],
    ['make a branch and commit', undefined],
  ])('%s names the branch %s', (text, branch) => {
    expect(wantedBranch(text)).toBe(branch);
  });

  it('are the message that is given, the task that was done, or the files', () => {
    const done = {
      text: 'Add a login\nwith tests',
      answer: '',
      status: 'done' as const,
      about: [],
      listed: [],
      changed: true,
    };
    const asked = { ...done, text: 'what have you changed?', changed: undefined };
    expect(commitMessage({ text: 'commit with message "Fix: x"', earlier: [done] }, PLAN.files)).toBe(
      'Fix: x\n',
    );
    expect(commitMessage({ text: 'commit', earlier: [done, asked] }, PLAN.files)).toBe(
      'Add a login\n\n- added: x.ts\n',
    );
    expect(commitMessage({ text: 'commit', earlier: [] }, PLAN.files)).toMatch(/^Change x\.ts\n/);
    expect(withMessageOf(PLAN, 'Here:\n```text\nAdd y\n\nWhy.\n```\n').message).toBe('Add y\n\nWhy.\n');
    expect(withMessageOf(PLAN, 'no block')).toBe(PLAN);
  });
});

describe('the changes that a commit is asked for', () => {
  const context = { ...newContext(), pendingChanges: PLAN.files.map((one) => ({ ...one })) };
  const ask = (text: string) => repositoryAsk('git_workflow', { text, context });

  it.each([
    'commit my changes',
    'commit what I changed',
    'commit everything on branch `fix`',
    '내 변경 사항을 커밋해줘',
    '提交我的修改',
  ])('are all that people have where they ask for theirs (%s)', (text) => {
    expect(ask(text)).not.toHaveProperty('paths');
  });

  it.each([
    'commit this',
    'commit the fix',
    'commit with message "Handle all errors of my parser"',
    '이 변경을 커밋해줘',
    '이 내용을 커밋해줘',
    '提交这个修改',
  ])('are those of the session else (%s)', (text) => {
    expect(ask(text)).toMatchObject({ paths: ['x.ts'] });
  });

  it('are no question of other modes', () => {
    expect(repositoryAsk('qa', { text: 'commit my changes', context })).toBeUndefined();
  });

  it('of people are not named after what the session did', () => {
    const earlier = [{ status: 'done', text: 'fix the parser', changed: true }] as never;
    expect(commitMessage({ text: 'commit my changes', earlier }, PLAN.files)).toMatch(/^Change x\.ts\n/);
  });
});
