import {
  ApprovalDecision,
  needsApproval,
  refuseDecision,
  type ApprovalRequest,
} from '../../../../src/domain/run/approval';

const pending: ApprovalRequest = {
  kind: 'publish',
  hash: 'abcdef0123456789'.repeat(4),
  summary: 'publish',
  files: [],
  diffExcerpt: '',
  requestedAt: '2026-01-01T00:00:00.000Z',
  deadline: '2026-01-08T00:00:00.000Z',
};
const decision = (given: object = {}) =>
  ApprovalDecision.parse({ hash: pending.hash, decision: 'approve', ...given });

describe('approval', () => {
  it.each([
    ['LOW', [false, false, false]],
    ['MEDIUM', [false, false, true]],
    ['HIGH', [true, true, true]],
  ] as const)('of level %s is asked before execute, repair, publish: %j', (level, expected) => {
    expect((['execute', 'repair', 'publish'] as const).map((kind) => needsApproval(level, kind, []))).toEqual(
      expected,
    );
  });

  it('is not asked again for a kind that was granted for the run', () => {
    expect(needsApproval('HIGH', 'repair', ['repair'])).toBe(false);
  });

  it('takes the whole hash or its first digits', () => {
    expect(refuseDecision(pending, decision())).toBeUndefined();
    expect(refuseDecision(pending, decision({ hash: pending.hash.slice(0, 8) }))).toBeUndefined();
    expect(ApprovalDecision.safeParse({ hash: 'abcdef0', decision: 'approve' }).success).toBe(false);
  });

  it('refuses another hash, edits of a rejection, and an answer to nothing', () => {
    expect(refuseDecision(pending, decision({ hash: '0'.repeat(64) }))).toContain(
      'look at the present change',
    );
    const edits = [{ action: 'delete', path: 'a.ts' }];
    expect(refuseDecision(pending, decision({ decision: 'reject', edits }))).toContain('Edits');
    expect(refuseDecision(undefined, decision())).toBe('The run is not waiting for an approval.');
  });
});
