/** A repair is looked for: proposers are asked, their candidates verified and compared, and one or none wins. */
import type { NewEvent } from '../../run/events';
import type { KitEvent } from '../../run/machine';
import { capital } from '../../run/outcomes';
import { addUsage, NO_USAGE } from '../../run/budget';
import { firstLine } from '../../text';
import { analyzeEach, analyzeFailures, errorLogLine, errorTypeLabel } from '../../verification/analysis';
import type { Verification } from '../../verification/verification';
import { chooseWinner, isSettled, isToBeCompared, rankCandidates } from '../choose';
import { contradictedBy, contradictionOf, contradictionText } from '../contradiction';
import { DOING_WORDS } from '../words/doing';
import type { HealEvent } from '../effects';
import { changedLately, errorAnalysisOf, errorContext, errorSummary } from '../errors';
import {
  concise,
  asksModel,
  type Candidate,
  type Evidence,
  type Proposal,
  type ProposerName,
  type SuggestedCheck,
  type RepairRound,
  type RoundCandidate,
} from '../proposal';
import {
  attemptOf,
  isTrusted,
  proposersOf,
  recording,
  repairsTried,
  startTree,
  withInstructions,
} from '../facts';
import type { RepairMode } from '../input';
import { healPolicy, answeredChecks, checksByPolicy, commandsToRun } from '../checks';
import { appliedLog } from '../round-record';
import type { Failed, In, Verified } from '../state';
import {
  after,
  basisOf,
  finish,
  follow,
  guarded,
  logOf,
  next,
  tellOf,
  type Next,
  vanishedIds,
} from '../transitions';
import type { Reason, Standing } from '../standing';

type Open = In<'round'>;

/** **The decision to retry**: a failure opens a round, unless it can't be repaired, rounds are used up or a test contradicts the request. */
export function enterRound({ facts: given, isTold }: { facts: Verified; isTold: boolean }): Next {
  const { verification, input, rounds } = given;
  const analysis = analyzeFailures(verification);
  const error = errorSummary(verification, analysis);
  // After the last repair allowed the failure is no attempt of its own.
  const isLast = rounds >= input.maxAttempts;
  const attempt = isLast ? Math.max(1, repairsTried(given)) : attemptOf(given);
  const { errorLogs } = given.record;
  const line = errorLogLine(attempt, analyzeEach(verification), isLast);
  const facts: Failed = {
    ...recording(given, { errorLogs: isTold ? errorLogs : [...errorLogs, line] }),
    analysis,
    error,
  };
  const log = isTold ? [] : [failedLog(facts, attempt, isLast)];
  if (!analysis.repairable)
    log.push(logOf(facts).unrepairable(attempt, errorTypeLabel(analysis.kind), error));
  const proposers = proposersOf(facts);
  // There is nobody to ask where the model was the only one and failed for good.
  const mayRepair = rounds < input.maxAttempts && proposers.length > 0;
  // A search can't tell who is right.
  const contradiction = contradictionOf(facts, proposers.some(asksModel));
  if (!analysis.repairable || !mayRepair || contradiction) {
    const status = rounds === 0 ? ('failed' as const) : ('failed_after_repair' as const);
    const said = contradiction && `${capital(contradictionText(contradiction, input.language))}.`;
    return finish(facts, { status, because: contradiction, error: said ?? error }, log);
  }
  if (!isTold) log.push(logOf(facts).debuggerCalled(attempt));
  return after(log, openRound(facts));
}

function failedLog({ analysis, error = '', ...facts }: Failed, attempt: number, isLast: boolean): NewEvent {
  const { errorLocation, suggestedFix } = errorAnalysisOf(analysis, facts.input.language);
  const errorType = errorTypeLabel(analysis.kind);
  return logOf(facts).failed({
    attempt,
    isLast,
    errorType,
    errorSummary: error,
    errorLocation,
    suggestedFix,
  });
}

/** Proposers asked together; the next group only where the one before found nothing acceptable. */
export function proposerStages(mode: RepairMode, proposers: readonly ProposerName[]): ProposerName[][] {
  const stages = mode === 'SPEED' ? proposers.map((name) => [name]) : [[...proposers]];
  return stages.filter((stage) => stage.length > 0);
}

/** True if the mutation proposer is asked before a model and so should not make it wait for long. */
function isQuickSearch(facts: Failed, asked: readonly ProposerName[]): boolean {
  return facts.input.mode === 'SPEED' && asked.includes('mutation') && proposersOf(facts).some(asksModel);
}

/** The first effect of a round: its first proposers. */
function openRound(facts: Failed): Next {
  const evidence = concise(evidenceOf(facts));
  // A search can't tell a slip of the request's change from what was asked for.
  const mayTell = (name: ProposerName): boolean => !evidence.requested?.contradicted || asksModel(name);
  const [first = [], ...stages] = proposerStages(facts.input.mode, proposersOf(facts).filter(mayTell));
  const round: RepairRound = {
    candidates: [],
    rejected: [],
    stages: [first],
    debuggerInvoked: false,
    applied: [],
    notes: [],
    searched: 0,
    usage: NO_USAGE,
    at: '',
  };
  const description = DOING_WORDS[facts.input.language].repair(facts.rounds + 1, facts.analysis.summary);
  return guarded({ facts, phase: { name: 'round', evidence, stages, round } }, 'repair', description, {
    type: 'propose',
    evidence,
    proposers: first,
    quick: isQuickSearch(facts, first),
  });
}

function evidenceOf(facts: Failed): Evidence {
  const { verification, analysis, baseline, input, record, carriedOut } = facts;
  return {
    tree: facts.tree,
    report: verification.report,
    baselineReport: baseline.report,
    analysis,
    errorContext: errorContext(verification, analysis, changedLately(facts)),
    request: input.request,
    requested: carriedOut && {
      base: startTree(facts),
      tree: carriedOut.tree,
      contradicted: contradictedBy(verification),
    },
    impactedFiles: [...input.impactedFiles],
    vanished: vanishedIds(verification),
    tried: [...record.tried],
    pastRounds: record.past?.stored,
    round: facts.rounds + 1,
  };
}

/** Effect or phase that follows an effect of the phase. */
export function onRound(state: Open, event: HealEvent | KitEvent): Next {
  switch (event.type) {
    case 'proposed':
      return onProposed(state, event);
    case 'candidates-verified':
      return onCandidatesVerified(state, event.candidates);
    case 'candidates-compared':
      return onCandidatesCompared(state, event.standings);
    case 'suggestions-checked':
      return onSuggestionsChecked(state, event.checks);
    default:
      throw new Error(`a round has no use for what was ${event.type}`);
  }
}

/** The state with what the round has come to. */
function withRound({ facts, phase }: Open, round: RepairRound): Open {
  return { facts, phase: { ...phase, round } };
}

/** Proposals are ranked before they are verified, so that the winner never depends on timing. */
function onProposed(given: Open, { proposals, at }: { proposals: readonly Proposal[]; at: string }): Next {
  const instructions = proposals.flatMap((proposal) => proposal.instructions ?? []);
  const facts = { ...given.facts, ...withInstructions(given.facts, instructions) };
  const round = collected(given.phase.round, proposals, at);
  const tried = [...facts.record.tried, ...round.candidates.map(asTried), ...round.rejected];
  const ranked = rankCandidates(
    proposals.flatMap((proposal) => proposal.candidates),
    tried,
  );
  const only = onlyOf(ranked);
  const told = proposedLog(facts, proposals, ranked);
  const applied = only ? [...round.applied, only.tree] : round.applied;
  const state = withRound({ ...given, facts }, { ...round, applied });
  if (ranked.length === 0) return after(told, onCandidatesVerified(state, []));
  const label = `round-${facts.rounds + 1}/verify-${(round.stages.at(-1) ?? []).join('+')}`;
  const effect = { type: 'verify-candidates' as const, candidates: ranked, trusted: isTrusted(facts), label };
  return next(state, { ...effect, ...basisOf(facts) }, told);
}

function collected(round: RepairRound, proposals: readonly Proposal[], at: string): RepairRound {
  return {
    ...round,
    at,
    debuggerInvoked: true,
    modelFailure: proposals.find(({ failure }) => failure !== undefined)?.failure ?? round.modelFailure,
    notes: [...round.notes, ...proposals.map(({ note }) => note).filter((note) => note !== '')],
    searched: proposals.reduce((sum, { searched }) => sum + searched, round.searched),
    rejected: [...round.rejected, ...proposals.flatMap(({ rejected = [] }) => rejected)],
    usage: proposals.reduce((sum, { usage }) => addUsage(sum, usage), round.usage),
  };
}

function asTried({ candidate }: RoundCandidate) {
  return { tree: candidate.tree, proposer: candidate.proposer, summary: '', outcome: '' };
}

/** The candidate of a stage that has one: it is the repair, whatever its verification says. */
function onlyOf(ranked: readonly Candidate[]): Candidate | undefined {
  return ranked.length === 1 ? ranked[0] : undefined;
}

/** Diagnosis and files of each candidate, told before any of them is verified; of one alone in the seed's lines too. */
function proposedLog(
  facts: Failed,
  proposals: readonly Proposal[],
  ranked: readonly Candidate[],
): NewEvent[] {
  const log = logOf(facts);
  const attempt = attemptOf(facts);
  const only = onlyOf(ranked);
  const empty = proposals.filter(({ candidates, note }) => candidates.length === 0 && note !== '');
  return [
    ...empty.map(({ note, searched }) => log.nothingProposed(attempt, firstLine(note), searched)),
    ...ranked.map((candidate, index) => log.proposed(attempt, index + 1, ranked.length, candidate)),
    ...(only ? appliedLog(log, attempt, only) : []),
  ];
}

/** The best of what was verified wins; where none is acceptable the next proposers are asked. */
function onCandidatesVerified(state: Open, verified: readonly RoundCandidate[]): Next {
  const { facts, phase } = state;
  const candidates = [...phase.round.candidates, ...verified];
  const current = facts.verification;
  const winner = chooseWinner(candidates, current, isTrusted(facts));
  const few = candidates.map((one) => inFewWords(one, current, winner));
  const round = { ...phase.round, candidates: few, winner };
  const told = tellOf(facts).candidatesVerified(attemptOf(facts), verified, current);
  const [stage, ...stages] = phase.stages;
  if (winner || stage === undefined) return after(told, compareCandidates(withRound(state, round)));
  const asked = { ...phase, stages, round: { ...round, stages: [...round.stages, stage] } };
  const from = (phase.round.stages.at(-1) ?? []).join('+');
  const escalated = logOf(facts).escalated(attemptOf(facts), from, stage.join('+'));
  const quick = isQuickSearch(facts, stage);
  const effect = { type: 'propose' as const, evidence: phase.evidence, proposers: stage, quick };
  return next({ facts, phase: asked }, effect, [...told, escalated]);
}

/** A verdict without its texts, which are in its report, unless it may win when others are refuted. The round has its winner's whole. */
function inFewWords(
  one: RoundCandidate,
  current: Verification,
  winner: RepairRound['winner'],
): RoundCandidate {
  const { verification, candidate } = one;
  const mayWin = chooseWinner([one], current) && candidate.tree !== winner?.candidate.tree;
  if (!verification || mayWin) return one;
  const texts = { failures: [], stdout: '', stderr: '', outputs: undefined, notes: undefined };
  return { ...one, verification: { ...verification, ...texts } };
}

/**
 * Candidates of a model that pass everything are compared with all others that do, where no sign speaks against them. Those that fail
 * trusted generated tests are out, as long as one passes them.
 */
function compareCandidates(state: Open): Next {
  const { facts, phase } = state;
  const { candidates: all } = phase.round;
  const plain = all.filter(({ candidate: { signs = [] } }) => signs.length === 0);
  const passing = (trusted: boolean): RoundCandidate[] =>
    plain.filter(({ verification }) => verification !== undefined && isSettled(verification, trusted));
  const settled = passing(isTrusted(facts));
  const green = settled.length > 0 ? settled : passing(false);
  const isOpen = green.some(({ candidate, verification }) => isToBeCompared(candidate, verification));
  if (green.length < 2 || !isOpen) return checkWinner(state);
  const candidates = green.map(({ candidate: { tree, diff } }) => ({ tree, size: diff.size }));
  const { tree: base, report } = facts.verification;
  return next(state, { type: 'compare-candidates', base, report, candidates, round: facts.rounds + 1 });
}

/** The round with what is known of its candidates by their behaviour: the likeliest of them wins. */
function onCandidatesCompared(
  state: Open,
  standings: Extract<HealEvent, { type: 'candidates-compared' }>['standings'],
): Next {
  const { facts, phase } = state;
  const compared = new Map(standings.map(({ tree, standing }, place) => [tree, { standing, place }]));
  const placeOf = ({ candidate }: RoundCandidate): number =>
    compared.get(candidate.tree)?.place ?? standings.length;
  const candidates = phase.round.candidates
    .map((one) => {
      const standing = withDoubt(compared.get(one.candidate.tree)?.standing, one.candidate.standing);
      return standing ? { ...one, candidate: { ...one.candidate, standing } } : one;
    })
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  const { winner: before } = phase.round;
  const chosen =
    standings.length > 0 ? chooseWinner(candidates, facts.verification, isTrusted(facts)) : undefined;
  // Of the others the round has a verdict without its texts.
  const isSame = chosen !== undefined && chosen.candidate.tree === before?.candidate.tree;
  const winner = isSame && before ? { ...before, candidate: chosen.candidate } : (chosen ?? before);
  return checkWinner(withRound(state, { ...phase.round, candidates, winner }));
}

/** Doubts of a search about what it had no time for: that others agree does not end them. */
const OF_EXTENT: ReadonlySet<Reason['code']> = new Set(['untried', 'few-tried', 'unverified-edits']);

/** Standing of a candidate by a comparison, with the doubt that its search had. */
function withDoubt(compared: Standing | undefined, before: Standing | undefined): Standing | undefined {
  const isDoubted =
    compared?.confidence === 'high' && before !== undefined && OF_EXTENT.has(before.reason.code);
  return isDoubted ? { ...compared, confidence: before.confidence, reason: before.reason } : compared;
}

/** The commands that the winner's own suggestion names are run; the mutation proposer names only what was run already. */
function checkWinner(state: Open): Next {
  const { facts, phase } = state;
  const { winner } = phase.round;
  if (!winner) return done(state);
  const { candidate, verification } = winner;
  const { verificationCommands } = candidate.suggestion;
  if (candidate.proposer === 'mutation')
    return done(state, answeredChecks(verificationCommands, verification, facts.input.language));
  const { commands, refused } = suggestedBy(facts, verificationCommands);
  if (commands.length === 0) return done(state, refused.length === 0 ? undefined : refused);
  const { tree, report } = verification;
  return next(state, { type: 'suggested-checks', round: facts.rounds + 1, tree, report, commands });
}

/** The round with what its winner's own commands said: they decide nothing. */
function onSuggestionsChecked(state: Open, suggested: readonly SuggestedCheck[]): Next {
  const { facts, phase } = state;
  const named = phase.round.winner?.candidate.suggestion.verificationCommands ?? [];
  return done(state, [...suggested, ...suggestedBy(facts, named).refused]);
}

/** The commands of a suggestion that are run, and those that the policy has something against. */
function suggestedBy({ input }: Failed, named: readonly string[]): ReturnType<typeof checksByPolicy> {
  return checksByPolicy(commandsToRun(named), healPolicy(input), input);
}

/** The round has found what it can: its winner is confirmed. */
function done({ facts, phase }: Open, suggested?: readonly SuggestedCheck[]): Next {
  const round = suggested ? { ...phase.round, suggested } : phase.round;
  const told = (suggested ?? []).map((check) => tellOf(facts).suggested(check));
  return follow({ phase: 'confirming', what: 'round', facts, round }, told);
}
