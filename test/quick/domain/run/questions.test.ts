import type { ApprovalLevel } from '../../../../src/domain/run/input';
import { policyOf } from '../../../../src/domain/run/policy/decide';
import { RunPolicy } from '../../../../src/domain/run/policy/run-policy';
import {
  Answer,
  Question,
  refuseAnswer,
  refuseRevocation,
  settleAnswer,
  standingOf,
  withGrant,
  type Grant,
  type NewQuestion,
} from '../../../../src/domain/run/questions';

const AT = '2026-01-01T00:00:00.000Z';
const question = (given: object = {}): Question =>
  Question.parse({
    kind: 'publish',
    hash: 'abcdef0123456789'.repeat(4),
    summary: 'publish',
    files: [],
    diffExcerpt: '',
    requestedAt: AT,
    deadline: '2026-01-08T00:00:00.000Z',
    ...given,
  });
const pending = question();
const answer = (given: object = {}) => Answer.parse({ hash: pending.hash, ...given });
const decision = (given: object = {}) => answer({ decision: 'approve', ...given });
const grant = (given: Partial<Grant> = {}): Grant => ({ kind: 'repair', at: AT, ...given });
const edits = [{ action: 'delete', path: 'a.ts' }];

/** True if people are asked. */
function asks(
  given: Parameters<typeof standingOf>[0],
  level: ApprovalLevel,
  grants: readonly Grant[],
  mode?: string,
): boolean {
  return standingOf(given, policyOf({ level }), grants, { mode }).settled === undefined;
}

it.each([
  ['Ada', 'Ada'],
  ['Ada\n# Grace', 'Ada'],
  ['x'.repeat(200), `${'x'.repeat(79)}…`],
])('the name %j of who answers is one short line', (by, kept) => {
  expect(decision({ by }).by).toBe(kept);
});

describe('approval', () => {
  it.each([
    ['LOW', [false, false, false, true]],
    ['MEDIUM', [false, false, true, true]],
    ['HIGH', [true, true, true, true]],
  ] as const)('of level %s is asked before execute, repair, publish, tool: %j', (level, expected) => {
    expect(['execute', 'repair', 'publish', 'tool'].map((kind) => asks({ kind }, level, []))).toEqual(
      expected,
    );
  });

  it('is not asked again for a kind that was granted for the run', () => {
    expect(asks({ kind: 'repair' }, 'HIGH', [grant()])).toBe(false);
    expect(asks({ kind: 'publish' }, 'HIGH', [grant()])).toBe(true);
  });

  it('that was granted in one mode of a run is asked for in any other', () => {
    const grants = [grant({ mode: 'code' })];
    expect(asks({ kind: 'repair' }, 'HIGH', grants, 'code')).toBe(false);
    expect(asks({ kind: 'repair' }, 'HIGH', grants, 'debug')).toBe(true);
    expect(asks({ kind: 'repair' }, 'HIGH', grants)).toBe(true);
    expect(asks({ kind: 'repair' }, 'HIGH', [grant()], 'code')).toBe(true);
  });

  it('is asked whatever the level and the grants say where a question says so', () => {
    const always = { kind: 'publish', always: true };
    expect(asks(always, 'LOW', [grant({ kind: 'publish' })])).toBe(true);
  });

  it('takes the whole hash or its first digits', () => {
    expect(refuseAnswer(pending, decision())).toBeUndefined();
    expect(refuseAnswer(pending, decision({ hash: pending.hash.slice(0, 8) }))).toBeUndefined();
    expect(Answer.safeParse({ hash: 'abcdef0', decision: 'approve' }).success).toBe(false);
  });

  it('refuses another hash, edits of a rejection, and an answer to nothing', () => {
    expect(refuseAnswer(pending, decision({ hash: '0'.repeat(64) }))).toContain('look at the present change');
    expect(refuseAnswer(pending, decision({ decision: 'reject', edits }))).toContain('Edits');
    expect(refuseAnswer(undefined, decision())).toBe('The run is not waiting for an answer.');
  });

  it('takes edits only of a change that is published', () => {
    expect(refuseAnswer(pending, decision({ edits }))).toBeUndefined();
    expect(refuseAnswer(question({ kind: 'repair' }), decision({ edits }))).toContain('Edits');
  });

  it('takes neither silence nor a text for a decision', () => {
    const refusal = 'The run asks for an approval: approve or reject.';
    expect(refuseAnswer(pending, answer())).toBe(refusal);
    expect(refuseAnswer(pending, answer({ text: 'fine' }))).toBe(refusal);
    expect(refuseAnswer(pending, decision({ text: 'fine' }))).toBe(refusal);
    expect(refuseAnswer(pending, decision({ decision: 'reject', text: 'no' }))).toBe(refusal);
  });
});

describe('a question that the policy has rules on', () => {
  const rules = (decision: string) =>
    policyOf(
      { level: 'LOW' },
      RunPolicy.parse({
        project: [{ path: 'infra/**', decision, reason: 'Ann looks at it.', match: ['infra/a'] }],
      }),
    );
  const act = { paths: ['infra/main.tf'] };

  it('is put to people with the reason, and not where the act is another one', () => {
    const warnings = ["Rule 1 of the project's policy: Ann looks at it."];
    expect(standingOf({ kind: 'publish', act }, rules('ask'), [])).toEqual({ warnings });
    const other = { kind: 'publish', act: { paths: ['src/a.ts'] } };
    expect(standingOf(other, rules('ask'), [])).toEqual({ settled: { status: 'granted', edits: [] } });
  });

  it('is denied with the reason, whatever is granted and however it is asked', () => {
    const settled = { status: 'denied', reason: 'Ann looks at it.' };
    const grants = [grant({ kind: 'publish' })];
    expect(standingOf({ kind: 'publish', act }, rules('deny'), grants)).toEqual({ settled });
    expect(standingOf({ kind: 'publish', act, always: true }, rules('deny'), grants)).toEqual({ settled });
  });

  it('is settled by a grant of its kind', () => {
    const standing = standingOf({ kind: 'publish', act }, rules('ask'), [grant({ kind: 'publish' })]);
    expect(standing).toEqual({ settled: { status: 'granted', edits: [] } });
  });
});

describe('a question for a text or a choice', () => {
  const open = question({ kind: 'question', form: 'text' });
  const choice = question({ kind: 'question', form: 'choice', choices: ['npm', 'pnpm'] });

  it('is asked at every level, and no grant answers it', () => {
    const grants = [grant({ kind: 'question' })];
    expect(asks({ kind: 'question', form: 'text' }, 'LOW', grants)).toBe(true);
    expect(asks({ kind: 'question', form: 'choice' }, 'LOW', grants)).toBe(true);
  });

  it('takes a text, and a choice only one of those that are offered', () => {
    expect(refuseAnswer(open, answer({ text: 'use pnpm' }))).toBeUndefined();
    expect(refuseAnswer(choice, answer({ text: 'pnpm' }))).toBeUndefined();
    expect(refuseAnswer(choice, answer({ text: 'yarn' }))).toBe('The run asks for one of: npm, pnpm.');
  });

  it('may be rejected, and is not answered by an approval', () => {
    const refusal = 'The run asks for a text: give one, or reject the question.';
    for (const asked of [open, choice]) {
      expect(refuseAnswer(asked, answer({ decision: 'reject' }))).toBeUndefined();
      expect(refuseAnswer(asked, decision())).toBe(refusal);
      expect(refuseAnswer(asked, decision({ text: 'npm', scope: 'kind' }))).toBe(refusal);
      expect(refuseAnswer(asked, answer())).toBe(refusal);
    }
  });

  it('is told what was said, by whom', () => {
    const told = settleAnswer(
      answer({ text: 'pnpm', by: 'Ada' }),
      { form: 'choice' },
      { onExpiry: 'reject' },
    );
    expect(told).toEqual({ status: 'told', text: 'pnpm', by: 'Ada' });
  });
});

describe('what an answer means', () => {
  const settle = (
    given: Answer | undefined,
    onExpiry: 'reject' | 'approve',
    asked: Partial<NewQuestion> = {},
  ) => settleAnswer(given, asked, { onExpiry });

  it('is granted with its edits, or rejected with a reason', () => {
    expect(settle(decision({ edits, by: 'Ada' }), 'reject')).toEqual({ status: 'granted', by: 'Ada', edits });
    expect(settle(decision(), 'reject')).toEqual({ status: 'granted', by: undefined, edits: [] });
    expect(settle(decision({ decision: 'reject' }), 'approve')).toEqual({
      status: 'rejected',
      reason: 'no reason given',
      by: undefined,
    });
  });

  it('is never a text where an approval was asked for', () => {
    expect(settle(decision({ text: 'fine' }), 'reject')).toMatchObject({ status: 'granted' });
  });

  it('of silence is what the policy says, but never a text and never where it has to be asked', () => {
    expect(settle(undefined, 'reject')).toEqual({ status: 'expired' });
    expect(settle(undefined, 'approve')).toEqual({ status: 'granted', edits: [] });
    expect(settle(undefined, 'approve', { always: true })).toEqual({ status: 'expired' });
    expect(settle(undefined, 'approve', { form: 'text' })).toEqual({ status: 'expired' });
  });
});

describe('a grant', () => {
  const given = { kind: 'publish', mode: 'code', at: AT };
  const kind = decision({ scope: 'kind', by: 'Ada' });

  it('is given by an approval of the kind, with its mode and who gave it', () => {
    expect(withGrant([grant()], kind, given)).toEqual([grant(), { ...given, by: 'Ada' }]);
  });

  it('replaces the one of the same kind and mode, and no other', () => {
    const others = [grant({ kind: 'publish' }), grant({ kind: 'publish', mode: 'code' })];
    expect(withGrant(others, kind, given)).toEqual([grant({ kind: 'publish' }), { ...given, by: 'Ada' }]);
  });

  it.each([
    ['an approval of this one question', decision()],
    ['a rejection', decision({ decision: 'reject', scope: 'kind' })],
    ['a change that is edited while it is approved', decision({ scope: 'kind', edits })],
    ['a text', answer({ text: 'pnpm', scope: 'kind' })],
    ['silence', undefined],
  ])('is not given by %s', (_, said) => {
    expect(withGrant([grant()], said, given)).toEqual([grant()]);
  });

  it('can be taken back, and what is not granted can not', () => {
    const grants = [grant({ mode: 'code' }), grant(), grant({ kind: 'publish' })];
    expect(refuseRevocation(grants, { kind: 'repair' })).toBeUndefined();
    expect(refuseRevocation(grants, { kind: 'tool' })).toBe(
      'Nothing of the kind tool is granted in this run; granted are: repair, publish.',
    );
    expect(refuseRevocation([], { kind: 'tool' })).toBe(
      'Nothing is granted in this run, so there is nothing to take back.',
    );
  });
});
