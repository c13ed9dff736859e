import { ActivityFailure, isCancellation, log } from '@temporalio/workflow';
import type { Activities, MadePlanOutcome } from '../activities/types';
import type { GoalInput } from '../domain/goal/input';
import { goalMachine } from '../domain/goal/machine';
import type { GoalEffect, GoalEvent, PlanReason } from '../domain/goal/state';
import { globsOf } from '../domain/goal/told-paths';
import { HOST_WORDS } from '../domain/run/host-words';
import { spoken } from '../domain/run/outcomes';
import { firstLine } from '../domain/text';
import { MODEL, STORE, CODE } from './activity-options';
import { payOrFail } from './paid-calls';
import { lookAtWorker } from './look-at-worker';
import { hostRun, type Performers } from './run/host';
import type { Kit } from './run/kit';
import { nowIso } from './workflow-time';
import type { CodeResult } from '../domain/agent/state';
import { codeFacts, healFacts, type ChildFacts } from '../domain/goal/child';
import type { HealResult } from '../domain/heal/result';

type Step = Omit<Extract<GoalEffect, { type: 'run-step' }>, 'type' | 'row' | 'quick'>;

/** Carries out a goal on folders: plan, steps on the run's tree, then approval and publish. */
export const goal = hostRun(goalMachine, goalEffects);

/** How each effect of a goal is performed, and the event that comes of it. */
function goalEffects(kit: Kit<GoalInput>): Performers<GoalEffect, GoalEvent> {
  const { roots, model, language, stepTimeLimitMs: timeLimitMs } = kit.input;
  const { calls } = HOST_WORDS[language];
  const globs = policyGlobs(kit);
  return {
    begin: () => begin(kit),
    plan: async ({ label, ...thought }) => {
      const input = { key: kit.key(label), ...thought };
      const act = () =>
        kit.call(planSummary(thought.reason.of), MODEL, (activities) => activities.makePlan(input));
      // The user's own plan is checked and kept; nobody is asked.
      const isAsked = thought.reason.of !== 'edited' && (thought.reason.of !== 'first' || !kit.input.plan);
      const paid = isAsked
        ? await payOrFail(kit, calls.plan, { of: 'goal', input: { ...input, asks: 'plan' }, model }, act)
        : { value: await act() };
      if (paid.value === undefined) return { type: 'unanswered', why: paid.failed ?? paid.unpaid ?? '' };
      return planned(paid.value);
    },
    'run-step': brokenIs(async ({ label, row, index, quick, ...step }) => {
      if (row.tool === 'heal' || row.tool === 'agent' || row.tool === 'code')
        return runChild(kit, row.tool, { index, label, ...step }, globs);
      const summary = `step ${index + 1}: ${row.line}`;
      const act = (activities: Pick<Activities, 'runGoalStep'>) =>
        activities.runGoalStep({ key: kit.key(label), index, timeLimitMs, globs, ...step });
      const onHost = () => kit.onHost(summary, act, timeLimitMs);
      const inTask = { row: `step ${index + 1}: ${spoken(row.tool)}`, act: onHost };
      const done = await (quick ? kit.quietly(summary, act, inTask) : onHost());
      return { type: 'step-done', ...done };
    }),
    rethink: async ({ label, ...thought }) => {
      const input = { key: kit.key(label), ...thought };
      const paid = await payOrFail(
        kit,
        calls.rethink,
        { of: 'goal', input: { ...input, asks: 'step' }, model },
        () =>
          kit.call(`step ${thought.index + 1}: another way`, MODEL, (activities) =>
            activities.rethinkStep(input),
          ),
      );
      if (paid.value === undefined) return { type: 'unanswered', why: paid.failed ?? paid.unpaid ?? '' };
      const { value } = paid;
      if (value.status === 'retry')
        return { type: 'retry', args: value.args, shown: value.shown, why: value.why, usage: value.usage };
      if (value.status === 'planned') return { ...value, type: 'planned', isRethought: true };
      return { type: 'give-up', why: value.status === 'skip' ? value.why : value.reason, usage: value.usage };
    },
    compare: brokenIs(async ({ base, tree, label }) => {
      const { told, ...diff } = await kit.call('look at the whole change', STORE, (activities) =>
        activities.compareFolders({ key: kit.key(label), base, tree, roots, globs }),
      );
      return { type: 'compared', diff, told };
    }),
    'check-goal': async ({ label, ...thought }) => {
      const input = { key: kit.key(label), ...thought };
      const paid = await payOrFail(
        kit,
        calls.checkGoal,
        { of: 'goal', input: { ...input, asks: 'goal' }, model },
        () => kit.call('check that the goal is reached', MODEL, (activities) => activities.checkGoal(input)),
      );
      const { value } = paid;
      if (value?.holds === undefined)
        return {
          type: 'unanswered',
          why: value?.reason ?? paid.failed ?? paid.unpaid ?? '',
          usage: value?.usage,
        };
      return { type: 'goal-checked', holds: value.holds, reason: value.reason, usage: value.usage };
    },
    publish: (effect) => publishFolders(kit, effect),
    end: async ({ task, summary }) => {
      if (task === undefined) return { type: 'ended' };
      try {
        const report = await kit.onHost('write the report', (activities) =>
          activities.endGoal({ key: kit.key('end'), task, summary, now: nowIso() }),
        );
        return { type: 'ended', report };
      } catch (error) {
        // The folders may have changed by now: a report that can't be written must not cost the result.
        log.warn('The report could not be written', { reason: reasonOf(error) });
        return { type: 'ended' };
      }
    },
  };
}

function planSummary(of: PlanReason['of']): string {
  return of === 'edited' ? 'take over the edited plan' : of === 'replan' ? 'make a new plan' : 'make a plan';
}

/** Globs of the run's policy; undefined where it has none. */
function policyGlobs({ input: { policy } }: Kit<GoalInput>): string[] | undefined {
  const globs = policy && globsOf(policy);
  return globs && globs.length > 0 ? globs : undefined;
}

function planned(made: MadePlanOutcome): GoalEvent {
  if (made.status === 'refused') return { type: 'plan-refused', reason: made.reason, usage: made.usage };
  return { type: 'planned', plan: made.plan, rows: made.rows, usage: made.usage };
}

/** Looks at the folders; a root that can't be read ends the run with the reason. */
async function begin(kit: Kit<GoalInput>): Promise<GoalEvent> {
  const { request, plan, roots, language, conversation, model } = kit.input;
  const given = { request, plan, roots, language, conversation, model, now: nowIso() };
  try {
    const [begun, worker] = await Promise.all([
      kit.onHost('look at the folders', (activities) =>
        activities.beginGoal({ key: kit.key('begin'), ...given }),
      ),
      lookAtWorker(kit, { needsModel: plan === undefined }),
    ]);
    return { type: 'begun', ...begun, hasModel: worker.modelConfigured };
  } catch (error) {
    return { type: 'not-begun', reason: reasonOf(error) };
  }
}

/** Changes the folders, or says why that can't be. */
async function publishFolders(
  kit: Kit<GoalInput>,
  { base, tree, restored, baseTimes, dryRun, label, of }: Extract<GoalEffect, { type: 'publish' }>,
): Promise<GoalEvent> {
  const { roots } = kit.input;
  try {
    const outcome = await kit.onHost(PUBLISHING[of], (activities) =>
      activities.publishFolders({ key: kit.key(label), roots, base, tree, restored, baseTimes, dryRun }),
    );
    if (outcome.status === 'conflict') return { type: 'publish-conflict', conflicts: outcome.conflicts };
    if (dryRun) return { type: 'publish-planned' };
    return { type: 'published', tree: outcome.tree, times: outcome.times };
  } catch (error) {
    return { type: 'publish-failed', reason: reasonOf(error) };
  }
}

const PUBLISHING = {
  end: 'change the folders',
  step: 'change the folders',
  rollback: 'take back what was changed',
};

/** Sentence of an activity that failed; anything else is thrown on. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
  return firstLine(error.cause?.message ?? error.message);
}

/** Makes an event of work that the machine can't do: its disk is full, a root is gone, the store can't be read. */
function brokenIs<E>(perform: (effect: E) => Promise<GoalEvent>): (effect: E) => Promise<GoalEvent> {
  return async (effect) => {
    try {
      return await perform(effect);
    } catch (error) {
      return { type: 'broken', reason: reasonOf(error) };
    }
  };
}

/**
 * Carries out a step by a run of its own. That run works on the folder as it is on disk and publishes nothing: its change
 * becomes part of the goal's tree.
 */
async function runChild(
  kit: Kit<GoalInput>,
  tool: 'heal' | 'agent' | 'code',
  { label, ...step }: Step,
  globs?: readonly string[],
): Promise<GoalEvent> {
  const name = `step ${step.index + 1}`;
  const begun = await kit.call(`${name}: look at the folder`, CODE, (activities) =>
    activities.beginGoalChild({ key: kit.key(`${label}/begin`), ...step }),
  );
  if ('done' in begun) return { type: 'step-done', ...begun.done };
  const child = await factsOf(kit, tool, { label }, begun);
  if (child.usage) kit.charge(label, child.usage);
  const done = await kit.call(`${name}: take over the result`, CODE, (activities) =>
    activities.endGoalChild({ key: kit.key(`${label}/end`), globs, ...step, child }),
  );
  return { type: 'step-done', ...done, usage: child.usage };
}

async function factsOf(
  kit: Kit<GoalInput>,
  tool: 'heal' | 'agent' | 'code',
  { label }: Pick<Step, 'label'>,
  { folder, fields, request }: { folder: string; fields: object; request: string },
): Promise<ChildFacts> {
  const { language, approval, policy, model, budget, indexed, directory, waitForLimitMs } = kit.input;
  // The goal asks before it publishes; this run writes nothing, and asks only where every act is asked about.
  const level = { ...approval, level: approval.level === 'HIGH' ? 'HIGH' : 'LOW' };
  const { stepTimeLimitMs: timeLimitMs } = kit.input;
  const limits = { timeLimitMs, waitForLimitMs, budget: budget && { ...budget, ...kit.budgetLeft } };
  const input = { version: 1, language, policy, model, indexed, approval: level, ...limits, ...fields };
  const kind = tool === 'code' ? 'codingAgent' : 'heal';
  const given = {
    kind,
    label,
    summary: `${tool}: ${request}`,
    input: { ...input, directory: { ...directory, realpath: folder } },
    memo: { directory: folder, host: directory.hostName, request: request.slice(0, 200), language },
  };
  if (tool === 'code') {
    const ended = await kit.child<CodeResult>(given);
    return 'failed' in ended ? { ok: false, message: ended.failed } : codeFacts(ended.value);
  }
  const ended = await kit.child<HealResult>(given);
  return 'failed' in ended ? { ok: false, message: ended.failed } : healFacts(ended.value);
}
