import { z } from 'zod';
import { BlobHash } from '../ids';
import type { Surplus } from '../run/machine';
import { utf8Bytes } from '../text';
import { repairsTried } from './attempts';
import { RoundChoice } from './choice';
import { triedInWords } from './evidence';
import { leanAttempt, leanChoice, leanRepair } from './lean-round';
import { RepairAttempt, TriedCandidate } from './proposal';
import { CodeHistoryEntry } from './result';
import { isRepair } from './roll-back';
import type { HealState } from './state';

/** Rounds that the store holds whole: each record names the one before. */
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

/** Rounds that a run has at hand, and bytes of those that are at hand whole. */
export const ROUNDS_AT_HAND = 10;
export const WHOLE_ROUNDS_BYTES = 16 * 1024;
const TRIED_AT_HAND = 20;
const MESSAGES_AT_HAND = 10;

/** Rounds that are not in the store yet, once they are many or large; undefined before. */
export function pastRounds(state: HealState): Surplus<HealState> | undefined {
  const fresh = freshOf(state);
  const isFull =
    fresh.repairHistory.length > ROUNDS_AT_HAND ||
    fresh.tried.length > TRIED_AT_HAND ||
    fresh.codeHistory.length > ROUNDS_AT_HAND ||
    utf8Bytes(JSON.stringify(fresh)) > WHOLE_ROUNDS_BYTES;
  if (!isFull) return undefined;
  const { past, rounds } = state;
  const record: PastRounds = { version: 1, previous: past?.stored, rounds, ...fresh };
  return {
    label: `past/${rounds}-${state.tried.length}-${state.codeHistory.length}`,
    record,
    without: (stored) => withoutPast(state, stored),
  };
}

type Lists = Pick<HealState, 'tried' | 'repairHistory' | 'choices' | 'codeHistory' | 'errorLogs'>;

function freshOf(state: HealState): Omit<PastRounds, 'version' | 'previous' | 'rounds'> {
  const { past } = state;
  const done = past?.attempts ?? 0;
  return {
    tried: state.tried.slice(past?.tried ?? 0),
    repairHistory: state.repairHistory.filter(({ attemptNumber }) => attemptNumber > done),
    choices: state.choices.filter(({ round }) => round > done),
    codeHistory: state.codeHistory.slice(past?.codeHistory ?? 0),
    errorLogs: state.errorLogs.slice(past?.errorLogs ?? 0),
  };
}

/** The state with its newest rounds, in few words: the store has them whole. */
function withoutPast(state: HealState, stored: BlobHash): HealState {
  const { codeHistory, repairs } = codeAtHand(state);
  const attempts = state.repairHistory.slice(-ROUNDS_AT_HAND);
  // People read the newest first, so it stays whole.
  const [older, newest] = [attempts.slice(0, -1), attempts.slice(-1)];
  const lists: Lists = {
    tried: triedInWords(state.tried.slice(-TRIED_AT_HAND)),
    repairHistory: [...older.map(leanAttempt), ...newest],
    choices: state.choices.slice(-ROUNDS_AT_HAND).map(leanChoice),
    codeHistory,
    errorLogs: state.errorLogs.slice(-ROUNDS_AT_HAND),
  };
  const [first, ...messages] = state.messages;
  return {
    ...state,
    ...lists,
    repairs: repairs.map(leanRepair),
    messages: first ? [first, ...messages.slice(1 - MESSAGES_AT_HAND)] : [],
    past: {
      stored,
      rounds: state.rounds,
      attempts: repairsTried(state),
      tried: lists.tried.length,
      codeHistory: codeHistory.length,
      errorLogs: lists.errorLogs.length,
    },
  };
}

/** The newest states of the code, after the one that the request led to, with the repairs among them. */
function codeAtHand({
  codeHistory,
  repairs,
  requestTree,
}: HealState): Pick<HealState, 'codeHistory' | 'repairs'> {
  const cut = Math.max(0, codeHistory.length - ROUNDS_AT_HAND);
  const gone = codeHistory.slice(0, cut);
  const origin = gone.filter(({ attempt, tree }) => attempt === 0 && tree === requestTree);
  const repaired = gone.filter(isRepair);
  return {
    codeHistory: [...origin.slice(-1), ...codeHistory.slice(cut)],
    repairs: repairs.slice(repaired.length),
  };
}
