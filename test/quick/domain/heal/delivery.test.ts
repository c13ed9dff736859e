import type { BlobHash } from '../../../../src/domain/ids';
import type { FileEdit } from '../../../../src/domain/files/workspace';
import type { NewQuestion } from '../../../../src/domain/run/questions';
import type { HealEvent } from '../../../../src/domain/heal/effects';
import type { Delivery } from '../../../../src/domain/heal/result';
import type { Standing } from '../../../../src/domain/heal/standing';
import type { Verification } from '../../../../src/domain/verification/verification';
import { asTree } from '../../../support/hashes';
import {
  base,
  baseline,
  checkpointsOf,
  delivers,
  diffTo,
  LEFT_OUT,
  play,
  resultOf,
  round,
  start,
  won,
  type Played,
  type PlayedEvent,
  deliveryOf,
  withFacts,
} from '../../../support/healing-machine';
import { candidate, verification } from '../../../support/verifications';

const HEALED = asTree('d'.repeat(64));
const EDITED = asTree('e'.repeat(64));
const EDIT: FileEdit = { action: 'modify', path: 'src/sum.ts', content: '' };
const approve = (...edits: FileEdit[]): PlayedEvent => ({
  type: 'answered',
  answer: { status: 'granted', edits },
});
const REJECT: PlayedEvent = { type: 'answered', answer: { status: 'rejected', reason: 'no' } };
const PUBLISHED: HealEvent = {
  type: 'published',
  outcome: { status: 'published', tree: HEALED, files: diffTo(HEALED).files },
};

const BROKEN = verification({
  tree: EDITED,
  comparison: { fixed: 0, broken: 1, fixedIds: [], brokenIds: [] },
});
const DISAGREED = verification({
  tree: EDITED,
  generated: { passed: 0, failedFiles: ['src/sum.test.ts'] },
});

const healed = (input: object = {}): Played => play(start(input), [baseline(), won('d')]);
const compared = (tree: BlobHash): HealEvent => ({ type: 'compared', diff: diffTo(tree) });
const verified = (seen: Verification): HealEvent => ({ type: 'verified', verification: seen });
const edited = (tree: BlobHash): HealEvent => ({ type: 'edited', outcome: { tree: asTree(tree) } });

/** A healed run at the question whether to publish. */
const asking = (at = healed()): Played => play(at, [compared(HEALED)]);

/** The question after edits that lead to the tree EDITED, which is verified so. */
const askingAgain = (seen = BROKEN): Played =>
  play(asking(), [approve(EDIT), edited(EDITED), verified(seen), compared(EDITED)]);

function questionOf({ effect }: Played): NewQuestion {
  if (effect.type !== 'ask') throw new Error(`the run asks nothing: it is at ${effect.type}`);
  return effect.question;
}

function outcomeOf(at: Pick<Played, 'state'>): Delivery | undefined {
  const { stage } = deliveryOf(at);
  return stage.at === 'ended' ? stage.outcome : undefined;
}

describe('a change that is green', () => {
  it('is compared, asked about and published, and only then the run ends', () => {
    expect(healed().effect).toEqual(delivers(HEALED));
    expect(questionOf(asking())).toEqual({
      kind: 'publish',
      hash: HEALED,
      summary: 'publish 1 changed file to /work/project (all checks pass)',
      act: { paths: ['src/sum.ts'], morePaths: 0 },
      files: diffTo(HEALED).files,
      diffExcerpt: '',
      always: false,
    });
    const publishing = play(asking(), [approve()]);
    expect(publishing.effect).toEqual({
      type: 'publish',
      base,
      tree: HEALED,
      dryRun: false,
      untimed: true,
      closing: true,
    });
    const end = play(publishing, [PUBLISHED]);
    expect(end.effect).toEqual({ type: 'finish' });
    expect(resultOf(end)).toMatchObject({
      status: 'recovered',
      delivery: { status: 'published', files: ['src/sum.ts'] },
      message: 'Healed: a repair makes all checks pass',
    });
  });

  it('is published under the name of who approved it', () => {
    const answer = { status: 'granted' as const, edits: [], by: 'Ada' };
    const end = play(asking(), [{ type: 'answered', answer }, PUBLISHED]);
    expect(outcomeOf(end)).toMatchObject({ status: 'published', by: 'Ada' });
  });

  it.each([
    ['rejected', REJECT, 'rejected'],
    ['expired', { type: 'answered', answer: { status: 'expired' } } as const, 'nobody answered'],
  ])('stays the result of a run whose question is %s', (status, answer, words) => {
    const end = play(asking(), [answer]);
    expect(end.effect).toEqual({ type: 'finish' });
    expect(resultOf(end)).toMatchObject({ status: 'recovered', tree: HEALED, delivery: { status } });
    expect(resultOf(end).message).toBe(`Not published: ${words}. A repair makes all checks pass.`);
    expect(resultOf(end).outcome).toBe(status);
    expect(end.events.at(-1)?.text).toContain(`Final status: not published: ${words}\n`);
  });

  it('is planned in a dry run, which asks nobody and closes nothing', () => {
    const planning = play(healed({ dryRun: true }), [compared(HEALED)]);
    expect(planning.effect).toEqual({ type: 'publish', base, tree: HEALED, dryRun: true, untimed: true });
    expect(resultOf(play(planning, [PUBLISHED])).delivery).toEqual({
      status: 'planned',
      would: 'published',
      files: ['src/sum.ts'],
      conflicts: [],
    });
  });

  it('is kept where the directory can not be written', () => {
    const end = play(asking(), [approve(), { type: 'publish-failed', reason: 'EACCES' }]);
    expect(resultOf(end)).toMatchObject({
      status: 'recovered',
      tree: HEALED,
      delivery: { status: 'failed', reason: 'EACCES' },
    });
  });

  it('that is published in part has that part as its last checkpoint', () => {
    const part = asTree('c'.repeat(64));
    const outcome = {
      status: 'partial' as const,
      base,
      tree: part,
      files: [],
      left: [{ path: 'src/sum.ts', reason: 'changed' }],
      leftCount: 1,
    };
    const end = play(asking(), [approve(), { type: 'published', outcome }]);
    expect(outcomeOf(end)).toMatchObject({ status: 'partial', tree: part, leftCount: 1 });
    expect(checkpointsOf(end).map(({ snapshot, reason }) => [snapshot.tree, reason])).toEqual([
      [base, 'before the run'],
      [HEALED, '`-` becomes `+` (src/sum.ts:1)'],
      [part, 'what was published of it'],
    ]);
  });

  it('goes to nobody once the run is rolled back', () => {
    const back = play(asking(), [{ type: 'rolled-back', tree: base, reason: 'not like this' }]);
    expect(back.effect).toMatchObject({ type: 'propose', evidence: { round: 2, tree: base } });
    expect(back.state.phase.name).toBe('round');
  });
});

describe('the question whether to publish', () => {
  it('says what to look at in the change', () => {
    const at = healed();
    const repairs = at.state.facts.repairs.map((one) => ({ ...one, signs: ['deleted-statement' as const] }));
    expect(questionOf(asking(withFacts(at, { repairs }))).warnings).toEqual([
      'The change has a statement deleted: look whether it solves the problem or only the tests.',
    ]);
    expect(questionOf(asking()).warnings).toBeUndefined();
  });

  it.each([
    ['en', 'The change may be wrong: edits of its kind are seldom right.'],
    ['ko', '변경이 틀렸을 수 있습니다: 이런 종류의 편집은 맞는 경우가 드묾.'],
    ['zh', '更改可能不正确: 这类编辑很少正确。'],
  ] as const)('warns in %s where the confidence is not high, with the reason', (language, warning) => {
    const standing: Standing = { group: 'A', confidence: 'ambiguous', reason: { code: 'seldom-right' } };
    const only = { candidate: { ...candidate('d'), standing }, verification: verification() };
    const at = play(start({ language }), [baseline(), round({ candidates: [only] })]);
    const question = questionOf(asking(at));
    expect([question.warnings, question.always]).toEqual([[warning], true]);
  });
});

describe('an edit made while approving', () => {
  it('is made to the change, verified, and asked about again where it is not green', () => {
    const editing = play(asking(), [approve(EDIT)]);
    expect(editing.effect).toEqual({
      type: 'edit',
      tree: HEALED,
      edits: [EDIT],
      label: 'edit/approval-1',
      untimed: true,
    });
    const verifying = play(editing, [edited(EDITED)]);
    expect(verifying.effect).toMatchObject({ type: 'verify', tree: EDITED, label: 'verify/approval-1' });
    const again = askingAgain();
    expect(questionOf(again)).toMatchObject({ hash: EDITED, always: true });
    expect(again.refusal).toBe('With the edits 1 test that passed before does not: answer again.');
  });

  it('that breaks a test is never called passing, and costs a rejected run nothing', () => {
    const summaries = [asking(), askingAgain()].map((at) => questionOf(at).summary.replace(/^.*\(/, '('));
    expect(summaries).toEqual(['(all checks pass)', '(1 test that passed before does not)']);
    const end = play(askingAgain(), [REJECT]);
    expect(outcomeOf(end)?.status).toBe('rejected');
    expect(deliveryOf(end).end).toEqual(deliveryOf(healed()).end);
    expect(deliveryOf(end).end.status).toBe('recovered');
    expect(end.state.facts.tree).toBe(HEALED);
    expect(end.state.facts.verification).toEqual(healed().state.facts.verification);
    expect(deliveryOf(end).diff?.tree).toBe(HEALED);
  });

  it('that is not green is published once it is approved all the same, as no success', () => {
    const publishing = play(askingAgain(), [approve()]);
    expect(publishing.effect).toMatchObject({ type: 'publish', tree: EDITED });
    const end = play(publishing, [PUBLISHED]);
    expect(outcomeOf(end)?.status).toBe('published');
    expect(end.state.facts.tree).toBe(EDITED);
    expect(deliveryOf(end).end).toMatchObject({
      status: 'failed_after_repair',
      error: 'The change breaks 1 test that passed before.',
    });
  });

  it('that is green is published without another question', () => {
    const seen = verification({ tree: EDITED });
    const at = play(asking(), [approve(EDIT), edited(EDITED), verified(seen), compared(EDITED)]);
    expect(at.effect).toMatchObject({ type: 'publish', tree: EDITED });
    expect(deliveryOf(at).end.status).toBe('recovered');
    expect(at.state.facts.confirmation).toBeUndefined();
  });

  it('that does not fit is refused, and the change asked about once more', () => {
    const refusals = ['a.ts', 'b.ts'].map((path) => ({
      path,
      reason: 'no-match' as const,
      message: `${path} is not there`,
    }));
    const again = play(asking(), [approve(EDIT), { type: 'edited', outcome: { refusals } }]);
    expect(again.refusal).toBe('a.ts is not there; b.ts is not there');
    expect(questionOf(again)).toMatchObject({ hash: HEALED, always: true });
    expect(play(again, [approve(EDIT)]).effect).toMatchObject({ type: 'edit', label: 'edit/approval-2' });
    expect(resultOf(play(again, [REJECT]))).toMatchObject({ status: 'recovered', tree: HEALED });
  });

  it('leaves generated tests out that fail on it', () => {
    const leaving = play(asking(), [approve(EDIT), edited(EDITED), verified(DISAGREED)]);
    expect(leaving.effect).toMatchObject({
      type: 'edit',
      tree: EDITED,
      edits: [{ action: 'delete', path: 'src/sum.test.ts' }],
      label: 'quarantine/approval-1',
    });
    const end = play(leaving, [edited(LEFT_OUT), compared(LEFT_OUT), PUBLISHED]);
    expect(outcomeOf(end)?.status).toBe('published');
    expect(deliveryOf(end).end.status).toBe('recovered');
    expect(end.state.facts.tree).toBe(LEFT_OUT);
    expect(deliveryOf(end).leftOut).toEqual(['src/sum.test.ts']);
    expect(resultOf(end).quarantinedTests).toEqual(['src/sum.test.ts']);
  });

  it('leaves none out that the user wrote anew', () => {
    const edit: FileEdit = { ...EDIT, path: 'src/sum.test.ts' };
    const end = play(asking(), [
      approve(edit),
      edited(EDITED),
      verified(DISAGREED),
      compared(EDITED),
      PUBLISHED,
    ]);
    expect(end.state.facts.tree).toBe(EDITED);
    expect(deliveryOf(end).leftOut).toEqual([]);
  });

  it('is a checkpoint, after which the run can go back to its own change', () => {
    const back = play(askingAgain(), [{ type: 'rolled-back', tree: HEALED, reason: 'back' }]);
    expect(checkpointsOf(back).map(({ snapshot, reason }) => [snapshot.tree, reason])).toEqual([
      [base, 'before the run'],
      [HEALED, '`-` becomes `+` (src/sum.ts:1)'],
      [EDITED, 'edits made while approving'],
      [HEALED, 'back'],
    ]);
    expect(back.effect).toMatchObject({ type: 'verify', tree: HEALED });
    expect(back.state.phase.name).toBe('confirming');
  });
});

describe('generated tests that fail on a green change', () => {
  const failingTests = verification({
    tree: HEALED,
    generated: { passed: 0, failedFiles: ['x.test.ts'] },
  });
  const leaving = () => play(start(), [baseline(), won('d', failingTests)]);

  it('are left out before it is offered, and told in the result', () => {
    expect(leaving().effect).toMatchObject({
      type: 'edit',
      tree: HEALED,
      edits: [{ action: 'delete', path: 'x.test.ts' }],
      label: 'quarantine',
      untimed: true,
    });
    const end = play(leaving(), [edited(LEFT_OUT), compared(LEFT_OUT), REJECT]);
    expect(resultOf(end)).toMatchObject({ tree: LEFT_OUT, quarantinedTests: ['x.test.ts'] });
  });

  it('stay where they can not be left out', () => {
    const offered = play(leaving(), [{ type: 'edited', outcome: { refusals: [] } }]);
    expect(offered.effect).toEqual(delivers(HEALED));
    expect(resultOf(offered).quarantinedTests).toEqual([]);
  });
});

it('a change that is not green is compared and offered to nobody', () => {
  const failed = play(start({ maxAttempts: 1 }), [
    baseline(),
    won('d', verification({ ...BROKEN, success: false, comparison: undefined, passed: 6, failed: 1 })),
  ]);
  expect(failed.effect).toEqual(delivers(HEALED));
  const end = play(failed, [compared(HEALED)]);
  expect(end.effect).toEqual({ type: 'finish' });
  expect(resultOf(end)).toMatchObject({
    status: 'failed',
    delivery: { status: 'nothing-to-publish' },
    diff: { tree: HEALED },
  });
});
