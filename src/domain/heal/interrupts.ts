/** Events that any phase may meet: a rollback, and before delivery the time limit or a refusal. */
import { said } from '../run/said';
import type { TreeHash } from '../ids';
import type { KitEvent } from '../run/machine';
import { addUsage } from '../run/budget';
import { excerpt, timeText } from '../text';
import type { HealEvent } from './effects';
import { END_WORDS } from './words/ends';
import { changedLately, errorContext } from './errors';
import { boughtBy, isSuccess, repairsTried, startTree, worksWithTools } from './facts';
import { withoutGenerated } from './generated-tests';
import type { CodeHistoryEntry } from './result';
import { afterRound } from './round-record';
import type { RepairRound } from './proposal';
import type { Failed, HealFacts, HealState, Measured } from './state';
import { finish, finishGreen, follow, keeping, next, verifyOf, type Next } from './transitions';

/** Effect or phase that follows such an event; undefined for an event of the phase itself. */
export function onInterrupt(state: HealState, event: HealEvent | KitEvent): Next | undefined {
  const { facts, phase } = state;
  if (event.type === 'rolled-back') return rollBack(state, event);
  if (phase.name === 'delivering') return undefined;
  switch (event.type) {
    case 'refused':
      return finish(facts, { status: 'failed', error: event.reason });
    case 'out-of-time':
      return giveUp(state);
    case 'denied': {
      // An agent is told, and goes on without what it may not do.
      if (phase.name === 'request' && phase.work) return undefined;
      const error = END_WORDS[facts.input.language].notAllowed(event.act.summary, event.reason);
      return finish(facts, { status: 'failed', error, because: 'denied' });
    }
    default:
      return undefined;
  }
}

type RolledBack = Extract<KitEvent, { type: 'rolled-back' }>;

/**
 * Back at its start, a run begins again after its baseline. From another tree an agent at work goes on; otherwise that tree
 * is verified.
 */
function rollBack(state: HealState, event: RolledBack): Next {
  const facts = rolledBack(state, event);
  return keeping(event.tree, event.reason, goOn(state, facts));
}

function goOn({ phase, facts: before }: HealState, facts: HealFacts): Next {
  const { baseline, tree } = facts;
  if (baseline === undefined) return next({ facts, phase: { name: 'baseline' } }, verifyOf(facts, tree));
  const measured: Measured = { ...facts, baseline };
  if (tree === startTree(before)) return follow({ phase: 'baseline', facts: measured });
  if (phase.name === 'request' && phase.work)
    return follow({ phase: 'request', facts: measured, resumes: phase.work });
  return follow({ phase: 'confirming', what: 'unverified', facts: measured });
}

/** Facts after a rollback: the rounds that were done and the candidates that were tried still count. */
function rolledBack(state: HealState, { tree, reason, undone }: Omit<RolledBack, 'type'>): HealFacts {
  const { facts } = state;
  const { record, tests, input } = facts;
  const atStart = tree === startTree(facts);
  const entry: CodeHistoryEntry = {
    attempt: repairsTried(facts),
    tree,
    fixReason: reason,
    rolledBack: undone === undefined ? 'to' : 'change',
    undone,
  };
  const inMiddle = isPart(facts, tree) ? END_WORDS[input.language].middle : facts.unfinished;
  return {
    ...facts,
    tree,
    analysis: undefined,
    error: undefined,
    confirmation: undefined,
    confidence: undefined,
    takenBack: undefined,
    unfinished: atStart ? undefined : inMiddle,
    usage: addUsage(facts.usage, boughtBy(state)),
    ...(atStart && { carriedOut: undefined, changedFiles: [] }),
    tests: atStart ? { files: [], asked: 0, note: tests.note } : tests,
    record: { ...record, codeHistory: [...record.codeHistory, entry] },
  };
}

/** True for a tree in the middle of an agent's work. The tree at its end may be the last checkpoint of it, and is whole. */
function isPart({ parts = [], carriedOut }: HealFacts, tree: TreeHash): boolean {
  return parts.includes(tree) && tree !== carriedOut?.tree;
}

const REASON_CHARS = 2_000;

/**
 * Facts for another try after people turned the change down: the tree is the start again, and the change counts as tried. Undefined
 * if the tries are used up, or if an agent did the work, whose conversation is over.
 */
export function turnedDown(
  state: HealState,
  { reason, by }: { reason: string; by?: string },
): Measured | undefined {
  const { input, rounds, rejections = [], baseline, record, tree } = state.facts;
  const carriesOut = input.request !== undefined;
  const used = carriesOut ? rejections.length + 1 : rounds;
  if (!baseline || used >= input.maxAttempts || (carriesOut && worksWithTools(state.facts))) return undefined;
  const why = excerpt(reason, REASON_CHARS);
  const words = END_WORDS[input.language];
  const outcome = words.turnedDown(by, why);
  const back = rolledBack(state, { tree: startTree(state.facts), reason: outcome });
  const tried = { tree, proposer: 'the run', summary: words.wholeChange, outcome };
  return {
    ...back,
    baseline,
    rejections: [...rejections, why],
    record: { ...back.record, tried: [...record.tried, tried] },
  };
}

/** The time limit: a change that is green already is a success, without generated tests that were not scored yet. */
function giveUp(state: HealState): Next {
  const facts = givenUp(state);
  const { verification: last, input, carriedOut, tree, rounds } = facts;
  const because = 'out-of-time' as const;
  const withoutTests = 'withoutTests' in state.phase ? state.phase.withoutTests : undefined;
  if (withoutTests) return finishGreen(facts, withoutGenerated(facts, withoutTests), because);
  const isDone = input.request === undefined || carriedOut !== undefined;
  if (last && isDone && last.tree === tree && isSuccess(facts, last))
    return finishGreen(facts, last, because);
  const status = rounds === 0 ? 'failed' : 'failed_after_repair';
  const error = END_WORDS[input.language].outOfTime(timeText(input.timeLimitMs ?? 0));
  return finish(facts, { status, error, because });
}

/** Facts with what the phase has reached: the winner of its round, the files of its agent, and what was paid. */
function givenUp(state: HealState): HealFacts {
  const { facts, phase } = state;
  if ('round' in phase && (phase.name === 'confirming' || phase.round.winner))
    return undecided(state.facts as Failed, phase.round);
  // A fork goes on with what an agent has made so far.
  const tree = phase.name === 'request' && phase.work ? phase.work.tree : facts.tree;
  return { ...facts, tree, usage: addUsage(facts.usage, boughtBy(state)) };
}

/** Facts with the winner of a round as the sandbox judges it: no time is left for the project's own runner. */
function undecided(facts: Failed, round: RepairRound): Failed {
  const reason = said`the time limit of the run was reached`;
  const context = errorContext(facts.verification, facts.analysis, changedLately(facts));
  return afterRound({ ...facts, confirmation: { status: 'unconfirmed', reason } }, round, context);
}
