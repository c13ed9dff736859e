import type { FileEdit } from '../../../../src/domain/files/workspace';
import { healMachine } from '../../../../src/domain/heal/machine';
import { HealResult } from '../../../../src/domain/heal/result';
import type { HealEffect, HealEvent } from '../../../../src/domain/heal/effects';
import { Answer } from '../../../../src/domain/run/questions';
import type { Verification } from '../../../../src/domain/verification/verification';
import { asBlob, asTree } from '../../../support/hashes';
import { AT, base, diffTo, directory, importFacts, proposal } from '../../../support/healing-machine';
import { playRun } from '../../../support/pure-host';
import { candidate, failing, verification } from '../../../support/verifications';

const FIXED = { fixed: 1, broken: 0, fixedIds: ['test/sum.test.ts > adds'], brokenIds: [] };
const WRONG = asTree('c'.repeat(64));
const REPAIRED = asTree('d'.repeat(64));
const EDITED = asTree('e'.repeat(64));
const EDIT: FileEdit = { action: 'modify', path: 'src/sum.ts', content: 'broken' };

/** Verdicts of the checks on each tree: the directory fails, one candidate is wrong, and one repairs it. */
const VERDICTS: Record<string, Verification> = {
  [base]: failing(undefined, { tree: base, durationMs: 40 }),
  [WRONG]: failing(undefined, { tree: WRONG }),
  [REPAIRED]: verification({ tree: REPAIRED, comparison: FIXED, durationMs: 20 }),
  [EDITED]: verification({ tree: EDITED, comparison: { ...FIXED, broken: 1 } }),
};

function verdictOn(tree: string): Verification {
  const verdict = VERDICTS[tree];
  if (!verdict) throw new Error(`no verdict is given for ${tree}`);
  return verdict;
}

/** A directory whose one bug the search repairs at once; publishing meets no conflict. */
function perform(effect: HealEffect): HealEvent {
  switch (effect.type) {
    case 'import':
      return { type: 'imported', ...importFacts({ times: asBlob('7'.repeat(64)) }) };
    case 'verify':
      return { type: 'verified', verification: verdictOn(effect.tree) };
    case 'propose':
      return {
        type: 'proposed',
        proposals: [proposal({ candidates: [candidate('d'), candidate('c')] })],
        at: AT,
      };
    case 'verify-candidates':
      return {
        type: 'candidates-verified',
        candidates: effect.candidates.map((one) => ({ candidate: one, verification: verdictOn(one.tree) })),
      };
    case 'compare':
      return { type: 'compared', diff: diffTo(effect.tree) };
    case 'edit':
      return { type: 'edited', outcome: { tree: EDITED } };
    case 'publish':
      return {
        type: 'published',
        outcome: { status: 'published', tree: effect.tree, files: diffTo(effect.tree).files },
      };
    default:
      throw new Error(`this run has no use for ${effect.type}`);
  }
}

const HASH = REPAIRED.slice(0, 12);
const yes = (given: object = {}) => Answer.parse({ hash: HASH, decision: 'approve', ...given });
const NO = Answer.parse({ hash: HASH, decision: 'reject', reason: 'not like this', by: 'Ada' });

interface Given {
  level?: 'LOW' | 'MEDIUM' | 'HIGH';
  answers?: (Answer | undefined)[];
  more?: object;
  performing?: typeof perform;
}

const heal = ({ level = 'MEDIUM', answers = [], more = {}, performing = perform }: Given) =>
  playRun(healMachine, { directory, approval: { level }, ...more }, { perform: performing, answers });
const effectsOf = ({ seen }: ReturnType<typeof heal>) => seen.map(({ effect }) => effect.type);
const checkpointsOf = ({ state }: ReturnType<typeof heal>) =>
  state.checkpoints.map(({ number, snapshot, reason }) => [number, snapshot.tree, reason]);

const REPAIRING = ['import', 'verify', 'propose', 'verify-candidates', 'compare'];
const REPAIR_REASON = '`-` becomes `+` (src/sum.ts:1)';

describe('a run that repairs one bug and is approved', () => {
  const run = heal({ answers: [yes({ by: 'Ada' })] });

  it('performs these effects, and shows these phases meanwhile', () => {
    expect(run.seen.map(({ effect, view }) => [effect.type, view.phase, view.detail])).toEqual([
      ['import', 'importing', 'importing /work/project'],
      ['verify', 'baseline', 'running the checks on the unchanged files'],
      ['propose', 'repairing', expect.stringMatching(/^looking for a repair of test\/\S+ > /)],
      ['verify-candidates', 'repairing', 'verifying 2 candidates'],
      ['compare', 'verifying', 'comparing the change with the files before the run'],
      ['ask', 'verifying', 'publish 1 changed file to /work/project (all checks pass)'],
      ['publish', 'publishing', 'writing the change to the directory'],
      ['finish', 'done', ''],
    ]);
  });

  it('shows its trees, its attempt and the change as soon as each is known', () => {
    expect(run.seen.map(({ view }) => [view.tree, view.attempt, view.diff?.hash, view.outcome])).toEqual([
      [undefined, 1, undefined, undefined],
      [base, 1, undefined, undefined],
      [base, 1, undefined, undefined],
      [base, 1, undefined, undefined],
      [REPAIRED, 1, undefined, undefined],
      [REPAIRED, 1, REPAIRED, undefined],
      [REPAIRED, 1, REPAIRED, undefined],
      [REPAIRED, 1, REPAIRED, 'recovered'],
    ]);
  });

  it('tells what happens when it happens, in order and without a gap', () => {
    const { recent, count } = run.state.events;
    expect(recent.map(({ kind, at }) => [kind, at.slice(17, 19)])).toEqual([
      ['started', '01'],
      ['attempt', '01'],
      ['verified', '02'],
      ['attempt-failed', '02'],
      ['debugger-called', '02'],
      ['proposed', '03'],
      ['proposed', '03'],
      ['candidate-verified', '04'],
      ['candidate-verified', '04'],
      ['suggested-check', '04'],
      ['chosen', '04'],
      // Cause and files of both were told before they were verified.
      ['diagnosis', '04'],
      ['applying', '04'],
      ['modified', '04'],
      ['applied', '04'],
      ['repair-attempt', '04'],
      ['attempt', '04'],
      ['delivered', '07'],
      ['final', '07'],
    ]);
    expect(recent.map(({ sequence }) => sequence)).toEqual([...recent.keys()].map((index) => index + 1));
    expect(count).toBe(recent.length);
    expect(recent[5]?.text).toBe(
      'Candidate 1 of 2 (mutation): src/sum.ts:1: `-` should be `+`; changes src/sum.ts',
    );
  });

  it('keeps the directory, with its times, and the repair as checkpoints', () => {
    expect(checkpointsOf(run)).toEqual([
      [0, base, 'before the run'],
      [1, REPAIRED, REPAIR_REASON],
    ]);
    expect(run.state.checkpoints[0]?.snapshot.times).toBe('7'.repeat(64));
    expect(run.result.checkpoints).toEqual(run.state.checkpoints);
  });

  it('has a result that says what was wrong, what changed and who allowed it', () => {
    expect(HealResult.parse(run.result)).toMatchObject({
      taskId: 'run-1',
      status: 'recovered',
      totalAttempts: 2,
      tree: REPAIRED,
      baseTree: base,
      fixedTests: ['test/sum.test.ts > adds'],
      delivery: { status: 'published', files: ['src/sum.ts'], by: 'Ada' },
      timings: { workMs: 7_000 },
      choices: [{ winner: REPAIRED, consideredCount: 2, stages: [['mutation']] }],
    });
    expect(run.result.finalError).toBeUndefined();
  });
});

it('a run of level LOW asks nobody', () => {
  const run = heal({ level: 'LOW' });
  expect(run.result.delivery.status).toBe('published');
  expect(effectsOf(run)).toEqual([...REPAIRING, 'ask', 'publish', 'finish']);
});

describe('a run of level HIGH', () => {
  it('asks before it looks for a repair and before it publishes', () => {
    const run = heal({ level: 'HIGH', answers: [yes(), yes()] });
    expect(effectsOf(run)).toEqual([...REPAIRING, 'ask', 'publish', 'finish']);
    const acts = run.seen.flatMap(({ effect }) => effect.act ?? []);
    expect(acts).toEqual([{ tool: 'repair', summary: expect.stringMatching(/^look for repair 1: /) }]);
    const asked = run.seen.flatMap(({ effect }) => (effect.type === 'ask' ? [effect.question] : []));
    expect(asked).toMatchObject([{ kind: 'publish', hash: REPAIRED }]);
    expect(run.result.status).toBe('recovered');
  });

  it.each([
    ['rejected', NO, 'not like this'],
    ['left open', undefined, 'nobody answered in time'],
  ])('ends where the look for a repair is %s', (_, answer, reason) => {
    const run = heal({ level: 'HIGH', answers: [answer] });
    expect(effectsOf(run)).toEqual(['import', 'verify', 'propose', 'finish']);
    expect(run.result).toMatchObject({
      status: 'failed',
      tree: base,
      delivery: { status: 'nothing-to-publish' },
      repairHistory: [],
    });
    expect(run.result.finalError).toMatch(/^Not allowed to look for repair 1: /);
    expect(run.result.finalError).toContain(`: ${reason}`);
  });
});

it('a rejected change stays in the run, and the list says that it was rejected', () => {
  const run = heal({ answers: [NO] });
  expect(effectsOf(run)).toEqual([...REPAIRING, 'ask', 'finish']);
  expect(run.result).toMatchObject({
    status: 'recovered',
    tree: REPAIRED,
    message: 'Not published: rejected. A repair makes all checks pass.',
    delivery: { status: 'rejected', reason: 'not like this', by: 'Ada' },
  });
  expect(run.seen.at(-1)?.view.outcome).toBe('rejected');
});

describe('edits made while approving that break a test', () => {
  const EDITING = ['ask', 'edit', 'verify', 'compare', 'ask'];
  const edits = yes({ edits: [EDIT] });

  it('are asked about again, with the reason, and published only when approved all the same', () => {
    const run = heal({ answers: [edits, yes({ by: 'Bob' })] });
    expect(effectsOf(run)).toEqual([...REPAIRING, ...EDITING, 'publish', 'finish']);
    const again = run.seen.filter(({ effect }) => effect.type === 'ask')[1];
    expect(again?.status.refusedAnswer).toBe(
      'With the edits 1 test that passed before does not: answer again.',
    );
    expect(again?.view.detail).toContain('(1 test that passed before does not)');
    expect(run.seen.at(-1)?.status.refusedAnswer).toBeUndefined();
    expect(run.result).toMatchObject({
      status: 'failed_after_repair',
      tree: EDITED,
      finalError: 'The change breaks 1 test that passed before.',
      delivery: { status: 'published', by: 'Bob' },
    });
    expect(checkpointsOf(run)).toEqual([
      [0, base, 'before the run'],
      [1, REPAIRED, REPAIR_REASON],
      [2, EDITED, 'edits made while approving'],
    ]);
  });

  it('are forgotten when they are rejected: the result is the change before them', () => {
    const run = heal({ answers: [edits, NO] });
    expect(effectsOf(run)).toEqual([...REPAIRING, ...EDITING, 'finish']);
    expect(run.result).toMatchObject({ status: 'recovered', tree: REPAIRED, diff: { hash: REPAIRED } });
    expect(checkpointsOf(run).at(-1)).toEqual([3, REPAIRED, 'result of the run']);
  });

  it('are not taken for approved by silence, whatever the policy says of it', () => {
    const run = heal({
      answers: [edits, undefined],
      more: { approval: { level: 'MEDIUM', onExpiry: 'approve' } },
    });
    expect(run.result.delivery).toEqual({ status: 'expired' });
  });
});

it('a dry run asks nobody and says what publishing would do', () => {
  const run = heal({ more: { dryRun: true } });
  expect(effectsOf(run)).toEqual([...REPAIRING, 'publish', 'finish']);
  expect(run.seen.at(-2)?.view.detail).toBe('looking at what publishing would do');
  expect(run.seen.at(-1)?.view.outcome).toBe('planned');
  expect(run.result).toMatchObject({
    status: 'recovered',
    work: 'a repair makes all checks pass',
    message: 'Dry run: a repair makes all checks pass',
    delivery: { status: 'planned', would: 'published', files: ['src/sum.ts'] },
  });
});

it('a directory that can not be written costs the publishing, not the result', () => {
  const run = heal({
    answers: [yes()],
    performing: (effect) =>
      effect.type === 'publish' ? { type: 'publish-failed', reason: 'no space left' } : perform(effect),
  });
  expect(effectsOf(run)).toEqual([...REPAIRING, 'ask', 'publish', 'finish']);
  expect(run.result).toMatchObject({
    status: 'recovered',
    tree: REPAIRED,
    delivery: { status: 'failed', reason: 'no space left' },
  });
  expect(run.seen.at(-1)?.view.outcome).toBe('unpublished');
});

describe('a run with rules', () => {
  const rule = (given: object) => ({ decision: 'deny', reason: 'Ann does it.', ...given });
  const sources = rule({ path: 'src/**', match: ['src/a'] });
  /** The winner is a model's, whose suggestion names these commands. */
  const suggesting = (...verificationCommands: string[]) => {
    const checked: string[] = [];
    const performing = (effect: HealEffect): HealEvent => {
      if (effect.type === 'suggested-checks') {
        checked.push(...effect.commands);
        const checks = effect.commands.map((command) => ({ command, success: true, output: '' }));
        return { type: 'suggestions-checked', checks };
      }
      if (effect.type !== 'propose') return perform(effect);
      const one = candidate('d');
      const suggestion = { ...one.suggestion, verificationCommands };
      const winner = { ...one, proposer: 'llm' as const, suggestion };
      return { type: 'proposed', proposals: [proposal({ candidates: [winner] })], at: AT };
    };
    return { checked, performing };
  };

  it('is not published where one denies its files, and nobody is asked', () => {
    for (const level of ['LOW', 'MEDIUM', 'HIGH'] as const) {
      const answers = level === 'HIGH' ? [yes()] : [];
      const run = heal({ level, answers, more: { policy: { user: [sources] } } });
      expect(effectsOf(run)).toEqual([...REPAIRING, 'ask', 'finish']);
      expect(run.result).toMatchObject({
        status: 'recovered',
        tree: REPAIRED,
        message: 'Not published: not allowed. A repair makes all checks pass.',
        delivery: { status: 'denied', reason: 'Ann does it.' },
      });
    }
  });

  it('is published unasked where one allows its files, and asked about where one of the project asks', () => {
    const allow = { ...sources, decision: 'allow' };
    expect(heal({ more: { policy: { user: [allow] } } }).result.delivery.status).toBe('published');
    const project = [{ ...sources, decision: 'ask' }];
    const asked = heal({ level: 'LOW', answers: [NO], more: { policy: { user: [allow], project } } });
    expect(asked.result.delivery).toMatchObject({ status: 'rejected' });
  });

  it('ends where one denies to look for repairs', () => {
    const repair = rule({ tool: 'repair', match: ['repair'] });
    const run = heal({ more: { policy: { user: [repair] } } });
    expect(run.result.status).toBe('failed');
    expect(run.result.finalError).toMatch(/^Not allowed to look for repair 1: .*: Ann does it\.$/);
  });

  it('refuses a check that one denies, before it runs', () => {
    const policy = { user: [rule({ command: 'npm run e2e', match: ['npm run e2e'] })] };
    const verification = { commands: [{ command: 'cd app && npm run e2e' }] };
    const run = heal({ more: { policy, verification } });
    expect(effectsOf(run)).toEqual(['import', 'finish']);
    expect(run.result.badInput).toBe(
      'The policy denies the check "cd app && npm run e2e" (Ann does it.): leave it out, or change the rule (kintsugi policy list).',
    );
  });

  it('runs the checks of a model that no rule is against, and says of the others why not', () => {
    const policy = {
      user: [
        rule({ command: 'git push', match: ['git push'] }),
        rule({ command: 'curl', decision: 'ask', match: ['curl'] }),
      ],
    };
    const { checked, performing } = suggesting('npm test', 'npm test; git push', 'curl x');
    const run = heal({ answers: [yes()], more: { policy }, performing });
    expect(checked).toEqual(['npm test']);
    expect(run.result.repairHistory[0]?.suggestedChecks).toEqual([
      { command: 'npm test', success: true, output: '' },
      {
        command: 'npm test; git push',
        success: false,
        output: '',
        notRun: 'the policy denies it: Ann does it.',
      },
      { command: 'curl x', success: false, output: '', notRun: 'the policy asks before it: Ann does it.' },
    ]);
  });

  it('runs none where rules are against all, and all where there are no rules', () => {
    const policy = { user: [rule({ command: 'npm', match: ['npm test'] })] };
    const none = suggesting('npm test');
    const run = heal({ answers: [yes()], more: { policy }, performing: none.performing });
    expect(none.checked).toEqual([]);
    expect(run.result.repairHistory[0]?.suggestedChecks).toHaveLength(1);
    const odd = ['eval "$X', 'f() { a; }', 'npm test'];
    const all = suggesting(...odd);
    heal({ answers: [yes()], performing: all.performing });
    expect(all.checked).toEqual(odd);
  });

  it('asks again about edits made while approving, where a rule is against their files', () => {
    const green = { ...VERDICTS, [EDITED]: verification({ tree: EDITED, comparison: FIXED }) };
    const performing = (effect: HealEffect): HealEvent => {
      if (effect.type === 'verify' && effect.tree === EDITED)
        return { type: 'verified', verification: green[EDITED] as Verification };
      if (effect.type !== 'compare' || effect.tree !== EDITED) return perform(effect);
      const [file] = diffTo(EDITED).files;
      if (!file) throw new Error('a change has files');
      return {
        type: 'compared',
        diff: { ...diffTo(EDITED), files: [file, { ...file, path: 'infra/a.tf' }], fileCount: 2 },
      };
    };
    const policy = { user: [rule({ path: 'infra/**', match: ['infra/a'] })] };
    const run = heal({ answers: [yes({ edits: [EDIT] })], more: { policy }, performing });
    expect(run.result).toMatchObject({
      tree: REPAIRED,
      delivery: { status: 'denied', reason: 'Ann does it.' },
    });
  });
});
