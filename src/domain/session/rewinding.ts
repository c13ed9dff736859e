import type { PathConflict } from '../files/workspace';
import type { TreeHash } from '../ids';
import type { KitEvent } from '../run/machine';
import { receive, rest, type Next } from './moves';
import type { SavedState, SessionChange, SessionEvent, SessionState, SessionMark } from './state';
import { sessionEvents } from './tell';
import { closeTurn } from './turns';
import { MOST_CHECKPOINTS } from '../run/checkpoints';

type Published = Extract<SessionEvent, { type: 'published' }>;

/** The user goes back to a checkpoint, or takes one change back: what is under way is given up, and the files come first. */
export function onRewound(given: SessionState, event: Extract<KitEvent, { type: 'rolled-back' }>): Next {
  const target = given.marks.find(({ mark }) => mark === event.mark);
  const modes = { ...given.modes, executing: false, question: undefined };
  const state = closeTurn({ ...given, modes }, 'rewound');
  const undo = target ? changesSince(state, target.mark) : changeTo(state, event.undone);
  if ((!target && undo.length === 0) || !state.files) return receive(state, []);
  return {
    state: { ...state, rewind: { mark: target?.mark } },
    effect: {
      type: 'rewind',
      label: `rewind-${target?.mark ?? 'one'}`,
      undo,
      restored: target?.files,
      held: true,
    },
    events: [],
  };
}

/** The user asks in words to take the newest change back: that one alone, whatever was said since. */
export function undoNewest(given: SessionState): Next {
  const words = sessionEvents(given.language);
  const undo = [given.changes, ...given.marks.map(({ changes }) => changes).reverse()].find(
    (changes) => changes.length > 0,
  );
  if (!undo)
    return rest(closeTurn(given, 'lacking', words.nothingToUndo().text), [words.nothingToUndo()], '');
  return {
    state: { ...closeTurn(given, 'done'), rewind: {} },
    effect: { type: 'rewind', label: `undo-${given.turnCount}`, undo: [...undo].reverse(), held: true },
    events: [],
  };
}

function changeTo({ marks }: SessionState, tree: TreeHash | undefined): readonly SessionChange[] {
  const mark = marks.findLast(({ files }) => files.tree === tree);
  return tree === undefined ? [] : [...(mark?.changes ?? [])].reverse();
}

/** The files are as they were: conversation, mode and budget follow. */
export function onRewindPublished(given: SessionState, { files, paths, change }: Published): Next {
  const state = { ...given, files, changes: withChange(given.changes, change) };
  const target = state.marks.find(({ mark }) => mark === state.rewind?.mark);
  if (!target) {
    const told = sessionEvents(given.language).takenBack(paths);
    return rest({ ...state, rewind: undefined }, [told], '-taken-back');
  }
  return { state, effect: { type: 'load', label: `load-${target.mark}`, saved: target.saved }, events: [] };
}

/** Files of people would be lost: the session goes on as it was. */
export function onRewindBlocked(given: SessionState, conflicts: readonly PathConflict[]): Next {
  const told = sessionEvents(given.language).notRewound(conflicts.map(({ path }) => path));
  return { ...receive({ ...given, rewind: undefined }, [told]), refusal: told.text };
}

/** All is as it was at the checkpoint. The approval level is a setting of people, and stays; what was spent stays spent. */
export function onLoaded(given: SessionState, { modes, turns, usage }: SavedState): Next {
  const { rewind, ...present } = given;
  const { approvalLevel } = present.modes.context;
  const state: SessionState = {
    ...present,
    ...{ turns, usage },
    // The chain goes on from the state that was rewound to: what came after it is no part of the conversation.
    head: given.marks.find(({ mark }) => mark === rewind?.mark)?.saved,
    modes: { ...modes, context: { ...modes.context, approvalLevel } },
  };
  return rest(state, [sessionEvents(state.language).rewound(rewind?.mark ?? 0)], '-rewound');
}

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
