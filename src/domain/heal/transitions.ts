/** Transitions of healing: an effect of the phase that the run is in, or the phase that follows. */

import type { TreeHash } from '../ids';
import type { NewCheckpoint } from '../run/checkpoints';
import type { NewEvent } from '../run/events';
import type { EffectTraits, KitEffect } from '../run/machine';
import { isTestFile, isSourceFile } from '../verification/protected-paths';
import type { Verification, FailedCheck } from '../verification/verification';
import type { HealEffect, VerificationBasis, VerifyEffect } from './effects';
import { healingLog, type HealingLog } from './words/log';
import type { RepairRound } from './proposal';
import type {
  Failed,
  HealFacts,
  HealState,
  HealTransition,
  Measured,
  Verified,
  Work,
  WorkEnd,
} from './state';
import { toldIn } from './words/events';
import type { Language } from '../run/language';
import { listed } from '../verification/analysis';
import { unseenText } from '../verification/compare';
import { END_WORDS } from './words/ends';

/** Sequel of an event. */
export type Next = HealTransition | Follow;

/** The phase that follows, with what was told before it begins. */
export interface Follow {
  readonly enter: Entry;
  readonly events: readonly NewEvent[];
  readonly checkpoints?: readonly NewCheckpoint[];
}

/** Each way into a phase, with what it needs. */
export type Entry =
  /** The known baseline is judged anew: the run begins again. */
  | { phase: 'baseline'; facts: Measured }
  | { phase: 'request'; facts: Measured }
  /** The agent goes on from other files. */
  | { phase: 'request'; facts: Measured; resumes: Work }
  | ({ phase: 'confirming' } & ConfirmingEntry)
  /** `isTold`: the last round found nothing left to try, so that this failure is in the log. */
  | { phase: 'round'; facts: Verified; isTold: boolean }
  | { phase: 'delivering'; facts: HealFacts; end: WorkEnd };

export type ConfirmingEntry =
  /** The request has changed the tree: tests for it may come first. */
  | { what: 'requested'; facts: Measured; files: readonly string[] }
  | { what: 'unverified'; facts: Measured }
  | { what: 'verified'; facts: Measured; verification: Verification }
  /** The round has ended, with a winner or without. */
  | { what: 'round'; facts: Failed; round: RepairRound }
  /** Rest of a round whose winner was turned down. */
  | { what: 'others'; facts: Failed; round: RepairRound };

export function next(
  state: HealState,
  effect: (HealEffect | KitEffect) & EffectTraits,
  events: readonly NewEvent[] = [],
): HealTransition {
  return { state, effect: { ...effect, clock: effect.clock ?? clockOf(effect, state.facts) }, events };
}

/** The effect as an act that the policy is asked about first. */
export function guarded(
  state: HealState,
  tool: 'execute' | 'repair',
  summary: string,
  effect: HealEffect,
): HealTransition {
  return next(state, { ...effect, act: { tool, summary } });
}

/** The run goes on in another phase. */
export function follow(enter: Entry, events: readonly NewEvent[] = []): Follow {
  return { enter, events };
}

/** The work is done: its change is delivered, if it may be. An error is that of the failure unless another is given. */
export function finish(facts: HealFacts, end: WorkEnd, events: readonly NewEvent[] = []): Follow {
  return follow({ phase: 'delivering', facts, end: { error: facts.error, ...end } }, events);
}

/** Ends the work with a change that is verified. */
export function finishGreen(
  facts: HealFacts,
  verification: Verification,
  because?: WorkEnd['because'],
): Follow {
  const status = facts.rounds === 0 ? 'completed' : 'recovered';
  return finish({ ...facts, verification }, { status, because });
}

/** Ends the run with a sentence about its input: nothing is delivered. */
export function refuse(
  facts: HealFacts,
  error: string,
  because: 'bad-input' | 'unjudged' = 'bad-input',
): Follow {
  return finish(facts, { status: 'failed', error, because });
}

/** The same, with what happened before it. */
export function after<S extends Next>(events: readonly NewEvent[], follows: S): S {
  return { ...follows, events: [...events, ...follows.events] };
}

/** The same, with a state of the files that people can go back to. */
export function keeping<S extends Next>(tree: TreeHash, reason: string, follows: S): S {
  const { checkpoints = [] } = follows;
  return { ...follows, checkpoints: [{ snapshot: { tree }, reason }, ...checkpoints] };
}

/** Rounds that have a clock. */
const MOST_CLOCKS = 100;

/** The clock that an effect's time is counted on, for the result's timings. */
function clockOf({ type }: { type: string }, { rounds, baseline, tests }: HealFacts): string | undefined {
  switch (type) {
    case 'verify':
      return baseline ? undefined : 'baseline';
    case 'execute':
    case 'begin-work':
      return 'execute';
    case 'generate-tests':
      return tests.asked > 0 ? 'tests-2' : 'tests-1';
    case 'score-tests':
      return 'score-tests';
    case 'propose':
    case 'verify-candidates':
    case 'compare-candidates':
    case 'suggested-checks':
      return rounds < MOST_CLOCKS ? `repair-${rounds + 1}` : undefined;
    default:
      return undefined;
  }
}

/** Files of a request that are looked at for tests: each is in the history of every verification. */
const MOST_COVERED = 50;

/** Report and tests that a verification of a changed tree is compared with. */
export function basisOf({ baseline, tests, carriedOut }: HealFacts): VerificationBasis {
  const covers = (carriedOut?.files ?? []).filter((path) => !isTestFile(path)).slice(0, MOST_COVERED);
  return {
    baseline: baseline?.report,
    generatedTests: tests.files,
    ...(covers.length > 0 && { covers }),
  };
}

/** The verification of a changed tree. */
export function verifyOf(facts: HealFacts, tree: TreeHash, label = 'verify/executed'): VerifyEffect {
  const { baseline, tests } = facts;
  // The sandbox runs generated tests by itself; for others the project's command is looked for, now that it has tests.
  const detects = baseline?.trust === 'none' && !tests.files.every(isTestFile);
  return { type: 'verify', tree, label, ...(detects && { detects }), ...basisOf(facts) };
}

/**
 * A verification as phases judge it, with the facts that come of it: vanished tests are failures, checks that were found hold
 * for the whole run. The longest run of the checks is told to people; candidates share the machine, so theirs says nothing.
 */
export function seen<Facts extends HealFacts>(
  facts: Facts,
  given: Verification,
): { facts: Facts; verification: Verification } {
  const verification = withVanished(given, facts.input.language);
  const longestChecksMs = Math.max(facts.longestChecksMs ?? 0, verification.durationMs);
  return { facts: withFound({ ...facts, longestChecksMs }, verification), verification };
}

function withFound<Facts extends HealFacts>(facts: Facts, { found }: Verification): Facts {
  if (!found) return facts;
  const input = { ...facts.input, verification: found.spec };
  return { ...facts, input, baseline: facts.baseline && { ...facts.baseline, found } };
}

export function logOf(facts: Pick<HealFacts, 'input' | 'taskId'>): HealingLog {
  return healingLog(facts.input.language, facts.taskId, facts.input.taskType);
}

/** Events of a run besides the seed's log. */
export function tellOf({ input }: Pick<HealFacts, 'input'>): ReturnType<typeof toldIn> {
  return toldIn(input.language);
}

/** The verification with vanished tests as failures, if nothing else fails: so the change can be repaired like any other. */
export function withVanished(verification: Verification, language: Language): Verification {
  const { failures, comparison } = verification;
  if (failures.length > 0) return verification;
  const { brokenIds = [], unseen = [] } = comparison ?? {};
  const failed = brokenIds.map((id) => {
    const short = unseen.find(({ check }) => check === id);
    return listed(short ? shortOf(id, unseenText(short, language)) : vanished(id, language));
  });
  return { ...verification, failures: failed };
}

/** Ids of the failures that `withVanished` added: the report does not show them. */
export function vanishedIds({ failures }: Pick<Verification, 'failures'>): string[] {
  return failures.filter((one) => one.vanished).map(({ id }) => id);
}

/** Failure of a command that saw fewer tests pass than before, or of a test file whose tests do not run. */
function shortOf(check: string, sentence: string): FailedCheck {
  const failure = { errorName: 'AssertionError', message: sentence, phase: 'run' as const };
  const kind = isSourceFile(check) ? 'tests' : 'command';
  return { id: check, check, kind, end: 'completed', failure };
}

function vanished(id: string, language: Language): FailedCheck {
  const message = END_WORDS[language].vanished;
  const failure = { errorName: 'AssertionError', message, phase: 'test' as const };
  return { id, check: id.split(' > ')[0] ?? id, kind: 'tests', end: 'completed', failure, vanished: true };
}
