import { z } from 'zod';
import { BlobHash } from '../ids';
import type { Surplus } from '../run/machine';
import { utf8Bytes, excerpt } from '../text';
import { isRepair, repairsTried } from './facts';
import { RoundChoice } from './choice-record';
import { triedInWords, RepairAttempt, TriedCandidate } from './proposal';
import { CodeHistoryEntry } from './result';
import type { HealFacts, HealState, RunRecord } from './state';
import { shorten } from './bounded-result';

/** Record of rounds in the store, whole; it names the record before it. */
export const PastRounds = z.object({
  version: z.literal(1),
  previous: BlobHash.optional(),
  /** Rounds done when it was written. */
  rounds: z.number().int(),
  tried: z.array(TriedCandidate),
  repairHistory: z.array(RepairAttempt),
  choices: z.array(RoundChoice),
  codeHistory: z.array(CodeHistoryEntry),
  errorLogs: z.array(z.string()),
});
export type PastRounds = z.infer<typeof PastRounds>;

/** Most rounds in the state, and most bytes of those that are in it whole. */
export const ROUNDS_AT_HAND = 10;
export const WHOLE_ROUNDS_BYTES = 16 * 1024;
const TRIED_AT_HAND = 20;
const MESSAGES_AT_HAND = 10;

/** Rounds to move to the store, once they are many or large; undefined before. */
export function pastRounds(state: HealState): Surplus<HealState> | undefined {
  const { rounds, record } = state.facts;
  const fresh = freshOf(record);
  const isFull =
    fresh.repairHistory.length > ROUNDS_AT_HAND ||
    fresh.tried.length > TRIED_AT_HAND ||
    fresh.codeHistory.length > ROUNDS_AT_HAND ||
    utf8Bytes(JSON.stringify(fresh)) > WHOLE_ROUNDS_BYTES;
  if (!isFull) return undefined;
  const stored: PastRounds = { version: 1, previous: record.past?.stored, rounds, ...fresh };
  return {
    label: `past/${rounds}-${record.tried.length}-${record.codeHistory.length}`,
    record: stored,
    without: (hash) => ({ ...state, facts: withoutPast(state.facts, hash) }) as HealState,
  };
}

function freshOf(record: RunRecord): Omit<PastRounds, 'version' | 'previous' | 'rounds'> {
  const { past } = record;
  const done = past?.attempts ?? 0;
  return {
    tried: record.tried.slice(past?.tried ?? 0),
    repairHistory: record.repairHistory.filter(({ attemptNumber }) => attemptNumber > done),
    choices: record.choices.filter(({ round }) => round > done),
    codeHistory: record.codeHistory.slice(past?.codeHistory ?? 0),
    errorLogs: record.errorLogs.slice(past?.errorLogs ?? 0),
  };
}

/** Facts with the newest rounds only, shortened: the store has all of them whole. */
function withoutPast(facts: HealFacts, stored: BlobHash): HealFacts {
  const { record } = facts;
  const { codeHistory, repairs } = codeAtHand(facts);
  const attempts = record.repairHistory.slice(-ROUNDS_AT_HAND);
  // People read the newest first, so it stays whole.
  const [older, newest] = [attempts.slice(0, -1), attempts.slice(-1)];
  const tried = triedInWords(record.tried.slice(-TRIED_AT_HAND));
  const errorLogs = record.errorLogs.slice(-ROUNDS_AT_HAND);
  const [first, ...messages] = record.messages;
  return {
    ...facts,
    repairs: repairs.map(leanRepair),
    record: {
      tried,
      repairHistory: [...older.map(leanAttempt), ...newest],
      choices: record.choices.slice(-ROUNDS_AT_HAND).map(leanChoice),
      codeHistory,
      errorLogs,
      messages: first ? [first, ...messages.slice(1 - MESSAGES_AT_HAND)] : [],
      past: {
        stored,
        rounds: facts.rounds,
        attempts: repairsTried(facts),
        tried: tried.length,
        codeHistory: codeHistory.length,
        errorLogs: errorLogs.length,
      },
    },
  };
}

/** The newest entries of the code history, the request's own, and the repairs that belong to them. */
function codeAtHand({ record: { codeHistory }, repairs, carriedOut }: HealFacts) {
  const cut = Math.max(0, codeHistory.length - ROUNDS_AT_HAND);
  const gone = codeHistory.slice(0, cut);
  const origin = gone.filter(({ attempt, tree }) => attempt === 0 && tree === carriedOut?.tree);
  return {
    codeHistory: [...origin.slice(-1), ...codeHistory.slice(cut)],
    repairs: repairs.slice(gone.filter(isRepair).length),
  };
}

const LEAN_CHARS = 150;
const FEW = { chars: LEAN_CHARS, items: 3 };

export function leanAttempt(attempt: RepairAttempt): RepairAttempt {
  const { errorContext, debuggerResponse } = attempt;
  const lean: RepairAttempt = {
    ...attempt,
    errorContext: {
      ...errorContext,
      errorStack: undefined,
      failedOutput: undefined,
      projectStructure: undefined,
    },
    debuggerResponse: debuggerResponse && {
      ...debuggerResponse,
      fileModifications: debuggerResponse.fileModifications.map(({ path, action }) => ({ path, action })),
    },
  };
  return shorten(lean, '', FEW) as RepairAttempt;
}

export function leanChoice(choice: RoundChoice): RoundChoice {
  return { ...choice, considered: [], rejected: [], notes: [], reason: excerpt(choice.reason, LEAN_CHARS) };
}

export function leanRepair<T extends object>(repair: T): T {
  return shorten(repair, '', { chars: LEAN_CHARS, items: 5 }) as T;
}
