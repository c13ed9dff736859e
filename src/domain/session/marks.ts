import { MOST_CHECKPOINTS } from '../run/checkpoints';
import type { SessionChange, SessionMark, SessionState } from './state';

/** The session with another checkpoint: the first and the newest ones stay at hand, as the run's own do. */
export function withMark(
  state: SessionState,
  { files, saved }: Omit<SessionMark, 'mark' | 'changes'>,
): SessionState {
  const mark = (state.marks.at(-1)?.mark ?? -1) + 1;
  const made: SessionMark = { mark, files, saved, changes: state.changes };
  const [first, ...others] = [...state.marks, made];
  if (!first) return state;
  return { ...state, changes: [], head: saved, marks: [first, ...others.slice(1 - MOST_CHECKPOINTS)] };
}

/**
 * Changes of the session since a mark, the newest first. Changes that follow on each other are one, and those that
 * undo each other none: taking back a long session costs no more than taking back one change.
 */
export function changesSince({ marks, changes }: SessionState, mark: number): readonly SessionChange[] {
  const since = marks.filter((one) => one.mark > mark).flatMap((one) => one.changes);
  const joined: SessionChange[] = [];
  for (const { before, after } of [...since, ...changes]) {
    const last = joined.at(-1);
    if (last?.after === before) joined.splice(-1, 1, { before: last.before, after });
    else joined.push({ before, after });
  }
  return joined.filter(({ before, after }) => before !== after).reverse();
}

/** The changes with one more; nothing where the directory was so already. */
export function withChange(
  changes: readonly SessionChange[],
  change: SessionChange,
): readonly SessionChange[] {
  return change.before === change.after ? changes : [...changes, change];
}
