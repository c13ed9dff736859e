import type { Verification } from '../verification/verification';
import { flakyWords } from '../verification/chance';
import { VERIFICATION_WORDS } from '../verification/verification-words';
import type { KitEvent } from '../run/machine';
import { addUsage } from '../run/usage';
import { analyzeFailures } from '../verification/analysis';
import { anotherTry } from './another-try';
import { onExecuted, onTestsGenerated, onTestsScored } from './after-request';
import { onTriedBroken, onVerified } from './after-verification';
import { isGreen } from './choose';
import { finish, isDelivering, onDelivery, refuse } from './delivery';
import { errorSummary } from './error-context';
import { afterRoundEffect, offerOther, onConfirmed, onVerifiedAgain } from './end-round';
import { DOING_WORDS } from './doing-words';
import { END_WORDS } from './end-words';
import { giveUp } from './give-up';
import { brokenPromise, isAsPromised } from './partial-repair';
import { withInstructions, withProposed } from './instructions';
import { refuseBaseline } from './refuse';
import { onCandidatesCompared, onCandidatesVerified, onProposed, onSuggestionsChecked } from './repair';
import { rolledBackState, startTree } from './roll-back';
import type { HealEvent, HealState, HealTransition } from './state';
import { after, guarded, keepingTree, next, tellOf, verifyOf } from './transitions';
import { withVanished } from './vanished';
import { beginWork, isAtWork, onWork, resumeWork, worksWithTools } from './work';

/** The machine: pure, total, and the only place where healing is decided. */
export function decide(state: HealState, event: HealEvent | KitEvent): HealTransition {
  const again = isDelivering(state) ? askedAgain(state, event) : undefined;
  if (again) return again;
  if (isDelivering(state) && event.type !== 'rolled-back') return onDelivery(state, event);
  switch (event.type) {
    case 'refused':
      return finish({ ...state, status: 'failed', finalError: event.reason });
    case 'out-of-time':
      return giveUp(state);
    case 'chatted':
      return finish({
        ...state,
        status: 'completed',
        // An answer changes no file; what a fork began with was not verified.
        tree: state.baseTree,
        usage: addUsage(state.usage, event.usage),
        ...withInstructions(state, event.instructions),
        messages: [...state.messages, { role: 'assistant', content: event.reply }],
      });
    case 'execution-failed':
      return finish({
        ...state,
        status: 'failed',
        finalError: event.error,
        modelFailure: state.modelFailure ?? event.modelFailure,
        usage: addUsage(state.usage, event.usage),
      });
    case 'executed':
      return onExecuted(state, event);
    case 'work-begun':
    case 'thought':
    case 'called':
    case 'unanswered':
      return onWork(state, event);
    case 'tests-generated':
      return onTestsGenerated(state, event);
    case 'tests-scored':
      return onTestsScored(state, event);
    case 'verified':
      return onChecked(state, event.verification);
    case 'proposed': {
      const told = withProposed(state, event.proposals);
      return afterRoundEffect(told, onProposed(told, event));
    }
    case 'candidates-verified':
      return state.deciding
        ? onVerifiedAgain(state, event.candidates)
        : afterRoundEffect(state, onCandidatesVerified(state, event.candidates));
    case 'candidates-compared':
      return afterRoundEffect(state, onCandidatesCompared(state, event.standings));
    case 'suggestions-checked':
      return afterRoundEffect(state, onSuggestionsChecked(state, event.checks));
    case 'confirmed':
      return onConfirmed(state, event.outcome);
    case 'tried-broken':
      return onTriedBroken(state, event.unnoticed);
    case 'denied':
      return isAtWork(state) ? onWork(state, event) : onDenied(state, event);
    case 'rolled-back':
      return onRolledBack(state, event);
    case 'answered':
      return onWork(state, event);
    case 'imported':
    case 'forked':
    case 'compared':
    case 'edited':
    case 'published':
    case 'publish-failed':
      throw new Error(`the run did not ask for what was ${event.type}`);
  }
}

/** Another try, where an answer turns the change down and asks for one; undefined: the run ends with the answer. */
function askedAgain(state: HealState, event: HealEvent | KitEvent): HealTransition | undefined {
  if (event.type !== 'answered' || event.answer.status !== 'rejected' || !event.answer.again)
    return undefined;
  const next = anotherTry(state, event.answer);
  if (!next?.baseline) return undefined;
  const transition = offerOther(next, next.baseline) ?? onBaseline(next, next.baseline);
  return keepingTree(next.tree, DOING_WORDS[state.input.language].tried, transition);
}

/**
 * Back at its start, a run begins again after its baseline. From another tree an agent at work goes on; otherwise that tree
 * is verified.
 */
function onRolledBack(state: HealState, event: Extract<KitEvent, { type: 'rolled-back' }>): HealTransition {
  const back = rolledBackState(state, event);
  const atStart = event.tree === startTree(state) && state.baseline !== undefined;
  const transition = atStart
    ? onBaseline(back, state.baseline)
    : isAtWork(state)
      ? resumeWork(back, state, event.tree)
      : next(back, verifyOf(back, event.tree));
  return keepingTree(event.tree, event.reason, transition);
}

/** The longest run of the checks is a time that people are told; candidates share the machine, so theirs says nothing. */
function onChecked(state: HealState, seen: Verification): HealTransition {
  const verification = withVanished(seen, state.input.language);
  const longestChecksMs = Math.max(state.longestChecksMs ?? 0, verification.durationMs);
  const timed = { ...state, longestChecksMs };
  const transition = state.baseline
    ? onVerified(withFound(timed, verification), verification)
    : onBaseline(timed, verification);
  return after([tellOf(state).verified(verification)], transition);
}

/** The state with the checks of a project that were found: they hold for the whole run. */
function withFound<S extends HealState>(state: S, { found }: Verification): S {
  if (!found) return state;
  const input = { ...state.input, verification: found.spec };
  return { ...state, input, baseline: state.baseline && { ...state.baseline, found } };
}

function onBaseline(state: HealState, baseline: Verification): HealTransition {
  const known = withFound({ ...state, baseline, verification: baseline }, baseline);
  const { input } = known;
  const refusal = refuseBaseline(input, baseline);
  if (refusal) return refuse({ ...known, unjudged: refusal.isUnjudged }, refusal.sentence);
  const { request, language } = state.input;
  if (request && worksWithTools(state)) return beginWork(known, request, baseline);
  if (request) {
    const { rejections } = state;
    const effect = { type: 'execute' as const, tree: state.tree, report: baseline.report, rejections };
    return guarded(known, 'execute', DOING_WORDS[language].execute(request), effect);
  }
  const flaky = isGreen(baseline) ? flakyWords(baseline, language) : undefined;
  if (flaky !== undefined) {
    const finalError = VERIFICATION_WORDS[language].onlyFlaky(flaky);
    return finish({ ...known, status: 'failed', finalError });
  }
  return input.stillFailing === undefined || isGreen(baseline)
    ? onVerified(known, baseline)
    : endPartialRepair(known, baseline);
}

/** Publishes the partial repair that a run begins with; nothing more is looked for. */
function endPartialRepair(state: HealState, baseline: Verification): HealTransition {
  const finalError = isAsPromised(state)
    ? errorSummary(baseline, analyzeFailures(baseline))
    : brokenPromise(baseline, state.input);
  return finish({ ...state, status: 'failed', finalError });
}

/** A refusal ends the run. */
function onDenied(state: HealState, { act, reason }: Extract<KitEvent, { type: 'denied' }>): HealTransition {
  const finalError = END_WORDS[state.input.language].notAllowed(act.summary, reason);
  return finish({ ...state, status: 'failed', finalError, denied: true });
}
