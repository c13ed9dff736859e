import { newContext, type ModeContext } from '../../../../src/domain/session/context';
import { enter, leave, decideMode } from '../../../../src/domain/session/mode-machine';
import { newModeState, type MadeTransition } from '../../../../src/domain/session/mode-state';
import type { AgentMode } from '../../../../src/domain/session/modes';

const CHANGE = { path: 'src/a.ts', change: 'modified' as const, addedLines: 1, removedLines: 0 };

const FULL: ModeContext = {
  ...newContext(),
  currentTask: { text: 'mend it' },
  currentFiles: ['src/a.ts'],
  currentSymbols: ['src/a.ts#a'],
  impactNodes: ['src/b.ts'],
  dependencyChain: ['left-pad'],
  pendingChanges: [CHANGE, CHANGE],
  stagedFiles: ['src/old.ts'],
  lastTestResults: { passed: 1, failed: 0, allPassed: true },
  coverageData: { covered: 1, total: 2 },
  lastError: { message: 'x is not a function' },
  errorStackTrace: 'at a',
};

const by = (from: AgentMode, trigger: string, to: AgentMode): MadeTransition => ({ from, to, trigger });

describe('A mode that is entered', () => {
  it('idle keeps what the next task may be about: files, changes and the last error', () => {
    expect(enter(FULL, by('test', 'done', 'idle'))).toEqual(FULL);
  });

  it('navigation begins a new search without the files of the last one', () => {
    expect(enter(FULL, by('idle', 'search_intent', 'context_navigation'))).toMatchObject({
      currentFiles: [],
      currentSymbols: [],
    });
  });

  it('navigation keeps the files of work that was refused', () => {
    expect(enter(FULL, by('implementation', 'rejected', 'context_navigation')).currentFiles).toEqual(
      FULL.currentFiles,
    );
  });

  it('implementation counts the files of a new task alone, and keeps those that a search found for it', () => {
    expect(enter(FULL, by('idle', 'code_intent', 'implementation')).currentFiles).toEqual([]);
    expect(enter(FULL, by('context_navigation', 'target_found', 'implementation')).currentFiles).toEqual(
      FULL.currentFiles,
    );
  });

  it.each(['test', 'verification'] as const)('%s forgets the results of the run before', (mode) => {
    const context = enter(FULL, by('implementation', 'code_complete', mode));
    expect(context.lastTestResults).toBeUndefined();
    expect(context.coverageData).toBeUndefined();
  });

  it('git stages each pending change once', () => {
    expect(enter(FULL, by('qa', 'approved', 'git_workflow')).stagedFiles).toEqual(['src/a.ts']);
  });

  it('impact analysis and dependency intelligence begin with empty results', () => {
    expect(enter(FULL, by('debug', 'impact_check_needed', 'impact_analysis')).impactNodes).toEqual([]);
    expect(enter(FULL, by('qa', 'dependency_risk', 'dependency_intelligence')).dependencyChain).toEqual([]);
  });
});

describe('A mode that is left', () => {
  it('git unstages what it did not commit', () => {
    expect(leave(FULL, by('git_workflow', 'rejected', 'context_navigation')).stagedFiles).toEqual([]);
    expect(leave(FULL, by('git_workflow', 'committed', 'idle')).stagedFiles).toEqual(FULL.stagedFiles);
  });

  it('debug drops an error that is mended, and no other', () => {
    expect(leave(FULL, by('debug', 'fix_applied', 'test')).lastError).toBeUndefined();
    expect(leave(FULL, by('debug', 'fix_identified', 'implementation')).lastError).toEqual(FULL.lastError);
  });
});

describe('A transition', () => {
  it('leaves the old mode before it enters the new one', () => {
    const state = { ...newModeState(FULL), mode: 'git_workflow' as const };
    const { state: after } = decideMode(state, { type: 'trigger', trigger: 'rejected', reason: 'no' });
    expect(after.context).toMatchObject({
      stagedFiles: [],
      currentFiles: FULL.currentFiles,
      rejections: [{ mode: 'git_workflow', reason: 'no' }],
      modeHistory: ['context_navigation'],
    });
  });
});
