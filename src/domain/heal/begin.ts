import type { TreeHash } from '../ids';
import { unpricedSentence } from '../run/budget-report';
import { conflictSentence, forkedFrom, refuseFork, type ForkOrigin, type ForkOutcome } from '../run/fork';
import type { KitEffect, RunFacts } from '../run/machine';
import { NO_USAGE } from '../run/usage';
import { finish, refuse } from './delivery';
import type { HealInput } from './input';
import type { HealEffect, HealState, HealTransition, ImportFacts } from './state';
import { refuseChecks } from './policy';
import { logOf, next, verifyOf } from './transitions';

/** A run that has not seen its directory yet. */
export interface Beginning {
  readonly taskId: string;
  readonly input: HealInput;
  readonly imported?: ImportFacts;
}

/** The first effect: a look at the directory and at the worker. */
export function beginHealing(input: HealInput, { id }: RunFacts) {
  return { state: { taskId: id, input }, effect: looking({ type: 'import' }), events: [] };
}

/** After the look; a forked run first has to be brought to the directory as it is now. */
export function onImported(
  beginning: Beginning,
  facts: ImportFacts,
): HealTransition | ReturnType<typeof forking> {
  const { fork } = beginning.input;
  return fork ? forking({ ...beginning, imported: facts }, fork, facts) : startHealing(beginning, facts);
}

function forking(state: Beginning, origin: ForkOrigin, { tree }: ImportFacts) {
  return { state, effect: looking({ type: 'fork', origin, present: tree }), events: [] };
}

function looking(effect: HealEffect): (HealEffect | KitEffect) & { untimed: true; clock: string } {
  return { ...effect, untimed: true, clock: 'import' };
}

/** The first decision, once everything is known that it rests on. */
export function startHealing(
  { taskId, input }: Beginning,
  {
    tree: baseTree,
    times: baseTimes,
    structure,
    recent,
    modelConfigured,
    proposers,
    unpricedModels = [],
  }: ImportFacts,
  fork?: ForkOutcome,
): HealTransition {
  const { fork: origin } = input;
  const start = fork?.status === 'ready' ? fork.tree : undefined;
  const state: HealState = {
    taskId,
    input,
    modelConfigured,
    proposers,
    projectStructure: structure,
    recentFiles: recent,
    baseTree,
    baseTimes,
    fork,
    tree: start ?? baseTree,
    rounds: 0,
    generatedTests: [],
    changedFiles: [],
    repairs: [],
    repairHistory: [],
    codeHistory: origin && start ? [{ attempt: 0, tree: start, fixReason: forkedFrom(origin) }] : [],
    errorLogs: [],
    messages: input.request ? [{ role: 'user', content: input.request }] : [],
    tried: [],
    choices: [],
    usage: NO_USAGE,
  };
  return withStart(state, start, firstDecision(state, unpricedModels));
}

/** The base, and where a fork begins, are the first checkpoints. */
function withStart(
  state: HealState,
  start: TreeHash | undefined,
  transition: HealTransition,
): HealTransition {
  const { baseTree, baseTimes, input } = state;
  const origin = input.fork && forkedFrom(input.fork);
  const base = start === baseTree && origin ? `before the run, ${origin}` : 'before the run';
  const forked = start && origin ? [{ snapshot: { tree: start }, reason: origin }] : [];
  const { checkpoints = [] } = transition;
  return {
    ...transition,
    checkpoints: [
      { snapshot: { tree: baseTree, times: baseTimes }, reason: base },
      ...forked,
      ...checkpoints,
    ],
  };
}

function firstDecision(state: HealState, unpricedModels: readonly string[]): HealTransition {
  const { input, modelConfigured, fork, tree } = state;
  if (input.request && !modelConfigured) return refuse(state, MODEL_NEEDED);
  if (input.model && !modelConfigured) return refuse(state, MODEL_UNREACHABLE);
  if (input.budget?.usd !== undefined && unpricedModels.length > 0)
    return refuse(state, `The run can't keep to its budget: ${unpricedSentence(unpricedModels)}`);
  const deniedCheck = refuseChecks(input);
  if (deniedCheck !== undefined) return refuse(state, deniedCheck);
  if (input.fork && fork && fork.status !== 'ready') return stopFork(state, input.fork, fork);
  if (input.taskType === 'chat_reply')
    return input.request ? next(state, { type: 'chat', tree }) : refuse(state, CHAT_NEEDS_REQUEST);
  const log = logOf(state);
  const events = [log.started(input.maxAttempts), log.attempt(1, input.maxAttempts)];
  return next(state, verifyOf(state, tree, 'verify/baseline'), events);
}

/** A conflict with the directory is a failed run; what the user can mend in the call is bad input. */
function stopFork(state: HealState, origin: ForkOrigin, outcome: ForkOutcome): HealTransition {
  if (outcome.status === 'conflict')
    return finish({
      ...state,
      status: 'failed',
      finalError: conflictSentence(origin, outcome.conflicts),
    });
  return refuse(state, refuseFork(origin, outcome) ?? '');
}

export const MODEL_NEEDED =
  'A request needs a model: set KINTSUGI_MODEL (and OPENAI_API_KEY, or KINTSUGI_MODEL_BASE_URL for another endpoint), or leave the request out to repair failing tests without one.';
const MODEL_UNREACHABLE =
  'The worker has no endpoint to ask for --model: set KINTSUGI_MODEL (and OPENAI_API_KEY or KINTSUGI_MODEL_BASE_URL), or leave --model out.';
export const CHAT_NEEDS_REQUEST = 'A chat_reply task needs a request: write it after the directory.';
