import type { CodeResult } from '../domain/agent/state';
import { codeFacts, healFacts, type ChildFacts } from '../domain/goal/child';
import type { GoalInput } from '../domain/goal/input';
import type { GoalEffect, GoalEvent } from '../domain/goal/state';
import type { HealResult } from '../domain/heal/result';
import { CODE } from './activity-options';
import type { Kit } from './run/kit';

type Step = Omit<Extract<GoalEffect, { type: 'run-step' }>, 'type' | 'row' | 'quick'>;

/**
 * Carries out a step by a run of its own. That run works on the folder as it is on disk and publishes nothing: its change
 * becomes part of the goal's tree.
 */
export async function runChild(
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
    memo: { directory: folder, host: directory.hostName, request: request.slice(0, 200) },
  };
  if (tool === 'code') {
    const ended = await kit.child<CodeResult>(given);
    return 'failed' in ended ? { ok: false, message: ended.failed } : codeFacts(ended.value);
  }
  const ended = await kit.child<HealResult>(given);
  return 'failed' in ended ? { ok: false, message: ended.failed } : healFacts(ended.value);
}
