import {
  addAction,
  addChange,
  addFile,
  addRejection,
  addSymbol,
  ModeContext,
  MOST_ENTRIES,
  MOST_REJECTIONS,
  newContext,
  recordMode,
  toDict,
} from '../../../../src/domain/session/context';

const CHANGE = { path: 'a.ts', change: 'modified' as const, addedLines: 1, removedLines: 0 };

describe('the context of a new session', () => {
  it('asks at MEDIUM, tests by itself and does not commit by itself', () => {
    expect(newContext()).toMatchObject({ approvalLevel: 'MEDIUM', autoTest: true, autoCommit: false });
  });

  it('has the flags of an empty context under the names of seed 003', () => {
    expect(toDict(newContext())).toEqual({
      has_pending_changes: false,
      has_errors: false,
      test_passed: false,
      num_files: 0,
      is_large_change: false,
    });
  });
});

describe('the flags of a context', () => {
  it('call a change large from the sixth file on', () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, at) => `${at}.ts`).reduce(addFile, newContext());
    expect(toDict(files(5))).toMatchObject({ num_files: 5, is_large_change: false });
    expect(toDict(files(6))).toMatchObject({ num_files: 6, is_large_change: true });
  });

  it('tell pending changes, errors and passed tests', () => {
    const results = (allPassed: boolean) => ({ passed: 1, failed: allPassed ? 0 : 1, allPassed });
    const context = { ...addChange(newContext(), CHANGE), lastError: { message: 'boom' } };
    expect(toDict({ ...context, lastTestResults: results(true) })).toMatchObject({
      has_pending_changes: true,
      has_errors: true,
      test_passed: true,
    });
    expect(toDict({ ...context, lastTestResults: results(false) }).test_passed).toBe(false);
  });
});

describe('a context', () => {
  it('lists a file and a symbol once, in the order of their coming', () => {
    const context = ['b.ts', 'a.ts', 'b.ts'].reduce(addFile, ['S', 'S'].reduce(addSymbol, newContext()));
    expect(context.currentFiles).toEqual(['b.ts', 'a.ts']);
    expect(context.currentSymbols).toEqual(['S']);
  });

  it('keeps the newest entries of lists that are full', () => {
    let context = newContext();
    for (let at = 0; at < MOST_ENTRIES + 3; at += 1) {
      context = addFile(recordMode(addChange(context, CHANGE), 'debug'), `${at}.ts`);
      context = addRejection(context, { mode: 'debug', reason: `${at}` });
      context = addAction(context, { mode: 'test', kind: 'run', summary: `${at}` });
    }
    expect(context.currentFiles).toHaveLength(MOST_ENTRIES);
    expect(context.currentFiles.at(-1)).toBe(`${MOST_ENTRIES + 2}.ts`);
    expect(context.rejections).toHaveLength(MOST_REJECTIONS);
    expect(context.actionHistory.at(-1)?.summary).toBe(`${MOST_ENTRIES + 2}`);
    expect(ModeContext.parse(JSON.parse(JSON.stringify(context)))).toEqual(context);
  });

  it('is not changed by what is added to it', () => {
    const context = newContext();
    addFile(recordMode(context, 'debug'), 'a.ts');
    expect(context).toEqual(newContext());
  });
});
