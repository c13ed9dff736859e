/** The work is done: its change is compared, offered, and published if it may be. The only way to the user's files. */
import type { FileEdit, TreeDiff } from '../../files/workspace';
import type { EffectTraits, KitEffect, KitEvent } from '../../run/machine';
import { withEdit } from '../../run/persons-edit';
import { filesOf } from '../../run/policy/act';
import { decide } from '../../run/policy/decide';
import type { Answered } from '../../run/questions';
import { firstLine } from '../../text';
import { analyzeFailures } from '../../verification/analysis';
import type { RunnerOutcome } from '../../verification/own-runner';
import type { Verification } from '../../verification/verification';
import { choiceText, chosenBy, questionOf, type RepairConfidence } from '../ambiguity';
import { chooseWinner, isGreen } from '../choose';
import { confirmationWanted, withRefutation } from '../confirm';
import { contradictionChoice, type Contradiction } from '../contradiction';
import { DOING_WORDS } from '../words/doing';
import type { HealEffect, HealEvent } from '../effects';
import { END_WORDS } from '../words/ends';
import { attemptOf, isTrusted } from '../facts';
import { failingGenerated, testsLeftOut } from '../generated-tests';
import { turnedDown } from '../interrupts';
import { isAsPromised, partialRepair, suggestedPart } from '../partial-repair';
import { confidenceIn, isOpen, publishQuestion, toLookAt } from '../offer';
import { healPolicy } from '../checks';
import { plannedDelivery, publishedDelivery } from '../delivery';
import { QUESTION_WORDS } from '../words/questions';
import type { Delivery } from '../result';
import type {
  DeliveryPhase,
  DeliveryStage,
  HealFacts,
  HealTransition,
  In,
  Measured,
  WorkEnd,
} from '../state';
import { after, follow, keeping, logOf, next, tellOf, verifyOf, type Next } from '../transitions';
import { unverifiedError, verdictText } from '../verdict';

type Delivering = In<'delivering'>;

export function enterDelivering({ facts, end }: { facts: HealFacts; end: WorkEnd }): Next {
  const phase: DeliveryPhase = {
    name: 'delivering',
    end,
    stage: { at: 'comparing' },
    question: 1,
    leftOut: [],
  };
  const state = { facts, phase };
  const leaving = testsLeftOut(facts);
  return leaving.length > 0 && end.status !== 'failed'
    ? leaveOut(state, leaving, 'leaving-out', 'quarantine')
    : offer(state);
}

/** Effect or phase that follows an effect of the phase. */
export function onDelivering(state: Delivering, event: HealEvent | KitEvent): Next {
  const { facts, phase } = state;
  switch (event.type) {
    case 'edited':
      return onEdited(state, event.outcome);
    case 'compared':
      return onCompared(state, event.diff);
    case 'answered':
      return tryAgain(state, event.answer) ?? onAnswered(state, event.answer);
    case 'verified':
      return after([tellOf(facts).verified(event.verification)], onEditsVerified(state, event.verification));
    case 'confirmed':
      return after([tellOf(facts).confirmed(event.outcome)], onEditsConfirmed(state, event.outcome));
    case 'published': {
      const { answer = { edits: [] }, edited } = phase;
      const { by, via } = answer;
      return conclude(
        state,
        facts.input.dryRun
          ? plannedDelivery(event.outcome)
          : publishedDelivery(event.outcome, { by, via, edited }),
      );
    }
    case 'publish-failed':
      // A directory that cannot be written must not cost the result of the run.
      return conclude(state, { status: 'failed', reason: event.reason });
    default:
      throw new Error(`a delivery has no use for what was ${event.type}`);
  }
}

/** Another try, where an answer turns the change down and asks for one; undefined: the run ends with the answer. */
function tryAgain(state: Delivering, answer: Answered): Next | undefined {
  if (answer.status !== 'rejected' || !answer.again) return undefined;
  const facts = turnedDown(state, answer);
  if (!facts) return undefined;
  const { tried } = DOING_WORDS[facts.input.language];
  return keeping(facts.tree, tried, otherOf(facts) ?? follow({ phase: 'baseline', facts }));
}

/** Goes on with the rest of the round whose winner was turned down, judged as if the run had just begun; undefined: nothing is left. */
function otherOf({ others, ...facts }: Measured): Next | undefined {
  if (!others) return undefined;
  const { baseline } = facts;
  const known = { ...facts, verification: baseline, analysis: analyzeFailures(baseline) };
  const winner = chooseWinner(others.candidates, baseline, isTrusted(facts));
  return follow({ phase: 'confirming', what: 'others', facts: known, round: { ...others, winner } });
}

/** Goes on to another stage. */
function proceed(
  state: Delivering,
  stage: DeliveryStage,
  effect: (HealEffect | KitEffect) & EffectTraits,
): HealTransition {
  return next(withPhase(state, { stage }), { ...effect, untimed: true });
}

function withPhase({ facts, phase }: Delivering, change: Partial<DeliveryPhase>): Delivering {
  return { facts, phase: { ...phase, ...change } };
}

function withFacts({ facts, phase }: Delivering, change: Partial<HealFacts>): Delivering {
  return { facts: { ...facts, ...change }, phase };
}

/** Ends the delivery, and with it the run. */
function conclude(state: Delivering, outcome: Delivery): HealTransition {
  const { facts, phase } = state;
  const { input, tree } = facts;
  const words = DOING_WORDS[input.language];
  const part =
    outcome.status === 'partial' ? [{ snapshot: { tree: outcome.tree }, reason: words.published }] : [];
  const told = outcome.status === 'nothing-to-publish' ? [] : [tellOf(facts).delivered(outcome, tree)];
  // Told last: until it is published, or turned down, nobody knows how the run ends.
  // An answer runs no loop, so its log has none of the loop's lines.
  const { status } = phase.end;
  if (input.taskType !== 'chat_reply')
    told.push(logOf(facts).final({ status, delivery: outcome, request: input.request }, attemptOf(facts)));
  const ended = withPhase(state, { stage: { at: 'ended', outcome } });
  const result = { snapshot: { tree }, reason: words.result };
  return { ...next(ended, { type: 'finish' }, told), checkpoints: [result, ...part] };
}

/** Generated tests that fail on a change which passes all of the user's tests are left out. */
function leaveOut(
  state: Delivering,
  files: readonly string[],
  at: 'leaving-out' | 'leaving-out-edited',
  label: string,
): HealTransition {
  const edits = files.map((path): FileEdit => ({ action: 'delete', path }));
  return proceed(state, { at, files }, { type: 'edit', tree: state.facts.tree, edits, label });
}

function offer(state: Delivering): HealTransition {
  const { fork, tree, baseTree } = state.facts;
  if (fork?.status === 'conflict') return conclude(state, { status: 'conflict', conflicts: fork.conflicts });
  if (tree === baseTree) return conclude(state, { status: 'nothing-to-publish' });
  return compare(state, 'comparing', 'diff/final');
}

function compare(state: Delivering, at: 'comparing' | 'comparing-edits', label: string): HealTransition {
  const { baseTree: base, tree } = state.facts;
  return proceed(state, { at }, { type: 'compare', base, tree, label });
}

function onEdited(
  state: Delivering,
  outcome: Extract<HealEvent, { type: 'edited' }>['outcome'],
): HealTransition {
  const { facts, phase } = state;
  const { stage, question, leftOut } = phase;
  if ('files' in stage) {
    // Tests that can't be left out stay where they are.
    const left =
      'refusals' in outcome
        ? state
        : withPhase(withFacts(state, outcome), { leftOut: [...leftOut, ...stage.files] });
    return stage.at === 'leaving-out'
      ? offer(left)
      : compare(left, 'comparing-edits', `diff/edited-${question}`);
  }
  if ('refusals' in outcome)
    return ask(state, question + 1, outcome.refusals.map(({ message }) => message).join('; '));
  const effect = verifyOf(facts, outcome.tree, `verify/approval-${question}`);
  return proceed(state, { at: 'verifying-edits' }, effect);
}

function onCompared(given: Delivering, diff: TreeDiff): HealTransition {
  const state = withPhase(given, { diff });
  const { facts, phase } = state;
  const { stage, end, question, leftOut } = phase;
  const { input, tree, verification, confirmation } = facts;
  if (stage.at === 'comparing-edits') return onEditsCompared(state, diff);
  const isHealed = end.status === 'completed' || end.status === 'recovered';
  if (!isHealed && !isAsPromised(facts)) return suggestUnhealed(state, diff);
  const confidence = confidenceIn(facts, diff);
  const sure = withFacts(state, { confidence });
  if (input.dryRun) return publish(sure);
  const own = { tree, verification, confirmation, confidence, end, diff, leftOut };
  const known = withPhase(sure, { own });
  if (!confidence || !isOpen(known.facts)) return ask(known, question);
  const isChoice = (confidence.choices ?? []).length > 1;
  return isChoice || input.approval.level === 'LOW' ? suggest(known, confidence, diff) : ask(known, question);
}

/** A change that is not green: what a request made against a test, or what a repair mends in part, is for people to publish. */
function suggestUnhealed(state: Delivering, diff: TreeDiff): HealTransition {
  const { facts, phase } = state;
  const { because } = phase.end;
  // A dry run delivers nothing, so nobody is to choose.
  if (!facts.input.dryRun && typeof because === 'object') return suggestRequest(state, diff, because);
  const part = facts.input.dryRun ? undefined : partialRepair(facts);
  return conclude(state, part ? suggestedPart(facts, part, diff) : { status: 'nothing-to-publish' });
}

/** The change of a request that a test contradicts is for people to publish: never a compromise of both. */
function suggestRequest(state: Delivering, diff: TreeDiff, contradiction: Contradiction): HealTransition {
  const { tree, input, verification } = state.facts;
  const asked = contradictionChoice(contradiction, { tree, diff: diff.hash }, input.language);
  const stillFailing = verification?.failingHash;
  return conclude(state, {
    status: 'suggested',
    ...asked,
    contradiction,
    ...(stillFailing && { stillFailing }),
  });
}

/** An ambiguous repair is for people to choose; a run that asks nobody leaves it at the suggestion. */
function suggest(state: Delivering, confidence: RepairConfidence, diff: TreeDiff): HealTransition {
  const { facts, phase } = state;
  const { language, approval } = facts.input;
  const { choices = [] } = confidence;
  const words = DOING_WORDS[language];
  const kept = choices.flatMap(({ test, ...choice }, index) => {
    const reason = (tested: boolean) => words.choice(choiceText(choice), tested);
    const tested = test ? [{ snapshot: { tree: test.tree }, reason: reason(true) }] : [];
    return index === 0 ? tested : [...tested, { snapshot: { tree: choice.tree }, reason: reason(false) }];
  });
  const summary = questionOf(confidence, language);
  const transition =
    approval.level === 'LOW'
      ? conclude(state, { status: 'suggested', question: summary, choices })
      : proceed(
          state,
          { at: 'choosing' },
          {
            type: 'ask',
            question: {
              kind: 'publish',
              form: 'choice',
              hash: diff.hash,
              summary,
              choices: choices.map(choiceText),
              files: diff.files,
              diffExcerpt: diff.excerpt,
              ...toLookAt(facts, phase.diff),
            },
          },
        );
  return { ...transition, checkpoints: [...kept, ...(transition.checkpoints ?? [])] };
}

/** The chosen repair is verified once more and published if the policy allows its files. */
function onChosen(state: Delivering, answer: Extract<Answered, { status: 'told' }>): HealTransition {
  const { facts, phase } = state;
  const choice = chosenBy(phase.own?.confidence?.choices ?? [], answer.text);
  const last = facts.repairs.at(-1);
  if (!choice || !last) throw new Error('a repair is chosen that nobody offered');
  const reason = END_WORDS[facts.input.language].chosen(choice.letter);
  const { summary } = choice;
  const tree = choice.test?.tree ?? choice.tree;
  const chosen = withFacts(state, {
    tree,
    confidence: { level: 'high', reason },
    repairs: facts.repairs.with(-1, { ...last, summary, rootCause: summary }),
  });
  const given = { by: answer.by, edits: [], untested: choice.test && choice.tree };
  const known = withPhase(chosen, { answer: { ...phase.answer, ...given } });
  const effect = verifyOf(known.facts, tree, `verify/choice-${phase.question}`);
  return proceed(known, { at: 'verifying-edits' }, effect);
}

function onAnswered(state: Delivering, answer: Answered): HealTransition {
  const { facts, phase } = state;
  if (answer.status === 'told') return onChosen(state, answer);
  if (answer.status !== 'granted') return conclude(withoutEdits(state), answer);
  const { by, via, edits } = answer;
  const known = withPhase(state, {
    answer: { ...phase.answer, by, via, edits },
    edited: withEdit(phase.edited, answer),
  });
  if (edits.length === 0) return publish(known);
  const label = `edit/approval-${phase.question}`;
  return proceed(known, { at: 'editing' }, { type: 'edit', tree: facts.tree, edits, label });
}

/** The run's own change. Each field is named: JSON drops those that are undefined, and edits may have set them. */
function withoutEdits(state: Delivering): Delivering {
  const { own } = state.phase;
  if (!own) return state;
  const { tree, verification, confirmation, confidence, end, diff, leftOut } = own;
  const before = withFacts(state, { tree, verification, confirmation, confidence });
  return withPhase(before, { end, diff, leftOut, edited: undefined });
}

/** An edit made while approving is a candidate: like one it is verified, and shown to the project's own command if green. */
function onEditsVerified(given: Delivering, verification: Verification): Next {
  const state = withFacts(given, { verification, confirmation: undefined });
  const wanted = isGreen(verification) && confirmationWanted(state.facts, verification);
  return wanted ? proceed(state, { at: 'confirming-edits' }, wanted) : onEditsJudged(state, verification);
}

function onEditsConfirmed(state: Delivering, outcome: RunnerOutcome): Next {
  const { verification, input } = state.facts;
  if (!verification) throw new Error('edits are confirmed before they are verified');
  return outcome.status === 'disagrees'
    ? onEditsJudged(state, withRefutation(verification, outcome, input.language))
    : onEditsJudged(withFacts(state, { confirmation: outcome }), verification);
}

/** Edits that are not green are asked about again. */
function onEditsJudged(state: Delivering, verification: Verification): Next {
  const { facts, phase } = state;
  const { question, answer } = phase;
  const { language } = facts.input;
  const green = isGreen(verification);
  if (!green && answer?.untested !== undefined) {
    // A test that was written badly must not cost the repair that a person chose.
    const { untested: tree } = answer;
    const effect = verifyOf(facts, tree, `verify/choice-${question}-untested`);
    const known = withPhase(withFacts(state, { tree }), { answer: { ...answer, untested: undefined } });
    return proceed(known, phase.stage, effect);
  }
  const { tree } = verification;
  const edited = withPhase(withFacts(state, { tree, verification }), {
    end: { ...phase.end, ...endOf(facts, verification) },
  });
  const failing = failingGenerated(verification, answer?.edits);
  const transition =
    failing.length > 0
      ? leaveOut(edited, failing, 'leaving-out-edited', `quarantine/approval-${question}`)
      : compare(edited, 'comparing-edits', `diff/edited-${question}`);
  return keeping(tree, DOING_WORDS[language].personsEdits, transition);
}

/** Whoever approves a change that is not green gets it, but it is never called a success. */
function endOf({ rounds, input }: HealFacts, verification: Verification): WorkEnd {
  if (isGreen(verification)) return { status: rounds > 0 ? 'recovered' : 'completed', error: undefined };
  const [first] = verification.failures;
  const error = first?.failure.message ?? unverifiedError(verification, input.language);
  return { status: 'failed_after_repair', error };
}

/** A change that was approved with edits is published where these are green, and the policy has nothing against their files. */
function onEditsCompared(state: Delivering, diff: TreeDiff): HealTransition {
  const { facts, phase } = state;
  const { input, verification } = facts;
  const number = phase.question + 1;
  if (!verification || !isGreen(verification)) return askAgain(state, number);
  const { decision } = decide(healPolicy(input), { tool: 'publish', mode: input.mode, ...filesOf(diff) });
  return decision === 'deny' ? ask(state, number) : publish(state);
}

/** Edits that are not green are only offered: until someone approves them, the green change stays the run's own. */
function askAgain(state: Delivering, question: number): HealTransition {
  const { verification, input } = state.facts;
  const { language } = input;
  const why = verification ? verdictText(verification, language) : QUESTION_WORDS[language].unverified;
  const [first] = verification?.failures ?? [];
  const which = first ? ` (${first.id}: ${firstLine(first.failure.message)})` : '';
  return ask(state, question, END_WORDS[language].withEdits(`${why}${which}`));
}

function ask(given: Delivering, number: number, refusal?: string): HealTransition {
  const state = withPhase(given, { question: number });
  const { diff } = state.phase;
  if (!diff) throw new Error('a change is asked about before it is known');
  const question = publishQuestion(state.facts, diff, number);
  return { ...proceed(state, { at: 'asking' }, { type: 'ask', question }), refusal };
}

function publish(state: Delivering): HealTransition {
  const { baseTree: base, tree, input } = state.facts;
  const dryRun = input.dryRun ?? false;
  const effect = { type: 'publish' as const, base, tree, dryRun };
  return proceed(state, { at: 'publishing' }, dryRun ? effect : { ...effect, closing: true });
}
