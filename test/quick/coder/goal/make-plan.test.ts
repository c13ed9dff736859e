import { makePlan, readGoalTask, type GoalThinkDeps, type MakePlanInput } from '../../../../src/coder/goal';
import { learnedRows, type Tried } from '../../../../src/domain/goal/learning';
import type { GivenPlan } from '../../../../src/domain/goal/plan';
import type { PlanReason } from '../../../../src/domain/goal/state';
import { NO_USAGE } from '../../../../src/domain/run/budget';
import type { ModelClient } from '../../../../src/model';
import { createMemoryStore } from '../../../support/memory-store';
import { timeInWords } from '../../../../src/times';
import { asTree } from '../../../support/hashes';

const NOW = '2026-01-02T00:00:00.000Z';
const FAILED: Tried = {
  ...{ run: 'before', step: 1, attempt: 1, tool: 'list', args: { path: 'papers' }, ok: false },
  ...{ reason: 'there is no folder papers', at: '2026-01-01T00:00:00.000Z' },
};
const SAME: GivenPlan = [{ tool: 'list', args: { path: './papers' } }];
const OTHER: GivenPlan = [{ tool: 'locate', args: { what: 'papers' } }];

/** Makes a plan of a run whose folders were learned of; the model gives this plan. */
async function planned(reason: PlanReason, reply: GivenPlan, own?: GivenPlan) {
  const { blobs } = createMemoryStore();
  const task = {
    ...{
      version: 1,
      request: 'list my papers',
      plan: own,
      roots: ['/home/u/desk'],
      language: 'en',
      now: NOW,
    },
    ...{ knownFolders: [], folders: '', conversationText: '', learned: learnedRows([FAILED], NOW) },
  };
  const prompts: string[] = [];
  const model = {
    contentChars: 20_000,
    text: (options: { messages: readonly { content: string }[] }) => {
      prompts.push(options.messages.map(({ content }) => content).join('\n'));
      return Promise.resolve({ ok: true, text: JSON.stringify(reply), usage: NO_USAGE });
    },
  } as unknown as ModelClient;
  const deps: GoalThinkDeps = {
    ...{ blobs, redact: (text: string) => text, hasModel: true, runsCommands: true, model },
    timeRange: (words, { now, language }) => timeInWords(words, { now, language }),
  };
  const hash = await blobs.put(Buffer.from(JSON.stringify(task)));
  await readGoalTask(blobs, hash);
  const input: MakePlanInput = {
    ...{
      key: { run: 'r', effect: 'plan' },
      task: hash,
      tree: asTree(hash),
      onDisk: asTree(hash),
      reason,
      keep: 0,
    },
    ...{ statuses: [], failures: [], references: [] },
  };
  const made = await makePlan(deps, input, { signal: new AbortController().signal, attempt: 1 });
  return { made, prompts };
}

describe("a model's plan", () => {
  it('is refused with the reason where it repeats a call that failed in an earlier run', async () => {
    const { made, prompts } = await planned({ of: 'first' }, SAME);
    expect(made).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining(
        'Step 1 repeats a call of list that failed in an earlier run (there is no folder papers)',
      ),
    });
    expect(prompts[0]).toContain(
      '- failed: list {"path":"papers"} because there is no folder papers; choose another way',
    );
  });

  it('is refused so too where it replaces another plan', async () => {
    expect((await planned({ of: 'replan', problem: 'p' }, SAME)).made.status).toBe('refused');
  });

  it('is taken where it goes another way', async () => {
    expect((await planned({ of: 'first' }, OTHER)).made).toMatchObject({
      status: 'planned',
      rows: [{ tool: 'locate' }],
    });
  });

  it('is taken where the model, told of the reason, gives it again', async () => {
    const { made } = await planned({ of: 'malformed', problem: 'Step 1 repeats a call of list' }, SAME);
    expect(made.status).toBe('planned');
  });
});

describe("a user's own plan", () => {
  it('is refused with the step where its words name no time, before anything is done', async () => {
    const find = (when: string) => ({ tool: 'find', args: { path: '.', when } });
    const own = [find('last week'), find('지난주'), find('when the bees came')];
    const { made } = await planned({ of: 'first' }, OTHER, own);
    expect(made).toMatchObject({
      status: 'refused',
      reason: expect.stringMatching(
        /^Step 3: "when the bees came" is not understood as one time: say it as "last week"/,
      ),
    });
    expect((await planned({ of: 'first' }, OTHER, own.slice(0, 2))).made.status).toBe('planned');
  });

  it('is taken whatever failed before, given or edited, and no model is asked', async () => {
    for (const reason of [{ of: 'first' }, { of: 'edited', text: JSON.stringify(SAME) }] as const) {
      const { made, prompts } = await planned(reason, OTHER, SAME);
      expect(made).toMatchObject({ status: 'planned', rows: [{ tool: 'list' }] });
      expect(prompts).toEqual([]);
    }
  });
});
