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

/** Changes of the session since a mark, the newest first. */
export function changesSince({ marks, changes }: SessionState, mark: number): readonly SessionChange[] {
  const since = marks.filter((one) => one.mark > mark).flatMap((one) => one.changes);
  return [...since, ...changes].reverse();
}

/** The changes with one more; nothing where the directory was so already. */
export function withChange(
  changes: readonly SessionChange[],
  change: SessionChange,
): readonly SessionChange[] {
  return change.before === change.after ? changes : [...changes, change];
}
