import type { Handled } from '../../../../src/domain/session/handling';
import { SESSION_QUERIES } from '../../../../src/domain/session/messages';
import type { SessionEvent } from '../../../../src/domain/session/state';
import { verification } from '../../../support/verifications';
import { change, coded, forAll, hash, no, play, submit, trigger, yes } from '../../../support/play-session';

describe('a whole session', () => {
  it('begins idle, finds the mode for a task, works, follows one trigger, and rests', () => {
    const { result, transitions, effects } = play({
      messages: [submit('where is the login?')],
      handled: () => ({
        status: 'done',
        answer: 'src/login.ts',
        files: ['src/login.ts'],
        trigger: 'target_found',
      }),
    });
    expect(transitions).toEqual(['search_intent context_navigation', 'target_found implementation']);
    expect(result).toMatchObject({ status: 'closed', mode: 'implementation', turnCount: 1 });
    expect(result.turns[0]).toMatchObject({
      status: 'done',
      answer: 'src/login.ts',
      modes: ['context_navigation'],
    });
    expect(effects.filter((type) => type === 'handle')).toHaveLength(1);
  });

  it.each([
    ['LOW', []],
    ['MEDIUM', ['publish']],
    ['HIGH', ['execute', 'publish']],
  ])('asks at %s before %j', (level, kinds) => {
    const { run, result } = play({
      messages: [submit('add validateEmail to the User class')],
      handled: () => coded(),
      answers: kinds.map(() => yes),
      settings: { approval: { level } },
    });
    const asked = run.seen.flatMap(({ effect }) => (effect.type === 'ask' ? [effect.question.kind] : []));
    expect(asked).toEqual(kinds);
    expect(result.turns[0]?.published).toEqual(['src/file-0.ts']);
  });

  it('returns to navigation with the reason where people say no, and the next handler is told it', () => {
    const reasons: string[][] = [];
    const { result, transitions } = play({
      messages: [
        submit('add a cache to the client'),
        submit('implement it smaller', { mode: 'implementation' }),
      ],
      handled: ({ task }) => {
        reasons.push(task.context.rejections.map(({ reason }) => reason));
        return coded();
      },
      answers: [no, yes],
    });
    expect(transitions).toContain('rejected context_navigation');
    expect(result.turns.map(({ status }) => status)).toEqual(['rejected', 'done']);
    expect(reasons).toEqual([[], ['too long']]);
  });

  it('asks again in another mode for what was granted in one', () => {
    const { run } = play({
      messages: [
        submit('add a cache to the client'),
        submit('add another one', { mode: 'implementation' }),
        submit('write the docs of it', { mode: 'documentation' }),
      ],
      handled: ({ mode }) => coded({ trigger: mode === 'documentation' ? 'doc_complete' : 'code_complete' }),
      answers: [forAll, yes],
    });
    expect(run.state.grants.map(({ kind, mode }) => `${kind} ${mode ?? ''}`)).toEqual([
      'publish implementation',
    ]);
  });

  it('follows triggers by itself only as far as the task allows, and never after a question', () => {
    const handled = ({ mode }: { mode: string }): Handled =>
      mode === 'implementation'
        ? coded()
        : { status: 'done', answer: mode, trigger: mode === 'test' ? 'tests_passed' : 'target_found' };
    const { result } = play({
      messages: [
        submit('add a cache to the client', { auto: 1 }),
        submit('where is the cache?', { auto: 5 }),
      ],
      handled,
      answers: [yes],
    });
    expect(result.turns.map(({ modes }) => modes)).toEqual([
      ['implementation', 'test'],
      ['context_navigation'],
    ]);
    expect(result.turns[0]?.transitions.at(-1)?.to).toBe('qa');
  });

  it('takes a large change on as one of many files', () => {
    const files = Array.from({ length: 6 }, (_, index) => `src/${index}.ts`);
    const { transitions } = play({
      messages: [submit('add logging to the client')],
      handled: () => coded({ change: change('1', 6), files }),
      answers: [yes],
    });
    expect(transitions.at(-1)).toBe('code_complete multi_file_editing');
  });

  it('says which triggers are legal where one is not, and changes nothing', () => {
    const { result, transitions } = play({ messages: [trigger('code_complete')] });
    expect(transitions).toEqual([]);
    expect(result.turns[0]).toMatchObject({ status: 'refused' });
    expect(result.turns[0]?.answer).toMatch(
      /No valid transition from idle with trigger 'code_complete': trigger one of .*search_intent/,
    );
  });

  it('publishes a change as people edited it while they approved', () => {
    const { run } = play({
      messages: [submit('add a cache to the client')],
      handled: () => coded(),
      answers: [{ ...yes, edits: [{ action: 'modify', path: 'src/file-0.ts', content: 'better' }] }],
    });
    const published = run.seen.flatMap(({ effect }) => (effect.type === 'publish' ? [effect.tree] : []));
    expect(published).toEqual([hash('e')]);
  });

  it('asks once more where a change as it was edited breaks tests, and publishes it where people want it so', () => {
    const failing = verification({ success: false, passed: 1, failed: 1 });
    const edits = [{ action: 'modify' as const, path: 'src/file-0.ts', content: 'worse' }];
    const { run, result } = play({
      messages: [submit('add a cache to the client')],
      handled: () => coded({ tests: { passed: 2, failed: 0, allPassed: true } }),
      answers: [{ ...yes, edits }, yes],
      more: (effect) =>
        effect.type === 'edit' ? { type: 'edited', change: change('e'), verification: failing } : undefined,
    });
    const types = run.seen.map(({ effect }) => effect.type).filter((type) => type !== 'receive');
    expect(types.slice(types.indexOf('handle'))).toEqual([
      ...['handle', 'ask', 'edit', 'ask', 'publish', 'save', 'finish'],
    ]);
    const again = run.seen.flatMap(({ effect }) => (effect.type === 'ask' ? [effect.question] : [])).at(-1);
    expect(again?.warnings).toEqual([
      expect.stringMatching(/^As you edited it, 1 test fails: 1 passed, 1 failed/),
    ]);
    expect(again?.hash).toBe(change('e').hash);
    expect(result.turns[0]?.status).toBe('done');
    expect(result.turns[0]?.answer).toContain(
      'A person edited this while approving: src/file-0.ts.\n1 passed, 1 failed',
    );
  });

  it('asks once more where the checks say less of a change as it was edited', () => {
    const silent = verification({ success: false, trust: 'none', passed: 0, failed: 0 });
    const { run } = play({
      messages: [submit('add a cache to the client')],
      handled: () => coded({ tests: { passed: 2, failed: 0, allPassed: true } }),
      answers: [{ ...yes, by: 'Ann', edits: [{ action: 'delete', path: 'test/a.test.ts' }] }, no],
      more: (effect) =>
        effect.type === 'edit' ? { type: 'edited', change: change('e'), verification: silent } : undefined,
    });
    const asked = run.seen.flatMap(({ effect }) => (effect.type === 'ask' ? [effect.question] : []));
    expect(asked.at(-1)?.warnings).toEqual([
      expect.stringMatching(/^As you edited it, the checks say less than before: 0 passed, 0 failed/),
    ]);
    expect(run.seen.some(({ effect }) => effect.type === 'publish')).toBe(false);
  });

  it.each<[string, SessionEvent, string]>([
    [
      'a conflict',
      { type: 'publish-conflict', conflicts: [{ path: 'src/file-0.ts', reason: 'changed' }] },
      'conflict',
    ],
    ['a full disk', { type: 'broken', reason: 'the disk is full' }, 'failed'],
  ])('goes on after %s, with nothing published', (_, event, status) => {
    const { result } = play({
      messages: [submit('add a cache to the client'), submit('where is the cache?')],
      handled: ({ mode }) => (mode === 'implementation' ? coded() : { status: 'done', answer: 'here' }),
      answers: [yes],
      more: (effect) => (effect.type === 'publish' ? event : undefined),
    });
    expect(result.turns.map((turn) => turn.status)).toEqual([status, 'done']);
    expect(result.turns[0]?.published).toEqual([]);
  });

  it('takes back files, conversation, mode and budget together by a rewind, and can go forth again', () => {
    let rewinds = 0;
    const usage = { modelCalls: 1, inputTokens: 10, outputTokens: 5 };
    const { run, result, undone } = play({
      messages: [submit('add a cache to the client')],
      handled: () => coded({ usage }),
      answers: [yes],
      more: (effect) => {
        if (effect.type !== 'receive' || rewinds >= 2) return undefined;
        const marks = [0, 1];
        const before = rewinds === 0 ? undefined : marks[1];
        rewinds += 1;
        // First the message is received, then people go back, then forth.
        if (before === undefined) return undefined;
        return { type: 'rolled-back', tree: hash('0'), reason: 'went back', mark: 0 } as never;
      },
    });
    const modes = run.seen.map(({ view }) => view.mode);
    expect(modes.at(-1)).toBe('idle');
    expect(undone).toEqual([{ before: hash('0'), after: hash('1') }]);
    expect(result).toMatchObject({ mode: 'idle', turns: [], files: { tree: hash('0') }, usage });
    expect(run.state.machine.usage.modelCalls).toBe(0);
    expect(run.state.checkpoints.map(({ reason, mark }) => `${mark ?? ''} ${reason}`)).toHaveLength(3);
  });

  it('answers what people may ask of it', () => {
    const { run } = play({ messages: [submit('where is the login?')] });
    const { machine } = run.state;
    expect(SESSION_QUERIES.mode(machine)).toBe('context_navigation');
    expect(SESSION_QUERIES.history(machine)).toHaveLength(1);
    expect(SESSION_QUERIES.transitions(machine).map(({ trigger: by }) => by)).toContain('target_found');
    expect(SESSION_QUERIES.context(machine).flags).toMatchObject({ is_large_change: false });
    expect(SESSION_QUERIES.turns(machine)).toMatchObject({ count: 1 });
  });

  it.each([
    [false, 'qa', ['code_complete test', 'tests_passed qa'], 'Nothing is committed by itself'],
    [true, 'git_workflow', ['tests_passed qa', 'approved git_workflow'], ''],
  ])('commits by itself only where that is set (%s)', (autoCommit, mode, made, said) => {
    const { result, transitions } = play({
      messages: [submit('add a cache to the client', { auto: 3 })],
      settings: { approval: { level: 'LOW' }, autoCommit },
      handled: ({ mode: at }) => {
        const triggers: Record<string, string> = { test: 'tests_passed', qa: 'approved' };
        return at === 'implementation' ? coded() : { status: 'done', answer: at, trigger: triggers[at] };
      },
    });
    expect(result.mode).toBe(mode);
    expect(transitions.slice(-2)).toEqual(made);
    expect(result.turns[0]?.answer).toContain(said);
  });
});
