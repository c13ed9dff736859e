import { goalMachine as machine } from '../../../../src/domain/goal/machine';
import type { PlanRow } from '../../../../src/domain/goal/plan';
import type { GoalEffect, GoalEvent } from '../../../../src/domain/goal/state';
import type { StepDone } from '../../../../src/domain/goal/step';
import type { Answer } from '../../../../src/domain/run/questions';
import { NO_USAGE } from '../../../../src/domain/run/budget';
import { asTree } from '../../../support/hashes';
import { playRun, type Script } from '../../../support/pure-host';

type Step = Extract<GoalEffect, { type: 'run-step' }>;

const hash = (digit: string) => asTree(digit.repeat(64));
const [TASK, TREE, TIMES, PLAN] = [hash('1'), hash('0'), hash('2'), hash('3')];
const OUTCOME = hash('4');
const yes: Answer = { hash: '00000000', decision: 'approve', scope: 'once' };
const told = (text: string): Answer => ({ hash: '00000000', text, scope: 'once' });

const row = (tool: PlanRow['tool'], more: Partial<PlanRow> = {}): PlanRow => ({ tool, line: tool, ...more });
const done = (more: Partial<StepDone> = {}): StepDone => ({
  outcome: OUTCOME,
  done: 1,
  total: 1,
  failed: [],
  text: '',
  called: '{}',
  durationMs: 5,
  ...more,
});

interface Given {
  rows?: PlanRow[];
  steps?: (effect: Step, attempt: number) => StepDone;
  plan?: (effect: Extract<GoalEffect, { type: 'plan' }>) => GoalEvent;
  more?: (effect: GoalEffect) => GoalEvent | undefined;
  answers?: Script<GoalEffect, GoalEvent>['answers'];
  hasModel?: boolean;
  open?: { phrase: string; choices: string[] }[];
}

/** Trees of a run by the number of steps that changed them. */
const treeAfter = (index: number) => asTree((index + 10).toString(16).padStart(64, '0'));

function play(input: object, given: Given = {}) {
  const { rows = [row('make_folder'), row('move')], answers, hasModel = false, open = [] } = given;
  const tried = new Map<number, number>();
  const perform = (effect: GoalEffect): GoalEvent => {
    const own = given.more?.(effect);
    if (own) return own;
    switch (effect.type) {
      case 'begin': {
        const seen = { entries: 3, bytes: 10, references: [], open, hasModel };
        return {
          type: 'begun',
          task: TASK,
          tree: TREE,
          times: TIMES,
          ...seen,
        };
      }
      case 'plan':
        return given.plan?.(effect) ?? { type: 'planned', plan: PLAN, rows, usage: NO_USAGE };
      case 'run-step': {
        const attempt = (tried.get(effect.index) ?? 0) + 1;
        tried.set(effect.index, attempt);
        return {
          type: 'step-done',
          ...(given.steps?.(effect, attempt) ?? done({ tree: treeAfter(effect.index) })),
        };
      }
      case 'compare': {
        const files = [{ path: 'a', change: 'renamed' as const, addedLines: 0, removedLines: 0 }];
        const fileCount = effect.base === effect.tree ? 0 : 1;
        const diff = { base: effect.base, tree: effect.tree, hash: hash('d'), files, fileCount };
        return { type: 'compared', diff: { ...diff, size: 1, excerpt: 'move a → b' } };
      }
      case 'publish':
        return effect.dryRun
          ? { type: 'publish-planned' }
          : { type: 'published', tree: effect.tree, times: TIMES };
      case 'end':
        return { type: 'ended', report: { json: hash('e'), markdown: hash('f') } };
      case 'rethink':
        return { type: 'retry', args: hash('a'), shown: '{}', why: 'the name was wrong', usage: NO_USAGE };
      case 'check-goal':
        return { type: 'goal-checked', holds: true, reason: 'all is there', usage: NO_USAGE };
    }
  };
  const directory = { hostId: 'h', hostName: 'host', realpath: '/desk' };
  const full = { directory, roots: ['/desk'], plan: [{ tool: 'list', args: { path: '.' } }], ...input };
  return playRun(machine, full, { perform, answers });
}

const effects = ({ seen }: ReturnType<typeof play>) => seen.map(({ effect }) => effect.type);
const publishes = ({ seen }: ReturnType<typeof play>) =>
  seen.flatMap(({ effect }) => (effect.type === 'publish' ? [effect] : []));
const low = { approval: { level: 'LOW' } };

describe('a goal', () => {
  it('carries its plan out on a tree and changes the folders once, after approval', () => {
    const run = play({}, { answers: [yes] });
    expect(effects(run)).toEqual([
      'begin',
      'plan',
      'ask',
      'run-step',
      'run-step',
      'compare',
      'ask',
      'publish',
      'end',
      'finish',
    ]);
    expect(publishes(run)).toMatchObject([{ base: TREE, tree: treeAfter(1), dryRun: false, of: 'end' }]);
    expect(run.result).toMatchObject({
      status: 'completed',
      published: true,
      steps: { done: 2, failed: 0, open: 0 },
      onDisk: { tree: treeAfter(1) },
    });
    expect(run.result.checkpoints.map(({ snapshot }) => snapshot.tree)).toEqual([
      TREE,
      treeAfter(0),
      treeAfter(1),
    ]);
  });

  it('leaves the folders alone where the user rejects the change', () => {
    const run = play({}, { answers: [{ ...yes, decision: 'reject', reason: 'not these' }] });
    expect(publishes(run)).toEqual([]);
    expect(run.result).toMatchObject({ status: 'rejected', published: false });
    expect(run.result.message).toBe('2 of 2 steps are done; your folders are unchanged. Not these.');
  });

  it('writes nothing as a dry run', () => {
    const run = play({ dryRun: true, publish: 'each-step' }, {});
    expect(run.result).toMatchObject({ published: false });
    expect(publishes(run).every(({ dryRun }) => dryRun)).toBe(true);
  });

  it('changes the folders after each step where the user says so, and asks for that once', () => {
    const run = play({ publish: 'each-step' }, { answers: [yes] });
    expect(publishes(run)).toMatchObject([
      { base: TREE, tree: treeAfter(0), of: 'step' },
      { base: treeAfter(0), tree: treeAfter(1), of: 'step' },
    ]);
    expect(run.result).toMatchObject({ status: 'completed', published: true });
  });

  it('takes back what it has published where the disk gives out', () => {
    const run = play(
      { publish: 'each-step' },
      {
        answers: [yes],
        more: (effect) =>
          effect.type === 'publish' && effect.label.startsWith('publish-2')
            ? { type: 'publish-failed', reason: 'no space left on the disk' }
            : undefined,
      },
    );
    expect(publishes(run).at(-1)).toMatchObject({ base: treeAfter(0), tree: TREE, of: 'rollback' });
    expect(run.result).toMatchObject({ status: 'rolled-back', published: false });
    expect(run.result.message).toContain('No space left on the disk');
  });

  it('asks the user to choose where several things fit, and goes on with the choice', () => {
    const ambiguous = { question: 'Which folder?', choices: ['a', 'b'] };
    const run = play(low, {
      rows: [row('locate'), row('move', { uses: [1] })],
      answers: [told('b')],
      steps: ({ index, choice, outcomes }) => {
        if (index === 0) return choice === undefined ? done({ ambiguous }) : done();
        expect(outcomes).toEqual({ 1: OUTCOME });
        return done({ tree: treeAfter(1) });
      },
    });
    const steps = run.seen.flatMap(({ effect }) => (effect.type === 'run-step' ? [effect.choice] : []));
    expect(steps).toEqual([undefined, 'b', undefined]);
    expect(run.result.status).toBe('completed');
  });

  it('asks what a phrase of the request means before it plans', () => {
    const run = play(
      { ...low, request: 'put it into that folder', plan: undefined },
      { hasModel: true, open: [{ phrase: 'that folder', choices: ['a', 'b'] }], answers: [told('a')] },
    );
    expect(effects(run).slice(0, 3)).toEqual(['begin', 'ask', 'plan']);
    expect(run.result.references).toEqual([{ phrase: 'that folder', path: 'a' }]);
  });
});

describe('a step that fails', () => {
  const failing = (until: number) => (effect: Step, attempt: number) =>
    effect.index === 1 && attempt < until
      ? done({ problem: 'there is no folder x' })
      : done({ tree: treeAfter(effect.index) });

  it('is tried again with the arguments that the model gives', () => {
    const run = play({ ...low, request: 'tidy', plan: undefined }, { hasModel: true, steps: failing(2) });
    const tries = run.seen.flatMap(({ effect }) =>
      effect.type === 'run-step' && effect.index === 1 ? [effect.args] : [],
    );
    expect(tries).toEqual([undefined, hash('a')]);
    expect(run.result.status).toBe('completed');
    expect(run.result.results.map(({ status, attempt }) => [status, attempt])).toEqual([
      ['done', 1],
      ['failed', 1],
      ['done', 2],
    ]);
  });

  it('asks about other arguments, and about a new plan, where each step is written at once', () => {
    const asked: string[] = [];
    const run = play(
      { request: 'tidy', plan: undefined, publish: 'each-step', maxAttempts: 2 },
      {
        hasModel: true,
        steps: ({ index }, attempt) =>
          index === 0 && attempt < 3 ? done({ problem: 'no' }) : done({ tree: treeAfter(index) }),
        plan: ({ keep }) => ({
          type: 'planned',
          plan: PLAN,
          rows: [...Array.from({ length: keep }, () => row('move')), row('delete')],
          usage: NO_USAGE,
        }),
        answers: [yes, yes, yes],
      },
    );
    for (const { effect } of run.seen) if (effect.type === 'ask') asked.push(effect.question.summary);
    expect(asked).toEqual([
      'Carry out a plan of 1 step, and change your folders after each step.',
      'Try step 1 with other arguments, and change your folders.',
      'Carry out a plan of 1 step, and change your folders after each step.',
    ]);
    expect(run.result).toMatchObject({ status: 'completed', published: true });
  });

  it('ends the run with what is published taken back where the machine can not go on', () => {
    const run = play(
      { publish: 'each-step' },
      {
        answers: [yes],
        more: (effect) =>
          effect.type === 'run-step' && effect.index === 1
            ? { type: 'broken', reason: 'the store is full' }
            : undefined,
      },
    );
    expect(publishes(run).at(-1)).toMatchObject({ tree: TREE, of: 'rollback' });
    expect(run.result).toMatchObject({ status: 'rolled-back', published: false });
  });

  it('goes on counting the steps of a new plan in the log', () => {
    const rows = [row('make_folder'), row('move'), row('copy')];
    const { state } = play(
      { ...low, request: 'tidy', plan: undefined, maxAttempts: 1 },
      {
        hasModel: true,
        plan: ({ keep }) => ({
          ...{ type: 'planned', plan: PLAN, usage: NO_USAGE },
          rows: keep === 0 ? rows.slice(0, 2) : rows,
        }),
        steps: ({ index }) => (index === 1 ? done({ problem: 'no.' }) : done()),
      },
    );
    const plans = state.events.recent.filter(({ kind }) => kind === 'plan-updated').map(({ text }) => text);
    expect(plans).toEqual([
      'The plan has 2 steps\n  1. make_folder\n  2. move',
      'A new plan goes on with 1 step: no.\n  3. copy',
    ]);
  });

  it('leads to a new plan when its attempts are used up, and only so often', () => {
    const reasons: string[] = [];
    const run = play(
      { ...low, request: 'tidy', plan: undefined, maxAttempts: 1, maxReplans: 2 },
      {
        hasModel: true,
        steps: () => done({ problem: 'no' }),
        plan: ({ reason, keep }) => {
          reasons.push(reason.of);
          const kept = Array.from({ length: keep }, () => row('make_folder'));
          return { type: 'planned', plan: PLAN, rows: [...kept, row('move'), row('copy')], usage: NO_USAGE };
        },
      },
    );
    expect(reasons).toEqual(['first', 'replan', 'replan']);
    expect(run.result).toMatchObject({ status: 'incomplete', published: false });
  });

  it('is left out without a model, with all that needs it, and the rest goes on', () => {
    const rows = [row('make_folder'), row('find'), row('move', { uses: [2] }), row('copy'), row('write')];
    const run = play(
      { ...low, minSuccess: 0.6 },
      {
        rows,
        steps: ({ index }) =>
          index === 1 ? done({ problem: 'no such folder' }) : done({ tree: treeAfter(index) }),
      },
    );
    expect(run.result).toMatchObject({ status: 'partial', published: true, steps: { done: 3, failed: 2 } });
    expect(run.seen.filter(({ effect }) => effect.type === 'run-step')).toHaveLength(4);
  });

  it('leaves nothing in the tree where too few of its items went well', () => {
    const run = play(low, {
      rows: [row('move')],
      steps: () => done({ tree: treeAfter(0), done: 7, total: 10, failed: ['x: it is gone'] }),
    });
    expect(run.result).toMatchObject({ status: 'incomplete', published: false, tree: TREE });
    expect(run.result.results[0]?.errorReason).toBe(
      'only 7 of 10 items went well (80% are needed): x: it is gone',
    );
  });

  it('counts as done where enough of its items went well', () => {
    const run = play(low, {
      rows: [row('move')],
      steps: () => done({ tree: treeAfter(0), done: 8, total: 10, failed: ['x: it is gone'] }),
    });
    expect(run.result).toMatchObject({ status: 'completed', published: true });
  });

  it('is tried as often as the plan says where no model decides', () => {
    const run = play(low, { rows: [row('make_folder'), row('move', { maxAttempts: 3 })], steps: failing(3) });
    expect(run.result.status).toBe('completed');
    expect(run.result.results).toHaveLength(4);
  });
});

describe('a plan', () => {
  it('that cannot be read is asked for again, with the reason', () => {
    let tries = 0;
    const run = play(
      { ...low, request: 'tidy', plan: undefined },
      {
        hasModel: true,
        plan: ({ reason }) => {
          tries += 1;
          if (tries === 1) return { type: 'plan-refused', reason: 'no array', usage: NO_USAGE };
          expect(reason).toEqual({ of: 'malformed', problem: 'no array' });
          return { type: 'planned', plan: PLAN, rows: [row('move')], usage: NO_USAGE };
        },
      },
    );
    expect(tries).toBe(2);
    expect(run.state.events.recent.map(({ kind }) => kind)).toContain('plan-refused');
  });

  it('that never comes ends the run with the reason', () => {
    const run = play(
      { ...low, request: 'tidy', plan: undefined },
      { hasModel: true, plan: () => ({ type: 'plan-refused', reason: 'no array', usage: NO_USAGE }) },
    );
    expect(run.result).toMatchObject({ status: 'failed', message: 'There is no plan: no array.' });
    expect(effects(run).filter((type) => type === 'plan')).toHaveLength(3);
  });

  it('needs a model or a file of the user', () => {
    const run = play({ ...low, request: 'tidy', plan: undefined }, { hasModel: false });
    expect(run.result.message).toMatch(/has no model/);
  });

  it('may be changed while it is approved', () => {
    const content = '[{"tool":"list","args":{"path":"."}}]';
    const edits = [{ action: 'modify' as const, path: 'plan.json', content }];
    const run = play(
      { approval: { level: 'HIGH' } },
      {
        rows: [row('list')],
        answers: [{ ...yes, edits }, yes],
        plan: ({ reason }) => {
          if (reason.of === 'edited') expect(reason.text).toBe(content);
          return { type: 'planned', plan: PLAN, rows: [row('list')], usage: NO_USAGE };
        },
        steps: () => done(),
      },
    );
    expect(effects(run)).toEqual(['begin', 'plan', 'ask', 'plan', 'run-step', 'compare', 'end', 'finish']);
    expect(run.result.status).toBe('completed');
  });

  it('is asked about again where the change of it cannot be used', () => {
    const edits = [{ action: 'modify' as const, path: 'plan.json', content: 'nonsense' }];
    const run = play(
      { approval: { level: 'HIGH' } },
      {
        rows: [row('list')],
        answers: [
          { ...yes, edits },
          { ...yes, decision: 'reject', reason: 'no' },
        ],
        plan: ({ reason }) =>
          reason.of === 'edited'
            ? { type: 'plan-refused', reason: 'it is not JSON', usage: NO_USAGE }
            : { type: 'planned', plan: PLAN, rows: [row('list')], usage: NO_USAGE },
      },
    );
    expect(run.result.status).toBe('rejected');
  });
});

describe('the language of a goal', () => {
  it.each([
    {
      language: 'ko',
      which: '"그 폴더"은(는) 다음 중 무엇입니까?',
      plan: /^2단계 계획을 실행합니다\. .*변경합니다\.$/,
      publish: '변경 1건을 반영합니다. 2단계 중 1단계를 완료했습니다.',
      warning: '2단계 중 1단계를 완료했습니다. 80% 이상이어야 합니다.',
      message: '2단계 중 1단계를 완료했고, 폴더를 변경했습니다.',
    },
    {
      language: 'zh',
      which: '“그 폴더”指的是哪一个？',
      plan: /^执行 2 步的计划。/,
      publish: '应用 1 项更改：共 2 步，完成 1 步。',
      warning: '共 2 步，完成 1 步，需要达到 80%。',
      message: '共 2 步，完成 1 步，文件夹已更改。',
    },
  ])('is that of its questions, warnings and result: $language', (wanted) => {
    const run = play(
      { language: wanted.language, approval: { level: 'HIGH' } },
      {
        open: [{ phrase: '그 폴더', choices: ['a', 'b'] }],
        steps: ({ index }) =>
          index === 0 ? done({ tree: treeAfter(0) }) : done({ problem: 'There is no x.' }),
        answers: [told('a'), yes, yes, yes, yes],
      },
    );
    const questions = run.seen.flatMap(({ effect }) => (effect.type === 'ask' ? [effect.question] : []));
    const asked = questions.map(({ summary }) => summary);
    expect(asked[0]).toBe(wanted.which);
    expect(asked[1]).toMatch(wanted.plan);
    expect(asked.at(-1)).toBe(wanted.publish);
    expect(questions.at(-1)?.warnings?.[0]).toBe(wanted.warning);
    expect(run.result.message).toBe(wanted.message);
  });
});

describe('the end of a goal', () => {
  it('goes on with a new plan where the model says that the goal is not reached', () => {
    let checks = 0;
    const run = play(
      { ...low, request: 'tidy', plan: undefined },
      {
        hasModel: true,
        plan: ({ keep }) => ({
          type: 'planned',
          plan: PLAN,
          rows: [...Array.from({ length: keep }, () => row('move')), row('move')],
          usage: NO_USAGE,
        }),
        more: (effect) => {
          if (effect.type !== 'check-goal') return undefined;
          checks += 1;
          return { type: 'goal-checked', holds: checks > 1, reason: 'one is missing', usage: NO_USAGE };
        },
      },
    );
    expect(checks).toBe(2);
    expect(run.result).toMatchObject({ status: 'completed', steps: { done: 2 } });
  });

  it('asks whoever approves, whatever is allowed, where too few steps are done', () => {
    const run = play(
      {},
      {
        rows: [row('make_folder'), row('move')],
        steps: ({ index }) => (index === 1 ? done({ problem: 'no' }) : done({ tree: treeAfter(0) })),
        answers: [yes],
      },
    );
    const asked = run.seen.findLast(({ effect }) => effect.type === 'ask')?.effect;
    expect(asked).toMatchObject({
      question: { warnings: ['Only 1 of 2 steps is done, and 80% are needed.', 'Step 2 failed: no.'] },
    });
    expect(run.result).toMatchObject({ status: 'incomplete', published: true });
  });

  it('changes nothing where the limit of calls comes too early', () => {
    const run = play({ ...low, maxSteps: 1 }, {});
    expect(run.result).toMatchObject({ status: 'incomplete', published: false, steps: { done: 1, open: 1 } });
    expect(run.result.message).toContain('as many as it may');
  });

  it('says which paths are in conflict, and leaves the folders alone', () => {
    const conflicts = [{ path: 'a', reason: 'it was deleted' }];
    const run = play(low, {
      more: (effect) => (effect.type === 'publish' ? { type: 'publish-conflict', conflicts } : undefined),
    });
    expect(run.result).toMatchObject({ status: 'conflict', conflicts, published: false });
  });

  it('keeps the results of a thousand steps in the store, and its state small', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => row('write', { line: `write file ${index}` }));
    let largest = 0;
    const run = play(low, { rows });
    largest = Math.max(largest, JSON.stringify(run.state.machine).length);
    expect(run.result).toMatchObject({ status: 'completed', steps: { done: 1_000 } });
    expect(largest).toBeLessThan(200 * 1024);
    expect([...run.records.values()].filter((record) => 'results' in record)).toHaveLength(10);
  });
});
