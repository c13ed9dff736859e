import type { TreeHash } from '../ids';
import { forkedFrom, type ForkOrigin, type ForkOutcome } from '../run/fork';
import type { KitEffect, RunFacts } from '../run/machine';
import { capital } from '../run/outcomes';
import { NO_USAGE } from '../run/usage';
import { finish, refuse } from './delivery';
import { DOING_WORDS } from './doing-words';
import { END_WORDS } from './end-words';
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
    codeHistory:
      origin && start ? [{ attempt: 0, tree: start, fixReason: forkedFrom(origin, input.language) }] : [],
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
  const words = DOING_WORDS[input.language];
  const origin = input.fork && forkedFrom(input.fork, input.language);
  const base = words.before(start === baseTree ? origin : undefined);
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
  const words = END_WORDS[input.language];
  if (input.request && !modelConfigured) return refuse(state, words.modelNeeded);
  if (input.model && !modelConfigured) return refuse(state, words.modelUnreachable);
  if (input.budget?.usd !== undefined && unpricedModels.length > 0)
    return refuse(state, words.unpriced(unpricedModels.join(', ')));
  const deniedCheck = refuseChecks(input);
  if (deniedCheck !== undefined) return refuse(state, deniedCheck);
  if (input.fork && fork && fork.status !== 'ready') return stopFork(state, input.fork, fork);
  if (input.taskType === 'chat_reply')
    return input.request ? next(state, { type: 'chat', tree }) : refuse(state, words.chatNeedsRequest);
  const log = logOf(state);
  const events = [log.started(input.maxAttempts), log.attempt(1, input.maxAttempts)];
  return next(state, verifyOf(state, tree, 'verify/baseline'), events);
}

/** A conflict with the directory is a failed run; what the user can mend in the call is bad input. */
function stopFork(
  state: HealState,
  { of, checkpoint }: ForkOrigin,
  outcome: Exclude<ForkOutcome, { status: 'ready' }>,
): HealTransition {
  const { language } = state.input;
  const words = END_WORDS[language];
  const at = DOING_WORDS[language].checkpoint(of, checkpoint);
  switch (outcome.status) {
    case 'conflict': {
      const paths = outcome.conflicts.map(({ path }) => path).join(', ');
      return finish({ ...state, status: 'failed', finalError: words.forkConflict(capital(at), paths) });
    }
    case 'missing':
      return refuse(state, words.forkMissing(at));
    case 'refused': {
      const [first, ...more] = outcome.refusals;
      return refuse(state, words.patchMisfit(at, first?.message ?? '', more.length, first?.nearest));
    }
  }
}
