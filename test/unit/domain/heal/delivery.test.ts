import type { HealStatus } from '../../../../src/domain/heal/result';
import type { HealState } from '../../../../src/domain/heal/state';
import type { Verification } from '../../../../src/domain/verification/verification';
import type { FileEdit, TreeDiff } from '../../../../src/domain/files/workspace';
import type { ApprovalAnswer } from '../../../../src/workflows/approval-gate';
import { deliver, type DeliveryEffects } from '../../../../src/workflows/delivery';
import { baseline, play, start, won } from '../../../support/healing-machine';
import { candidate, verification } from '../../../support/verifications';

const HEALED = 'd'.repeat(64);
const EDITED = 'e'.repeat(64);
const EDIT: FileEdit = { action: 'modify', path: 'src/sum.ts', content: '' };
const approve = (...edits: FileEdit[]): ApprovalAnswer => ({ status: 'granted', edits });
const REJECT: ApprovalAnswer = { status: 'rejected', reason: 'no' };

const BROKEN = verification({
  tree: EDITED,
  comparison: { fixed: 0, broken: 1, fixedIds: [], brokenIds: [] },
});
const DISAGREED = verification({ tree: EDITED, generated: { passed: 0, failedFiles: ['src/sum.test.ts'] } });

function healed(): HealState {
  return play(start(), [baseline(), won('d', verification({ tree: HEALED }))]).state;
}

/** Plays the answers in their order; edits lead to the tree EDITED, which is verified as told. */
async function delivering(answers: ApprovalAnswer[], onEdits: Verification, state = healed()) {
  const asked: string[] = [];
  const warned: (readonly string[] | undefined)[] = [];
  const diffOf = (tree: string): TreeDiff => ({ ...candidate('d').diff, tree, hash: tree });
  const effects: DeliveryEffects = {
    compare: (tree) => Promise.resolve(diffOf(tree)),
    edit: () => Promise.resolve({ tree: EDITED }),
    verify: () => Promise.resolve(onEdits),
    leaveOut: (_, tests) => Promise.resolve(tests.length === 1 ? 'f'.repeat(64) : undefined),
    publish: () => Promise.resolve({ status: 'published', tree: EDITED, files: [] }),
  };
  const progress = { status: {} as HealStatus, enter: () => undefined, refuse: () => undefined };
  const ask = ({ summary, warnings }: { summary: string; warnings?: readonly string[] }) => {
    warned.push(warnings);
    asked.push(summary.replace(/^.*\(/, '('));
    return Promise.resolve(answers.shift() ?? REJECT);
  };
  return { ...(await deliver(state, { ask }, progress, effects)), asked, warned };
}

describe('the question whether to publish', () => {
  it('says what to look at in the change', async () => {
    const sentence = 'data/table.json is program and judge at once.';
    const state = healed();
    const repairs = state.repairs.map((repair) => ({ ...repair, warnings: [sentence] }));
    expect((await delivering([REJECT], BROKEN, { ...state, repairs })).warned).toEqual([[sentence]]);
    expect((await delivering([REJECT], BROKEN)).warned).toEqual([undefined]);
  });
});

describe('an edit made while approving', () => {
  it('that breaks a test is never called passing, and costs a rejected run nothing', async () => {
    const { state, diff, delivery, asked } = await delivering([approve(EDIT), REJECT], BROKEN);
    expect(asked).toEqual(['(all checks pass)', '(1 test that passed before does not)']);
    expect(delivery.status).toBe('rejected');
    expect(state).toMatchObject({ status: 'recovered', tree: HEALED });
    expect(diff?.tree).toBe(HEALED);
  });

  it('that is not green is published once it is approved all the same, as no success', async () => {
    const { state, delivery } = await delivering([approve(EDIT), approve()], BROKEN);
    expect(delivery.status).toBe('published');
    expect(state).toMatchObject({
      status: 'failed_after_repair',
      tree: EDITED,
      finalError: 'The change breaks 1 test that passed before.',
    });
  });

  it('leaves generated tests out that fail on it', async () => {
    const { state, delivery, leftOut } = await delivering([approve(EDIT)], DISAGREED);
    expect(delivery.status).toBe('published');
    expect(state).toMatchObject({ status: 'recovered', tree: 'f'.repeat(64) });
    expect(leftOut).toEqual(['src/sum.test.ts']);
  });

  it('leaves none out that the user wrote anew', async () => {
    const edit: FileEdit = { ...EDIT, path: 'src/sum.test.ts' };
    const { state, leftOut } = await delivering([approve(edit)], DISAGREED);
    expect(state.tree).toBe(EDITED);
    expect(leftOut).toEqual([]);
  });
});
