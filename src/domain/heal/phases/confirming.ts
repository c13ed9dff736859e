/**
 * The change is verified, and what is green is doubted before it is offered: by tests for it, by the project's own runner, by
 * breaking it on purpose. A round's winner goes through the same before the round ends.
 */
import type { KitEvent } from '../../run/machine';
import { addUsage } from '../../run/budget';
import { firstLine } from '../../text';
import type { RunnerOutcome } from '../../verification/own-runner';
import { isUnitTest } from '../../verification/protected-paths';
import { worthOf } from '../../verification/test-score';
import type { Verification } from '../../verification/verification';
import { isGreen } from '../choose';
import { confirmationWanted, unverified, withRefutation, withVerified, withoutRefuted } from '../confirm';
import { DOING_WORDS } from '../words/doing';
import type { HealEffect, HealEvent } from '../effects';
import { END_WORDS } from '../words/ends';
import { changedLately, errorContext } from '../errors';
import { attemptOf, hasModel, isSuccess, isTrusted, withInstructions } from '../facts';
import { testsWanted, triesOf, wantsTests, withoutGenerated } from '../generated-tests';
import { NOTE_WORDS } from '../words/notes';
import { afterRound, roundLog } from '../round-record';
import { isIdle, type RepairRound } from '../proposal';
import type { ChangePhase, Failed, HealState, HealTransition, In, Measured, WinnerPhase } from '../state';
import {
  after,
  basisOf,
  finish,
  finishGreen,
  follow,
  keeping,
  logOf,
  next,
  seen,
  tellOf,
  verifyOf,
  type ConfirmingEntry,
  type Next,
} from '../transitions';
import { unverifiedError } from '../verdict';

/** Each way into the phase: a change that is to be verified, or is, and a round that has ended. */
export function enterConfirming(entry: ConfirmingEntry): Next {
  switch (entry.what) {
    case 'requested':
      return onRequested(entry.facts, entry.files);
    case 'unverified':
      return doubt(entry.facts, verifyOf(entry.facts, entry.facts.tree));
    case 'verified':
      return onVerified(entry.facts, entry.verification);
    case 'round':
      return confirmWinner(entry.facts, entry.round);
    case 'others':
      return onNextOf(entry.facts, entry.round);
  }
}

/** Effect or phase that follows an effect of the phase. */
export function onConfirming(state: In<'confirming'>, event: HealEvent | KitEvent): Next {
  if (event.type === 'confirmed')
    return after([tellOf(state.facts).confirmed(event.outcome)], onConfirmed(state, event.outcome));
  if (isOfRound(state)) {
    if (event.type === 'candidates-verified') return onVerifiedAgain(state, event.candidates);
    throw new Error(`a round's winner has no use for what was ${event.type}`);
  }
  const { facts, phase } = state;
  switch (event.type) {
    case 'verified': {
      const { facts: known, verification } = seen(facts, event.verification);
      return after(
        [tellOf(facts).verified(verification)],
        onVerified(known, verification, phase.withoutTests),
      );
    }
    case 'tests-generated':
      return onTestsGenerated(facts, event);
    case 'tests-scored':
      return onTestsScored(state, event);
    case 'tried-broken':
      return onTriedBroken(state, event.unnoticed);
    default:
      throw new Error(`a change has no use for what was ${event.type}`);
  }
}

type OfRound = { facts: Failed; phase: WinnerPhase };
type OfChange = { facts: Measured; phase: ChangePhase };

function isOfRound(state: In<'confirming'>): state is OfRound {
  return 'round' in state.phase;
}

/** An effect that tells more of the change. */
function doubt(facts: Measured, effect: HealEffect, withoutTests?: Verification): HealTransition {
  return next({ facts, phase: { name: 'confirming', withoutTests } }, effect);
}

/** A request is carried out: tests for it are tried or written, or it is verified. */
function onRequested(facts: Measured, files: readonly string[]): Next {
  const { baseline, baseTree, tree, tests, input } = facts;
  // A command may run generated tests too, so what it says without them has to be known first.
  const hasCommands = input.verification.commands.length > 0;
  const hasNoTests = !hasCommands && baseline.testFiles === 0;
  const own = hasNoTests ? files.filter(isUnitTest) : [];
  if (own.length > 0)
    // Where no other check verifies the change, tests that came with it have to show that they notice mistakes.
    return doubt(
      { ...facts, tests: { ...tests, files: own, asked: Math.max(1, tests.asked) } },
      { type: 'score-tests', base: baseTree, tree, files: own },
    );
  const generate = !hasCommands && hasModel(facts) && wantsTests(facts, files);
  return doubt(
    facts,
    generate
      ? { type: 'generate-tests', tree, changedFiles: files, ...triesOf(facts) }
      : verifyOf(facts, tree),
  );
}

/** Tests for the change are tried on deliberate mistakes before they count. */
function onTestsGenerated(facts: Measured, event: Extract<HealEvent, { type: 'tests-generated' }>): Next {
  const { tree, files, note } = event;
  const { tests, input } = facts;
  const known = facts.verification?.tree === facts.tree ? facts.verification : undefined;
  const withoutTests = known && isSuccess(facts, known) ? known : undefined;
  const generated: Measured = {
    ...facts,
    tree,
    tests: {
      ...tests,
      files: [...new Set([...tests.files, ...files])],
      asked: tests.asked + 1,
      note: files.length === 0 && note !== '' ? note : tests.note,
    },
    ...withInstructions(facts, event.instructions),
    modelFailure: event.modelFailure ?? facts.modelFailure,
    usage: addUsage(facts.usage, event.usage),
  };
  if (files.length > 0) {
    const all = generated.tests.files;
    const effect = { type: 'score-tests' as const, base: facts.baseTree, tree, files: all };
    const follows = after(
      [tellOf(facts).testsGenerated(tree, files)],
      doubt(generated, effect, withoutTests),
    );
    return keeping(tree, DOING_WORDS[input.language].testsForChange, follows);
  }
  return known && isGreen(known)
    ? onVerified(generated, known, withoutTests)
    : doubt(generated, verifyOf(generated, tree), withoutTests);
}

/** With tests that are scored the change is verified, unless it is known to be green. */
function onTestsScored(
  { facts, phase: { withoutTests } }: OfChange,
  { tree, score }: Extract<HealEvent, { type: 'tests-scored' }>,
): Next {
  const scored = { ...facts, tests: { ...facts.tests, scored: { tree, score } } };
  const known = facts.verification?.tree === tree ? facts.verification : undefined;
  const follows =
    known && isGreen(known)
      ? onVerified(scored, known, withoutTests)
      : doubt(scored, verifyOf(scored, tree), withoutTests);
  return after([tellOf(facts).testsScored(score)], follows);
}

/** **The verdict on a change**: what is green is doubted and delivered, a failure leads to a round. */
function onVerified(given: Measured, verification: Verification, withoutTests?: Verification): Next {
  const facts = { ...given, verification };
  const { language } = facts.input;
  if (isGreen(verification)) {
    const earned = isSuccess(facts, verification);
    const wanted =
      testsWanted(facts) ??
      (earned ? (confirmationWanted(facts, verification) ?? brokenWanted(facts, verification)) : undefined);
    if (wanted) return doubt(facts, wanted, withoutTests);
    return earned ? finishGreen(facts, verification) : endUnearned(facts);
  }
  // A command that runs the generated tests too: they are left out, and what was green stays so.
  if (withoutTests) {
    const without = withoutGenerated(facts, withoutTests);
    const known = { ...facts, verification: without };
    const broken = brokenWanted(known, without);
    return broken ? doubt(known, broken, withoutTests) : finishGreen(known, without);
  }
  if (verification.failures.length === 0)
    return finish(facts, { status: 'failed', error: unverifiedError(verification, language) });
  return follow({ phase: 'round', facts, isTold: false });
}

/** A change that only untrusted tests call green is no more of a success than one that nothing could verify. */
function endUnearned(facts: Measured): Next {
  const { rounds, tests, input } = facts;
  const worth = tests.scored ? worthOf(tests.scored.score, input.language) : '';
  const status = rounds === 0 ? 'failed' : 'failed_after_repair';
  return finish(facts, { status, error: END_WORDS[input.language].unearned(worth) });
}

/** Longest run of the checks, ms, that is worth another to see that they can fail. */
const LONGEST_CHECKS_MS = 60_000;

/** Kinds of failures that are told before any code runs. */
const COMPILED: ReadonlySet<string> = new Set(['type', 'syntax', 'lint', 'build', 'import', 'reference']);

/** The trial that a change needs which commands alone call green: the sandbox tells by coverage what no test executes. */
function brokenWanted(
  { broken, baseTree, rounds, analysis, input, longestChecksMs = 0 }: Measured,
  { trust, tree, passed }: Verification,
): Extract<HealEffect, { type: 'break' }> | undefined {
  const isTried = broken?.tree === tree || tree === baseTree;
  if (trust !== 'command' || isTried || longestChecksMs > LONGEST_CHECKS_MS) return undefined;
  // A compiler runs nothing: code that throws is as good to it as any other. Tests that are told run it.
  const tellsTests = passed > input.verification.commands.length;
  if (rounds > 0 && !tellsTests && analysis && COMPILED.has(analysis.kind)) return undefined;
  return { type: 'break', base: baseTree, tree };
}

/** A repair that no check notices when it is broken did not come by its green: it is for people to judge. */
function onTriedBroken({ facts, phase }: OfChange, unnoticed: readonly string[]): Next {
  const { rounds, confidence, repairs, input } = facts;
  const verification = verificationOf(facts);
  const known = { ...facts, broken: { tree: verification.tree, unnoticed } };
  const isRepaired = rounds > 0 && repairs.length > 0;
  if (unnoticed.length === 0 || !isRepaired || confidence?.level === 'ambiguous')
    return onVerified(known, verification, phase.withoutTests);
  const reason = NOTE_WORDS[input.language].unnoticed(unnoticed[0] ?? '');
  const doubted: Measured = { ...known, confidence: { level: 'ambiguous', reason } };
  return onVerified(doubted, verification, phase.withoutTests);
}

function verificationOf({ verification }: Measured): Verification {
  if (!verification) throw new Error('a change is doubted before it is verified');
  return verification;
}

/** Refuted by the project's own runner, a winner gives way to the next, and any other change has failed. */
function onConfirmed(state: In<'confirming'>, outcome: RunnerOutcome): Next {
  const { language } = state.facts.input;
  if (!isOfRound(state)) {
    const { facts, phase } = state;
    const verification = verificationOf(facts);
    return outcome.status === 'disagrees'
      ? onVerified(facts, withRefutation(verification, outcome, language))
      : onVerified({ ...facts, confirmation: outcome }, verification, phase.withoutTests);
  }
  const { facts, phase } = state;
  const { round } = phase;
  if (outcome.status !== 'disagrees') return endRound({ ...facts, confirmation: outcome }, round);
  // What failed before as well does not speak against the winner: it is one in part.
  if (outcome.failingHash !== undefined && round.winner) {
    const { winner } = round;
    const part = { ...winner, verification: withRefutation(winner.verification, outcome, language) };
    return endRound({ ...facts, confirmation: undefined }, { ...round, winner: part });
  }
  const trusted = isTrusted(facts);
  return onNextOf(facts, withoutRefuted(round, outcome, facts.verification, { trusted, language }));
}

/** A winner that the sandbox alone calls green is shown to the project's own runner before the round ends. */
function confirmWinner(given: Failed, round: RepairRound): Next {
  const { winner } = round;
  const facts = { ...given, confirmation: undefined };
  const wanted = winner && isGreen(winner.verification) && confirmationWanted(facts, winner.verification);
  return wanted ? next(ofRound(facts, round), wanted) : endRound(facts, round);
}

/** The next winner of a round; where none is green, those that were given up are verified after all. */
function onNextOf(facts: Failed, round: RepairRound): Next {
  const candidates = unverified(round);
  if (candidates.length === 0) return confirmWinner(facts, round);
  const label = `round-${facts.rounds + 1}/verify-again`;
  const effect = { type: 'verify-candidates' as const, candidates, trusted: isTrusted(facts), label };
  return next(ofRound(facts, round), { ...effect, ...basisOf(facts) });
}

function ofRound(facts: Failed, round: RepairRound): HealState {
  return { facts, phase: { name: 'confirming', round } };
}

/** Candidates that were given up are verified after all, since the winner was refuted. */
function onVerifiedAgain({ facts, phase: { round } }: OfRound, later: RepairRound['candidates']): Next {
  const { verification } = facts;
  const told = tellOf(facts).candidatesVerified(attemptOf(facts), later, verification);
  return after(told, confirmWinner(facts, withVerified(round, later, verification, isTrusted(facts))));
}

/** The round is counted and recorded; the verdict on its winner, or on the tree as it was, says what follows. */
function endRound(facts: Failed, round: RepairRound): Next {
  const known = errorContext(facts.verification, facts.analysis, changedLately(facts));
  // Not part of the evidence, which goes into history with every call: a proposer has the whole tree.
  const context = { ...known, projectStructure: facts.projectStructure };
  const repaired = afterRound(facts, round, context);
  if (isIdle(round)) return follow({ phase: 'round', facts: repaired, isTold: true });
  const error = {
    errorType: context.errorType,
    errorSummary: facts.error ?? firstLine(context.errorMessage),
  };
  const choice = repaired.record.choices.at(-1);
  const log = [
    ...(choice ? [tellOf(facts).chosen(choice)] : []),
    ...roundLog(logOf(facts), attemptOf(facts), error, round),
  ];
  if (repaired.rounds < facts.input.maxAttempts)
    log.push(logOf(facts).attempt(attemptOf(repaired), facts.input.maxAttempts));
  const { winner } = round;
  const follows = onVerified(repaired, winner?.verification ?? facts.verification);
  return after(log, winner ? keeping(winner.candidate.tree, winner.candidate.summary, follows) : follows);
}
