import type { FileEdit, TreeDiff } from '../files/workspace';
import type { NewEvent } from '../run/events';
import type { KitEvent } from '../run/machine';
import { decide } from '../run/policy/decide';
import { withEdit } from '../run/persons-edit';
import type { Answered, NewQuestion } from '../run/questions';
import { unshownText } from '../run/unshown';
import { firstLine } from '../text';
import type { RunnerOutcome } from '../verification/own-runner';
import type { Verification } from '../verification/verification';
import { onlyChoice } from './ambiguity';
import { isGreen } from './choose';
import { signedReason } from './confidence-words';
import { confirmationWanted, confirmedBy, withRefutation } from './confirm';
import { contradictionChoice, type Contradiction } from './contradiction';
import { repairsInEffect } from './roll-back';
import { deliver, deliveryOf, end, proceed, toLookAt } from './delivery-transitions';
import { DOING_WORDS } from './doing-words';
import { END_WORDS } from './end-words';
import { failingGenerated, testsLeftOut } from './generated-tests';
import { isAsPromised, partialRepair, suggestPartialRepair } from './partial-repair';
import { healPolicy } from './policy';
import { QUESTION_WORDS } from './question-words';
import { plannedDelivery, publishedDelivery } from './published';
import { signTexts } from '../signs/sign';
import type { DeliveryState, HealEvent, HealState, HealTransition } from './state';
import { onChosen, suggest } from './suggest';
import { after, keepingTree, tellOf, verifyOf } from './transitions';
import { unverifiedError, verdictText } from './verdict';
import { filesOf } from '../run/policy/act';

const NOT_BEGUN: DeliveryState = { stage: 'leaving-out', question: 1, leftOut: [], leaving: [], edits: [] };

/** Ends the run with a sentence about its input: nothing is delivered. */
export function refuse(state: HealState, sentence: string): HealTransition {
  return finish({ ...state, status: 'failed', badInput: sentence, finalError: sentence });
}

/** The work is done: what is green is offered, and published if it may be. The only way to the user's files. */
export function finish(given: HealState, events: readonly NewEvent[] = []): HealTransition {
  const status = given.status ?? 'failed';
  const state = { ...given, delivery: NOT_BEGUN };
  const leaving = testsLeftOut(state);
  const transition =
    leaving.length > 0 && status !== 'failed'
      ? leaveOut(state, leaving, 'leaving-out', 'quarantine')
      : offer(state);
  return after(events, transition);
}

/** True from the end of the work to the end of the run. */
export function isDelivering({ delivery }: HealState): boolean {
  return delivery !== undefined && delivery.stage !== 'ended';
}

/** Transition that follows an effect of a delivery. */
export function onDelivery(state: HealState, event: HealEvent | KitEvent): HealTransition {
  switch (event.type) {
    case 'edited':
      return onEdited(state, event.outcome);
    case 'compared':
      return onCompared(state, event.diff);
    case 'answered':
      return onAnswered(state, event.answer);
    case 'verified':
      return after([tellOf(state).verified(event.verification)], onEditsVerified(state, event.verification));
    case 'confirmed':
      return after([tellOf(state).confirmed(event.outcome)], onEditsConfirmed(state, event.outcome));
    case 'published': {
      const { input } = state;
      const { by, via, edited } = deliveryOf(state);
      return end(
        state,
        input.dryRun ? plannedDelivery(event.outcome) : publishedDelivery(event.outcome, { by, via, edited }),
      );
    }
    case 'publish-failed':
      // A directory that cannot be written must not cost the result of the run.
      return end(state, { status: 'failed', reason: event.reason });
    default:
      throw new Error(`a delivery has no use for what was ${event.type}`);
  }
}

/** Generated tests that fail on a change which passes all of the user's tests are left out. */
function leaveOut(
  state: HealState,
  leaving: readonly string[],
  stage: DeliveryState['stage'],
  label: string,
): HealTransition {
  const edits = leaving.map((path): FileEdit => ({ action: 'delete', path }));
  return proceed(state, { stage, leaving }, { type: 'edit', tree: state.tree, edits, label });
}

function offer(state: HealState): HealTransition {
  const { fork, tree, baseTree } = state;
  if (fork?.status === 'conflict') return end(state, { status: 'conflict', conflicts: fork.conflicts });
  if (tree === baseTree) return end(state, { status: 'nothing-to-publish' });
  return compare(state, 'comparing', 'diff/final');
}

function compare(state: HealState, stage: DeliveryState['stage'], label: string): HealTransition {
  const { baseTree: base, tree } = state;
  return proceed(state, { stage }, { type: 'compare', base, tree, label });
}

function onEdited(
  state: HealState,
  outcome: Extract<HealEvent, { type: 'edited' }>['outcome'],
): HealTransition {
  const { stage, question, leaving, leftOut } = deliveryOf(state);
  const isLeavingOut = stage !== 'editing';
  if ('refusals' in outcome) {
    // Tests that can't be left out stay where they are.
    if (isLeavingOut) return afterLeavingOut(state, stage);
    return ask(state, question + 1, outcome.refusals.map(({ message }) => message).join('; '));
  }
  const { tree } = outcome;
  if (!isLeavingOut)
    return proceed(state, { stage: 'verifying-edits' }, verifyOf(state, tree, `verify/approval-${question}`));
  const known = deliver(state, { leftOut: [...leftOut, ...leaving] });
  return afterLeavingOut({ ...known, tree }, stage);
}

function afterLeavingOut(state: HealState, stage: DeliveryState['stage']): HealTransition {
  const { question } = deliveryOf(state);
  return stage === 'leaving-out'
    ? offer(state)
    : compare(state, 'comparing-edits', `diff/edited-${question}`);
}

function onCompared(given: HealState, diff: TreeDiff): HealTransition {
  const { stage, question, leftOut } = deliveryOf(given);
  const state = deliver(given, { diff });
  if (stage === 'comparing-edits') return onEditsCompared(state, diff);
  const isPromised = isAsPromised(state);
  if (!isPromised && state.status !== 'completed' && state.status !== 'recovered') {
    // A dry run delivers nothing, so nobody is to choose.
    if (state.contradiction && !state.input.dryRun) return suggestRequest(state, diff, state.contradiction);
    const part = state.input.dryRun ? undefined : partialRepair(state);
    return part ? suggestPartialRepair(state, part) : end(state, { status: 'nothing-to-publish' });
  }
  const confidence = confidenceIn(state, diff);
  if (state.input.dryRun) return publish({ ...state, confidence });
  const { tree, verification, confirmation, status, finalError } = state;
  const healed = { tree, verification, confirmation, status, finalError, confidence, diff, leftOut };
  const known = deliver({ ...state, confidence }, { healed });
  if (!isOpen(known) || !confidence) return ask(known, question);
  const isChoice = (confidence.choices ?? []).length > 1;
  return isChoice || state.input.approval.level === 'LOW'
    ? suggest(known, confidence, question)
    : ask(known, question);
}

/** True where people have to judge the change, and have not said that they need not. */
function isOpen({ confidence, input }: HealState): boolean {
  return confidence?.level === 'ambiguous' && !input.acceptAmbiguous;
}

/** Confidence in the change that is offered: signs of any part of it, the request's own or of a repair, are for people to judge. */
function confidenceIn(state: HealState, diff: TreeDiff): HealState['confidence'] {
  const { confidence, requestSigns = [], requestTree, tree, codeHistory } = state;
  const { language } = state.input;
  const repairs = repairsInEffect(state);
  const found = [
    ...(requestTree === undefined ? [] : requestSigns),
    ...repairs.flatMap(({ signs = [] }) => signs),
  ];
  const signs = [...new Set(found)];
  if (confidence?.choices || (signs.length === 0 && confidence?.level !== 'ambiguous')) return confidence;
  const reason =
    confidence?.level === 'ambiguous'
      ? confidence.reason
      : signedReason(repairs.length > 0 ? 'repair' : 'change', signs, language);
  const summary = repairs.at(-1)?.summary ?? codeHistory.find((one) => one.tree === tree)?.fixReason ?? '';
  return onlyChoice(reason, {
    tree,
    diff: diff.hash,
    summary,
    ...(signs.length > 0 && { signs: signTexts(signs, language) }),
  });
}

/** The change of a request that a test contradicts is for people to publish: never a compromise of both. */
function suggestRequest(state: HealState, diff: TreeDiff, contradiction: Contradiction): HealTransition {
  const asked = contradictionChoice(
    contradiction,
    { tree: state.tree, diff: diff.hash },
    state.input.language,
  );
  const stillFailing = state.verification?.failingHash;
  return end(state, { status: 'suggested', ...asked, contradiction, ...(stillFailing && { stillFailing }) });
}

/** A change that was approved with edits is published where these are green, and the policy has nothing against their files. */
function onEditsCompared(state: HealState, diff: TreeDiff): HealTransition {
  const { input, delivery } = state;
  const number = (delivery?.question ?? 0) + 1;
  if (!isOfferedGreen(state)) return askAgain(state, number);
  const { decision } = decide(healPolicy(input), { tool: 'publish', mode: input.mode, ...filesOf(diff) });
  return decision === 'deny' ? ask(state, number) : publish(state);
}

/** Edits that are not green are only offered: until someone approves them, the green change stays the run's own. */
function askAgain(state: HealState, question: number): HealTransition {
  const { verification } = state;
  const { language } = state.input;
  const why = verification ? verdictText(verification, language) : QUESTION_WORDS[language].unverified;
  const [first] = verification?.failures ?? [];
  const which = first ? ` (${first.id}: ${firstLine(first.failure.message)})` : '';
  return ask(state, question, END_WORDS[language].withEdits(`${why}${which}`));
}

function ask(given: HealState, number: number, refusal?: string): HealTransition {
  const state = deliver(given, { question: number });
  const { diff } = deliveryOf(state);
  if (!diff) throw new Error('a change is asked about before it is known');
  const question: NewQuestion = {
    kind: 'publish',
    hash: diff.hash,
    summary: questionText(state, diff),
    act: filesOf(diff),
    files: diff.files,
    diffExcerpt: diff.excerpt,
    // What nobody could see must not be published as if it had been seen.
    always: number > 1 || state.unfinished !== undefined || diff.unshown !== undefined || isOpen(state),
    ...toLookAt(state),
  };
  return { ...proceed(state, { stage: 'asking' }, { type: 'ask', question }), refusal };
}

function onAnswered(state: HealState, answer: Answered): HealTransition {
  const { question } = deliveryOf(state);
  if (answer.status === 'told') return onChosen(state, answer);
  if (answer.status !== 'granted') return end(withoutEdits(state), answer);
  const { by, via, edits } = answer;
  const edited = withEdit(deliveryOf(state).edited, answer);
  const known = deliver(state, { by, via, edits, edited });
  if (edits.length === 0) return publish(known);
  const label = `edit/approval-${question}`;
  return proceed(known, { stage: 'editing' }, { type: 'edit', tree: state.tree, edits, label });
}

/** The run's own change. Each field is named: JSON drops those that are undefined, and edits may have set them. */
function withoutEdits(state: HealState): HealState {
  const { healed } = deliveryOf(state);
  if (!healed) return state;
  const { diff, leftOut, ...own } = healed;
  const { tree, verification, confirmation, status, finalError, confidence } = own;
  const before = { tree, verification, confirmation, status, finalError, confidence };
  return deliver({ ...state, ...before }, { diff, leftOut, edited: undefined });
}

/** An edit made while approving is a candidate: like one it is verified, and shown to the project's own command if green. */
function onEditsVerified(given: HealState, verification: Verification): HealTransition {
  const state = { ...given, verification, confirmation: undefined };
  const wanted = isGreen(verification) && confirmationWanted(state, verification);
  return wanted ? proceed(state, { stage: 'confirming-edits' }, wanted) : onEditsJudged(state, verification);
}

function onEditsConfirmed(state: HealState, outcome: RunnerOutcome): HealTransition {
  const { verification } = state;
  if (!verification) throw new Error('edits are confirmed before they are verified');
  return outcome.status === 'disagrees'
    ? onEditsJudged(state, withRefutation(verification, outcome, state.input.language))
    : onEditsJudged({ ...state, confirmation: outcome }, verification);
}

/** Edits that are not green are asked about again. */
function onEditsJudged(state: HealState, verification: Verification): HealTransition {
  const { question, edits, untested } = deliveryOf(state);
  const green = isGreen(verification);
  if (!green && untested !== undefined) {
    // A test that was written badly must not cost the repair that a person chose.
    const effect = verifyOf(state, untested, `verify/choice-${question}-untested`);
    return proceed({ ...state, tree: untested }, { untested: undefined }, effect);
  }
  const edited: HealState = {
    ...state,
    tree: verification.tree,
    verification,
    // Whoever approves a change that is not green gets it, but it is never called a success.
    status: green ? (state.rounds > 0 ? 'recovered' : 'completed') : 'failed_after_repair',
    finalError: green
      ? undefined
      : (verification.failures[0]?.failure.message ?? unverifiedError(verification, state.input.language)),
  };
  const failing = failingGenerated(verification, edits);
  const transition =
    failing.length > 0
      ? leaveOut(edited, failing, 'leaving-out-edited', `quarantine/approval-${question}`)
      : compare(edited, 'comparing-edits', `diff/edited-${question}`);
  return keepingTree(edited.tree, DOING_WORDS[state.input.language].personsEdits, transition);
}

function publish(state: HealState): HealTransition {
  const { baseTree: base, tree, input } = state;
  const dryRun = input.dryRun ?? false;
  const effect = { type: 'publish' as const, base, tree, dryRun };
  return proceed(state, { stage: 'publishing' }, dryRun ? effect : { ...effect, closing: true });
}

function isOfferedGreen({ verification }: HealState): boolean {
  return verification !== undefined && isGreen(verification);
}

function questionText(state: HealState, diff: TreeDiff): string {
  const { verification, input } = state;
  const { language } = input;
  const words = QUESTION_WORDS[language];
  const verdict = verification ? verdictText(verification, language, confirmedBy(state)) : words.unverified;
  return words.publish(diff.fileCount, input.directory.realpath, `${verdict}${unshownText(diff, language)}`);
}
