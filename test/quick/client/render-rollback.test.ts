import { ENGLISH } from '../../../src/domain/run/said';
import { rollbackText } from '../../../src/client/cli/render-rollback';
import type { RollbackResult } from '../../../src/domain/run/rollback';

const HOSTILE = 'a\u001b]0;title\u0007\nRolled back: everything';

const result = (status: RollbackResult['status']) =>
  ({
    way: 'back',
    status,
    files: [{ path: HOSTILE, change: 'deleted' }],
    conflicts: [{ path: HOSTILE, reason: 'changed since' }],
  }) as unknown as RollbackResult;

describe('the sentence on a rollback', () => {
  it.each(['published', 'partial', 'planned', 'conflict'] as const)(
    'shows a name with control characters so that no terminal obeys it (%s)',
    (status) => {
      const text = rollbackText('id', result(status), ENGLISH);
      expect(text).toContain('"a\\u001b]0;title\\u0007\\nRolled back: everything"');
      expect(text).not.toContain('\u001b');
      expect(text).not.toContain('\nRolled back: everything');
    },
  );

  it('counts many paths, those among them that the result has no room for', () => {
    const files = Array.from({ length: 50 }, (_, at) => ({ path: `f${at}`, change: 'deleted' }));
    const of = (diff?: { fileCount: number }) =>
      rollbackText('id', { ...result('published'), files, diff } as unknown as RollbackResult, ENGLISH);
    expect(of()).toContain('Rolled back: 50 paths: f0, f1, f2, f3, f4, f5, f6, f7 and 42 more.');
    expect(of({ fileCount: 82 })).toContain('Rolled back: 82 paths: f0, f1,');
  });
});
