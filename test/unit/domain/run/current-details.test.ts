import { currentDetails } from '../../../../src/domain/run/current-details';
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
    const text = currentDetails('heal-1', statusOf({ attempt: 2, maxAttempts: 3 }));
    expect(text).toBe('- **phase**: repairing, attempt 2 of 3\n- looking for a repair of sum');
  });

  it.each([
    [{ phase: 'awaiting-approval' }, '- **phase**: waiting for approval'],
    [{ phase: 'done', outcome: 'failed_after_repair' }, '- **outcome**: not healed'],
    [{ kind: 'goal', phase: 'done', outcome: 'rolled-back' }, '- **outcome**: taken back'],
  ])('say %j in the words of lists', (given, first) => {
    expect(currentDetails('heal-1', statusOf({ ...given, detail: '' }))).toBe(first);
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
    );
    expect(text.split('\n')).toEqual([
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
    const text = currentDetails('heal-1', statusOf({ pending, diff: diffOf(['a.ts'], '+x') }));
    expect(text.indexOf('kintsugi approve heal-1')).toBeGreaterThan(0);
    expect(text.indexOf('kintsugi approve heal-1')).toBeLessThan(text.indexOf('```diff'));
  });

  it('keep a large difference short, and one of Markdown within its own fence', () => {
    const paths = Array.from({ length: 12 }, (_, index) => `docs/${index}.md`);
    const text = currentDetails('heal-1', statusOf({ diff: diffOf(paths, '+````\n+long\n'.repeat(500)) }));
    expect(text).toContain('and 4 more');
    expect(text.split('\n').length).toBeLessThan(32);
    expect(text).toContain('\n`````diff\n');
    expect(text.endsWith('\n`````')).toBe(true);
  });
});
