/** The first phase: the directory is looked at, and the unchanged files are verified. What is wrong with them is the work. */
import type { TreeHash } from '../../ids';
import { forkedFrom, type ForkOrigin, type ForkOutcome } from '../../run/fork';
import type { KitEffect, KitEvent, RunFacts, Transition } from '../../run/machine';
import { capital } from '../../run/outcomes';
import { addUsage, NO_USAGE } from '../../run/budget';
import { analyzeFailures } from '../../verification/analysis';
import { flakyWords } from '../../verification/chance';
import { VERIFICATION_WORDS } from '../../verification/verification-words';
import { isGreen } from '../choose';
import { DOING_WORDS } from '../words/doing';
import type { HealEffect, HealEvent, ImportFacts } from '../effects';
import { END_WORDS } from '../words/ends';
import { errorSummary } from '../errors';
import { recording, withInstructions } from '../facts';
import { type HealInput, refuseBaseline } from '../input';
import { isAsPromised } from '../partial-repair';
import { refuseChecks } from '../checks';
import type { Beginning, HealFacts, In, Measured } from '../state';
import {
  after,
  finish,
  follow,
  logOf,
  next,
  refuse,
  seen,
  tellOf,
  verifyOf,
  type Next,
} from '../transitions';

type BeginningTransition = Transition<Beginning, HealEffect | KitEffect>;

/** The first effect: a look at the directory and at the worker. */
export function beginHealing(input: HealInput, { id }: RunFacts): BeginningTransition {
  return looking({ facts: { taskId: id, input }, phase: { name: 'importing' } }, { type: 'import' });
}

function looking(state: Beginning, effect: HealEffect): BeginningTransition {
  return { state, effect: { ...effect, untimed: true, clock: 'import' }, events: [] };
}

/** After a look the run starts; a forked one first has to be brought to the directory as it is now. */
export function onBeginning(
  { facts, phase }: Beginning,
  event: HealEvent | KitEvent,
): Next | BeginningTransition {
  const { fork: origin } = facts.input;
  if (event.type === 'imported' && origin)
    return looking(
      { facts, phase: { ...phase, imported: event } },
      { type: 'fork', origin, present: event.tree },
    );
  if (event.type === 'imported') return startHealing(facts, event);
  if (event.type === 'forked' && phase.imported) return startHealing(facts, phase.imported, event.outcome);
  throw new Error(`a run that begins has no use for what was ${event.type}`);
}

function startHealing(
  { taskId, input }: Beginning['facts'],
  imported: ImportFacts,
  fork?: ForkOutcome,
): Next {
  const { fork: origin } = input;
  const start = fork?.status === 'ready' ? fork.tree : undefined;
  const forked =
    origin && start ? [{ attempt: 0, tree: start, fixReason: forkedFrom(origin, input.language) }] : [];
  const facts: HealFacts = {
    taskId,
    input,
    modelConfigured: imported.modelConfigured,
    proposers: imported.proposers,
    projectStructure: imported.structure,
    recentFiles: imported.recent,
    baseTree: imported.tree,
    baseTimes: imported.times,
    fork,
    tree: start ?? imported.tree,
    tests: { files: [], asked: 0 },
    changedFiles: [],
    rounds: 0,
    repairs: [],
    record: {
      repairHistory: [],
      codeHistory: forked,
      errorLogs: [],
      messages: input.request ? [{ role: 'user', content: input.request }] : [],
      tried: [...input.turnedDown],
      choices: [],
    },
    usage: NO_USAGE,
  };
  return withStart(facts, start, firstDecision(facts, imported.unpricedModels ?? []));
}

/** The base, and where a fork begins, are the first checkpoints. */
function withStart(facts: HealFacts, start: TreeHash | undefined, follows: Next): Next {
  const { baseTree, baseTimes, input } = facts;
  const words = DOING_WORDS[input.language];
  const origin = input.fork && forkedFrom(input.fork, input.language);
  const base = words.before(start === baseTree ? origin : undefined);
  const forked = start && origin ? [{ snapshot: { tree: start }, reason: origin }] : [];
  return {
    ...follows,
    checkpoints: [
      { snapshot: { tree: baseTree, times: baseTimes }, reason: base },
      ...forked,
      ...(follows.checkpoints ?? []),
    ],
  };
}

/** Ends a run that can't be done; else answers a question, or verifies the unchanged files. */
function firstDecision(facts: HealFacts, unpricedModels: readonly string[]): Next {
  const { input, modelConfigured, fork, tree } = facts;
  const words = END_WORDS[input.language];
  const state = { facts, phase: { name: 'baseline' as const } };
  if (input.request && !modelConfigured) return refuse(facts, words.modelNeeded);
  if (input.model && !modelConfigured) return refuse(facts, words.modelUnreachable);
  if (input.budget?.usd !== undefined && unpricedModels.length > 0)
    return refuse(facts, words.unpriced(unpricedModels.join(', ')));
  const deniedCheck = refuseChecks(input);
  if (deniedCheck !== undefined) return refuse(facts, deniedCheck);
  if (input.fork && fork && fork.status !== 'ready') return stopFork(facts, input.fork, fork);
  if (input.taskType === 'chat_reply')
    return input.request ? next(state, { type: 'chat', tree }) : refuse(facts, words.chatNeedsRequest);
  const log = logOf(facts);
  const events = [log.started(input.maxAttempts), log.attempt(1, input.maxAttempts)];
  return next(state, verifyOf(facts, tree, 'verify/baseline'), events);
}

/** A conflict with the directory is a failed run; what the user can mend in the call is bad input. */
function stopFork(
  facts: HealFacts,
  { of, checkpoint }: ForkOrigin,
  outcome: Exclude<ForkOutcome, { status: 'ready' }>,
): Next {
  const { language } = facts.input;
  const words = END_WORDS[language];
  const at = DOING_WORDS[language].checkpoint(of, checkpoint);
  switch (outcome.status) {
    case 'conflict': {
      const paths = outcome.conflicts.map(({ path }) => path).join(', ');
      return finish(facts, { status: 'failed', error: words.forkConflict(capital(at), paths) });
    }
    case 'missing':
      return refuse(facts, words.forkMissing(at));
    case 'refused': {
      const [first, ...more] = outcome.refusals;
      return refuse(facts, words.patchMisfit(at, first?.message ?? '', more.length, first?.nearest));
    }
  }
}

/** Effect or phase that follows an effect of the phase. */
export function onBaseline({ facts }: In<'baseline'>, event: HealEvent | KitEvent): Next {
  switch (event.type) {
    case 'verified': {
      const { facts: known, verification } = seen(facts, event.verification);
      const follows = enterBaseline({ facts: { ...known, baseline: verification } });
      return after([tellOf(facts).verified(verification)], follows);
    }
    case 'chatted': {
      const messages = [...facts.record.messages, { role: 'assistant' as const, content: event.reply }];
      const answered = {
        ...recording(facts, { messages }),
        // An answer changes no file; what a fork began with was not verified.
        tree: facts.baseTree,
        usage: addUsage(facts.usage, event.usage),
        ...withInstructions(facts, event.instructions),
      };
      return finish(answered, { status: 'completed' });
    }
    default:
      throw new Error(`a baseline has no use for what was ${event.type}`);
  }
}

/** The work that a baseline leaves: a request, or a failure; none, where nothing can be judged by it. */
export function enterBaseline(given: { facts: Measured }): Next {
  const { baseline } = given.facts;
  const facts = { ...given.facts, verification: baseline };
  const { input } = facts;
  const refusal = refuseBaseline(input, baseline);
  if (refusal) return refuse(facts, refusal.sentence, refusal.isUnjudged ? 'unjudged' : 'bad-input');
  if (input.request) return follow({ phase: 'request', facts });
  const flaky = isGreen(baseline) ? flakyWords(baseline, input.language) : undefined;
  if (flaky !== undefined) {
    const error = VERIFICATION_WORDS[input.language].onlyFlaky(flaky);
    return finish(facts, { status: 'failed', error });
  }
  return input.stillFailing === undefined || isGreen(baseline)
    ? follow({ phase: 'confirming', what: 'verified', facts, verification: baseline })
    : endPartialRepair(facts);
}

/** Publishes the partial repair that a run begins with; nothing more is looked for. */
function endPartialRepair(facts: Measured): Next {
  const { baseline, input } = facts;
  const error = isAsPromised(facts)
    ? errorSummary(baseline, analyzeFailures(baseline))
    : END_WORDS[input.language].otherThanPromised(baseline.failed, input.directory.realpath);
  return finish(facts, { status: 'failed', error });
}
