import { TreeHash } from '../../../../src/domain/ids';
import { currentDetails, rollbackDetails } from '../../../../src/domain/run/current-details';
import { RunStatus } from '../../../../src/domain/run/status';

const HASH = 'a'.repeat(64);

function statusOf(more: Record<string, unknown>): RunStatus {
  return RunStatus.parse({
    kind: 'heal',
    phase: 'repairing',
    detail: 'looking for a repair of sum',
    grants: [],
    checkpoints: [],
    rollbacks: [],
    log: [],
    logCount: 0,
    ...more,
  });
}

const diffOf = (paths: readonly string[], excerpt: string) => ({
  base: HASH,
  tree: HASH,
  hash: HASH,
  files: paths.map((path) => ({ path, change: 'modified', addedLines: 1, removedLines: 1 })),
  fileCount: paths.length,
  excerpt,
  size: excerpt.length,
});

describe('the details of a run in the Web UI', () => {
  it('tell its phase, attempt and work while it goes on', () => {
    const text = currentDetails('heal-1', statusOf({ attempt: 2, maxAttempts: 3 }), 'en');
    expect(text.trim()).toBe('- **phase**: repairing, attempt 2 of 3\n- looking for a repair of sum');
  });

  it.each([
    [{ phase: 'awaiting-approval' }, '- **phase**: waiting for approval'],
    [{ phase: 'done', outcome: 'failed_after_repair' }, '- **outcome**: not healed'],
    [{ kind: 'goal', phase: 'done', outcome: 'rolled-back' }, '- **outcome**: taken back'],
  ])('say %j in the words of lists', (given, first) => {
    expect(currentDetails('heal-1', statusOf({ ...given, detail: '' }), 'en').trim()).toBe(first);
  });

  it('tell outcome, cause, tests, approver and the way back once it has ended, then the difference', () => {
    const text = currentDetails(
      'heal-1',
      statusOf({
        outcome: 'recovered',
        diff: diffOf(['src/sum.ts'], '-  return a - b;\n+  return a + b;'),
        findings: {
          cause: '`-` should be `+`',
          tests: '4 passed, 0 failed',
          approver: ' by Ada',
          undoable: true,
        },
      }),
      'en',
    );
    expect(text.trim().split('\n')).toEqual([
      '- **outcome**: healed',
      '- **cause**: `-` should be `+`',
      '- **tests**: 4 passed, 0 failed',
      '- **approved** by Ada',
      '- **undo**: `kintsugi rollback heal-1`',
      '- **change**: `src/sum.ts`',
      '',
      '```diff',
      '-  return a - b;',
      '+  return a + b;',
      '```',
    ]);
  });

  it('put what people have to do above the difference', () => {
    const pending = {
      kind: 'publish',
      form: 'approval',
      hash: HASH,
      summary: 'Publish?',
      files: [],
      diffExcerpt: '',
      requestedAt: '2026-01-01T00:00:00Z',
      deadline: '2026-01-08T00:00:00Z',
    };
    const text = currentDetails('heal-1', statusOf({ pending, diff: diffOf(['a.ts'], '+x') }), 'en');
    expect(text.indexOf('kintsugi approve heal-1')).toBeGreaterThan(0);
    expect(text.indexOf('kintsugi approve heal-1')).toBeLessThan(text.indexOf('```diff'));
  });

  it('show the plan that a question is about, and what the policy warns of', () => {
    const pending = {
      kind: 'plan',
      form: 'approval',
      hash: HASH,
      summary: 'Carry out 2 steps?',
      files: [],
      diffExcerpt: '1. Looking for the papers…\n2. Moving them…',
      warnings: ['Rule 1 of the user’s policy: ask about papers'],
      requestedAt: '2026-01-01T00:00:00Z',
      deadline: '2026-01-08T00:00:00Z',
    };
    const text = currentDetails(
      'goal-1',
      statusOf({ kind: 'goal', phase: 'awaiting-approval', pending }),
      'en',
    );
    expect(text).toContain('- **phase**: waiting for approval\n');
    expect(text).toContain('- **warning**: Rule 1 of the user’s policy: ask about papers\n');
    expect(text).toContain('\n```\n1. Looking for the papers…\n2. Moving them…\n```\n');
  });

  it('show what a question is about in place of the difference made so far', () => {
    const of = (kind: string, diffExcerpt: string) => {
      const pending = {
        ...{ kind, form: 'approval', hash: HASH, summary: 'Go on?', files: [], diffExcerpt },
        ...{ requestedAt: '2026-01-01T00:00:00Z', deadline: '2026-01-08T00:00:00Z' },
      };
      return currentDetails(
        'goal-1',
        statusOf({ kind: 'goal', pending, diff: diffOf(['a.ts'], '+old') }),
        'en',
      );
    };
    const plan = of('plan', '- move the papers');
    expect(plan).toContain('\n```\n- move the papers\n```\n');
    expect(plan).not.toContain('+old');
    expect(plan).not.toContain('**change**');
    const change = of('publish', '+new');
    expect(change).toContain('- **change**: `a.ts`\n\n```diff\n+new\n```');
    expect(change).not.toContain('+old');
    expect(of('publish', '')).toContain('```diff\n+old\n```');
  });

  it('name outcomes in words, with the sentence of a run that tells more than its cause', () => {
    const ended = (kind: string, outcome: string, findings: object) =>
      currentDetails('run-1', statusOf({ kind, outcome, findings }), 'en').trim().split('\n');
    expect(ended('heal', 'failed_after_repair', { message: 'Task failed: no sum', cause: 'no sum' })).toEqual(
      ['- **outcome**: not healed', '- **cause**: no sum'],
    );
    const message = '5 of 5 steps are done, and your folders are changed.';
    expect(ended('goal', 'completed', { message, undoable: true })).toEqual([
      '- **outcome**: done',
      `- ${message}`,
      '- **undo**: `kintsugi rollback run-1`',
    ]);
  });

  it('offer the first checkpoint of a run that goes on', () => {
    const text = currentDetails(
      'session-1',
      statusOf({ kind: 'session', findings: { undoable: true } }),
      'en',
    );
    expect(text).toContain('- **undo**: `kintsugi rollback session-1 --to 0`');
  });

  it('tell of a rollback what it changed, what it left and how to undo it', () => {
    const text = rollbackDetails(
      'rollback-1',
      {
        ...{ version: 1, of: 'heal-1', way: 'back', status: 'partial', at: '2026-01-01T00:00:00Z' },
        directory: { hostId: 'h', hostName: 'vm', realpath: '/shop' },
        before: { tree: TreeHash.parse(HASH) },
        tree: TreeHash.parse(HASH),
        files: [],
        conflicts: [{ path: 'b.ts', reason: 'changed since' }],
        diff: statusOf({ diff: diffOf(['a.ts'], '+x') }).diff,
      },
      'en',
    );
    expect(text.trim().split('\n')).toEqual([
      '- **outcome**: rolled back in part',
      '- **of**: `heal-1`',
      '- **left**: `b.ts`: changed since',
      '- **undo**: `kintsugi rollback rollback-1`',
      '- **change**: `a.ts`',
      '',
      '```diff',
      '+x',
      '```',
    ]);
  });

  it('end with room for lines that wrap, which the Web UI cuts off', () => {
    expect(currentDetails('heal-1', statusOf({}), 'en').endsWith('\n\n\u00a0\n\n\u00a0')).toBe(true);
  });

  it('keep a large difference short, and one of Markdown within its own fence', () => {
    const paths = Array.from({ length: 12 }, (_, index) => `docs/${index}.md`);
    const text = currentDetails(
      'heal-1',
      statusOf({ diff: diffOf(paths, '+````\n+long\n'.repeat(500)) }),
      'en',
    );
    expect(text).toContain('and 4 more');
    expect(text.trim().split('\n').length).toBeLessThan(32);
    expect(text).toContain('\n`````diff\n');
    expect(text.trim().endsWith('\n`````')).toBe(true);
  });
});
