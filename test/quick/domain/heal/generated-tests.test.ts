import type { HealEvent } from '../../../../src/domain/heal/effects';
import type { TestScore } from '../../../../src/domain/verification/test-score';
import type { Verification } from '../../../../src/domain/verification/verification';
import { asTree } from '../../../support/hashes';
import {
  base,
  baseline,
  delivers,
  LEFT_OUT,
  noUsage,
  play,
  resultOf,
  round,
  start,
  told,
  won,
  type Move,
  type PlayedEvent,
} from '../../../support/healing-machine';
import { candidate, failedCheck, failing, verification } from '../../../support/verifications';

describe('generated tests', () => {
  const files = ['src/add.test.ts'];
  const generated = (tree: string, given = files): HealEvent => ({
    type: 'tests-generated',
    tree: asTree(tree.repeat(64)),
    files: given,
    note: '',
    usage: noUsage,
  });
  const score: TestScore = {
    runnable: files,
    sampled: 20,
    killed: 15,
    trusted: true,
    unexercised: [],
    survived: [],
  };
  const scored = (tree: string, more: Partial<TestScore> = {}): HealEvent => ({
    type: 'tests-scored',
    tree: asTree(tree.repeat(64)),
    score: { ...score, ...more },
  });
  const verified = (tree: string, given: Partial<Verification> = {}): HealEvent => ({
    type: 'verified',
    verification: verification({ tree: asTree(tree.repeat(64)), ...given }),
  });
  const executed: HealEvent = {
    type: 'executed',
    tree: asTree('e'.repeat(64)),
    changedFiles: ['src/add.ts'],
    summary: 'added add',
    usage: noUsage,
  };
  const tries = (tree: string) => ({
    type: 'score-tests',
    base,
    tree: tree.repeat(64),
    files,
    clock: 'score-tests',
  });
  const leavesOut = (tree: string) => ({
    type: 'edit',
    tree: tree.repeat(64),
    edits: files.map((path) => ({ action: 'delete', path })),
    label: 'quarantine',
  });
  const asksFor = (tree: string, changedFiles: string[], time = 1) => ({
    type: 'generate-tests',
    tree: tree.repeat(64),
    changedFiles,
    clock: `tests-${time}`,
  });
  const request = start({ request: 'add', generateTests: true }, true);
  const repair = start({ generateTests: true }, true);
  it('are tried before the change is verified', () => {
    const first = play(request, [baseline(verification()), executed, generated('f')]);
    expect(first.effect).toEqual(tries('f'));
    expect(play(first, [scored('f')]).effect).toMatchObject({ type: 'verify', tree: 'f'.repeat(64) });
  });

  it('are left out of the change where they notice too few mistakes to prove anything', () => {
    const weak = { killed: 0, trusted: false };
    const end = play(request, [baseline(), executed, generated('f'), scored('f', weak), verified('f')]);
    expect(end.effect).toMatchObject(leavesOut('f'));
    expect(resultOf(end)).toMatchObject({ status: 'completed', quarantinedTests: files });
    expect(resultOf(end).notes?.join(' ')).toContain('prove too little, were left out (src/add.test.ts)');
    const trusted = play(request, [baseline(), executed, generated('f'), scored('f'), verified('f')]);
    expect(trusted.effect).toMatchObject({ type: 'compare' });
  });

  it('are written by default for a request whose change comes without tests, and for no other', () => {
    const byDefault = start({ request: 'add' }, true);
    expect(play(byDefault, [baseline(), executed]).effect).toMatchObject({ type: 'generate-tests' });
    const withTests: HealEvent = { ...executed, changedFiles: ['src/add.ts', 'src/add.test.ts'] };
    expect(play(byDefault, [baseline(), withTests]).effect).toMatchObject({ type: 'verify' });
    const no = start({ request: 'add', generateTests: false }, true);
    expect(play(no, [baseline(), executed]).effect).toMatchObject({ type: 'verify' });
    const untested = start({ request: 'add', generateTests: 'untested' }, true);
    expect(play(untested, [baseline(), executed]).effect).toMatchObject({ type: 'verify' });
    const none = verification({ success: false, trust: 'none', passed: 0, testFiles: 0 });
    expect(play(untested, [baseline(none), executed]).effect).toMatchObject({ type: 'generate-tests' });
  });

  it('are looked for by coverage: a change that no test executes says so', () => {
    const no = start({ request: 'add', generateTests: false }, true);
    const played = play(no, [baseline(), executed]);
    expect(played.effect).toMatchObject({ type: 'verify', covers: ['src/add.ts'] });
    const end = play(played, [verified('e', { unexecuted: ['src/add.ts'] })]);
    expect(resultOf(end).notes).toContain('No test executes the changed lines of src/add.ts.');
  });

  describe('where commands verify', () => {
    const npmTest = { commands: [{ command: 'npm test' }] };
    const asked = start({ request: 'add', generateTests: true, verification: npmTest }, true);
    const npmFails = failing(failedCheck({}, { id: 'npm test', check: 'npm test', kind: 'command' }));

    it('are written after the checks, and can not take a green change away', () => {
      const first = play(asked, [baseline(verification()), executed]);
      expect(first.effect).toEqual({
        type: 'verify',
        tree: 'e'.repeat(64),
        label: 'verify/executed',
        baseline: verification().report,
        generatedTests: [],
        covers: ['src/add.ts'],
      });
      const green = play(first, [verified('e')]);
      expect(green.effect).toEqual(asksFor('e', ['src/add.ts']));
      const end = play(green, [generated('f'), scored('f'), verified('f', npmFails)]);
      expect(end.effect).toMatchObject(leavesOut('f'));
      expect(resultOf(end)).toMatchObject({
        status: 'completed',
        tests: { failed: 0 },
        quarantinedTests: files,
        tree: LEFT_OUT,
      });
      expect(end.state.facts.verification?.generated?.failedFiles).toEqual(files);
    });

    it('are written once the change is repaired, for what was asked for and what was repaired', () => {
      const failed = play(asked, [baseline(verification()), executed, verified('e', npmFails)]);
      expect(failed.effect).toMatchObject({ type: 'propose' });
      expect(play(failed, [won('d')]).effect).toMatchObject({
        type: 'generate-tests',
        tree: 'd'.repeat(64),
        changedFiles: ['src/add.ts', 'src/sum.ts'],
      });
    });
  });

  describe('where nothing else verifies the change', () => {
    const none = verification({ success: false, trust: 'none', passed: 0, testFiles: 0 });
    const green = (tree: string) => verified(tree, { onlyGenerated: true });
    const empty = start({ request: 'add' }, true);
    const weak = { killed: 0, trusted: false, survived: ['src/add.ts:1: `+` should be `-`'] };
    const first = [baseline(none), executed, generated('f')];

    it('are asked for once more where they notice too little, with what they let pass', () => {
      const played = play(empty, [...first, scored('f', weak), green('f')]);
      expect(played.effect).toEqual({
        ...asksFor('f', ['src/add.ts'], 2),
        weak: { files, killed: 0, sampled: 20, survived: weak.survived },
      });
      const better = play(played, [generated('c', ['src/add.generated.test.ts'])]);
      expect(better.effect).toMatchObject({
        type: 'score-tests',
        files: ['src/add.test.ts', 'src/add.generated.test.ts'],
      });
      const ended = play(better, [scored('c'), green('c')]);
      expect(ended.effect).toEqual(delivers('c'.repeat(64)));
      expect(resultOf(ended)).toMatchObject({ status: 'completed', tree: 'c'.repeat(64) });
    });

    it('give no success where they are still not trusted', () => {
      const events = [...first, scored('f', weak), green('f'), generated('c'), scored('c', weak), green('c')];
      const end = play(empty, events);
      expect(end.effect).toEqual(delivers('c'.repeat(64)));
      const result = resultOf(end);
      expect(result).toMatchObject({
        status: 'failed',
        repairHistory: [],
        delivery: { status: 'nothing-to-publish' },
      });
      expect(result.finalError).toBe(
        'Nothing but generated tests could verify the change, and they are not trusted: they notice 0 of 20 deliberate mistakes in the changed code. Add tests of your own or --check.',
      );
      expect(result.notes?.[0]).toContain('not trusted, and no other check verifies the change: they');
      expect(result.failureReport).toContain('add tests of your own, or a check');
      expect(result.failureReport).not.toContain('--max-attempts');
    });

    it('give none either where no better ones come, or the time is up', () => {
      const asked: Move[] = [...first, scored('f', weak), green('f')];
      expect(resultOf(play(empty, [...asked, generated('f', [])])).status).toBe('failed');
      expect(resultOf(play(empty, [...asked, { type: 'out-of-time' }])).status).toBe('failed');
    });

    it('are not asked for again where nothing could tell that they are better', () => {
      const end = play(empty, [...first, scored('f', { ...weak, sampled: 0 }), green('f')]);
      expect(resultOf(end)).toMatchObject({ status: 'failed' });
    });

    it('give a success where they are trusted', () => {
      const end = play(empty, [...first, scored('f'), green('f')]);
      expect(resultOf(end).status).toBe('completed');
    });

    it('do not take away what a check of the project says', () => {
      const end = play(empty, [...first, scored('f', weak), verified('f')]);
      expect(resultOf(end).status).toBe('completed');
    });
  });

  it('are tried again on the tree that a repair made, for the report', () => {
    const events = [baseline(verification()), executed, generated('f'), scored('f')];
    const repaired = play(request, [...events, verified('f', failing()), won('d')]);
    expect(repaired.effect).toEqual(tries('d'));
    const end = play(repaired, [scored('d', { killed: 3, trusted: false })]);
    expect(end.effect).toMatchObject(leavesOut('d'));
    expect(resultOf(end)).toMatchObject({
      status: 'recovered',
      testScore: { killed: 3, trusted: false },
    });
    expect(resultOf(end).notes?.[0]).toContain('not trusted, and chose nothing: they notice 3 of 20');
  });

  it('of a repair are asked for once it is green, and only where that was wanted', () => {
    expect(play(start({}, true), [baseline(), won('d')]).effect).toEqual(delivers('d'.repeat(64)));
    const asked = play(repair, [baseline(), won('d')]);
    expect(asked.effect).toEqual(asksFor('d', ['src/sum.ts']));
    const ended = play(asked, [generated('d', [])]);
    expect(ended.effect).toEqual(delivers('d'.repeat(64)));
    expect(resultOf(ended).status).toBe('recovered');
  });

  it('of a repair can not take its success away', () => {
    const events = [baseline(), won('d'), generated('f'), scored('f'), verified('f', failing())];
    const end = play(repair, events);
    expect(end.effect).toMatchObject(leavesOut('f'));
    expect(resultOf(end)).toMatchObject({
      status: 'recovered',
      tests: { failed: 0 },
      quarantinedTests: files,
    });
    expect(end.state.facts.verification?.generated).toEqual({ passed: 0, failedFiles: files });
  });

  it('are forgotten by a rollback to the start', () => {
    const back: PlayedEvent = { type: 'rolled-back', tree: base, reason: 'rolled back' };
    const { state } = play(repair, [baseline(), won('d'), generated('f'), scored('f'), back]);
    expect(state.facts.tests).toEqual({ files: [], asked: 0 });
  });

  it('are asked for repairs that stand, not for those that were rolled back', () => {
    const changing = (tree: string, path: string): Move => {
      const one = candidate(tree);
      one.diff.files = [{ path, change: 'modified', addedLines: 1, removedLines: 1 }];
      return round({ candidates: [{ candidate: one, verification: verification() }] });
    };
    const back: PlayedEvent = { type: 'rolled-back', tree: base, reason: 'rolled back' };
    const events = [baseline(), changing('d', 'src/old.ts'), back, changing('c', 'src/new.ts')];
    expect(play(repair, events).effect).toMatchObject({
      type: 'generate-tests',
      tree: 'c'.repeat(64),
      changedFiles: ['src/new.ts'],
    });
  });
});

describe('the record of choices', () => {
  it('says who was asked, what was refused and why, in the result and in the failure report', () => {
    const rejected = [
      {
        tree: asTree('e'.repeat(64)),
        proposer: 'llm',
        summary: 'expect less (a.test.ts)',
        outcome: 'a.test.ts is a test',
      },
    ];
    const played = play(start({ maxAttempts: 1 }, true), [
      baseline(),
      round({ rejected, note: '9 edits tried' }),
    ]);
    expect(resultOf(played).choices).toEqual([
      {
        round: 1,
        stages: [['mutation'], ['llm']],
        considered: [],
        consideredCount: 0,
        rejected: ['expect less (a.test.ts): a.test.ts is a test'],
        reason: 'every candidate was rejected',
        notes: ['9 edits tried'],
      },
    ]);
    expect(told(played)).toContain('escalated');
    expect(resultOf(played).failureReport).toContain(
      [
        '    asked: mutation, then llm; every candidate was rejected',
        '    - refused: expect less (a.test.ts): a.test.ts is a test',
        '    9 edits tried',
      ].join('\n'),
    );
  });

  it('no stage is an escalation of itself', () => {
    const played = play(start(), [baseline(), round()]);
    expect(told(played)).toContain('nothing-applied');
    expect(told(played)).not.toContain('escalated');
  });

  it('names tests that contradict each other', () => {
    const contradictions = ['"a" and "b" contradict each other'];
    const end = play(start({ maxAttempts: 1 }), [
      baseline(failing(failedCheck(), { contradictions })),
      round(),
    ]);
    expect(resultOf(end).failureReport).toContain(
      'Tests that can not both pass:\n  "a" and "b" contradict each other',
    );
  });
});
