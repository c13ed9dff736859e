import type { PathConflict } from '../files/workspace';
import { isGreen } from '../heal/choose';
import { withEdit } from '../run/persons-edit';
import type { Language } from '../run/input';
import type { Answered } from '../run/questions';
import type { Handled } from './handling';
import type { Proposed } from './mode-state';
import { withChange } from './rewinding';
import { move, rest, type Next } from './moves';
import type { SessionEvent, SessionState, Answered as TalkAnswer } from './state';
import { STATE_WORDS } from './state-words';
import { sessionEvents } from './tell';
import { beginTalk, isTalking, withAnswer } from './talk';
import { REJECTED } from './transitions/index';
import { testCounts, testText } from './tests-asked';
import { closeTurn, withHandled } from './turns';
import { askAgain, finish, onlyAnswers, work } from './working';

/** The tools of a mode have done their work: where a model is to finish it, that begins. */
export function onHandled(state: SessionState, handled: Handled): Next {
  const { material } = handled;
  return material !== undefined && state.hasModel
    ? beginTalk(state, { ...handled, material })
    : settle(state, handled);
}

/** A model has answered. */
export function onTalkEnded(state: SessionState, answered: TalkAnswer): Next {
  if (!isTalking(state)) return rest(state, [], '');
  return settle(state, withAnswer(state.turn.talk, answered));
}

/** The work of a mode is done: what it wants to change is put to people where the level says so. */
export function settle(before: SessionState, handled: Handled): Next {
  const given = { ...before, turn: before.turn && { ...before.turn, talk: undefined } };
  const mode = given.modes.mode;
  const state = withHandled(given, mode, handled);
  const told = sessionEvents(state.language).told(handled.answer, { mode, status: handled.status });
  const act = onlyAnswers(state) ? undefined : actOf(handled);
  if (!act) return finish(state, [told]);
  const moved = move(state, { type: 'propose', ...act });
  return work({ ...moved, events: [told, ...moved.events] });
}

function actOf({
  status,
  change,
  proposal,
  commit,
}: Handled): { act: 'change' | 'proposal'; proposed: Proposed } | undefined {
  if (status === 'failed') return undefined;
  // The files of a commit are changed already: nothing more is pending by it.
  if (commit) return { act: 'change', proposed: { hash: commit.tree, changes: [] } };
  if (change && change.fileCount > 0)
    return { act: 'change', proposed: { hash: change.hash, changes: change.files } };
  return proposal && { act: 'proposal', proposed: { hash: proposal.hash, changes: [] } };
}

/** The user's word on the work of a mode, on a change, or on a proposal. */
export function onAnswered(state: SessionState, answer: Answered): Next {
  const { turn } = state;
  if (!turn) return rest(state, [], '');
  if (answer.status !== 'granted') return rejected(state, reasonOf(answer, state.language), 'answer');
  const change = turn.handled?.change;
  if (answer.edits.length === 0 || !change) return approved(state);
  const edited = withEdit(turn.edited, answer) ?? [];
  const label = `turn-${turn.number}/${turn.handlers}-edit-${edited.length}`;
  const { base, tree } = change;
  const { mode, context } = state.modes;
  const detect = { level: context.approvalLevel, mode };
  return {
    state: { ...state, turn: { ...turn, edited } },
    effect: { type: 'edit', label, base, tree, edits: answer.edits, detect },
    events: [],
  };
}

/** The change as the user edited it is what is published. Where it is worse than what it replaces, the user is asked once more. */
export function onEdited(
  given: SessionState,
  { change, verification }: Extract<SessionEvent, { type: 'edited' }>,
): Next {
  const { turn, modes } = given;
  if (!turn?.handled) return rest(given, [], '');
  const proposed = { hash: change.hash, changes: change.files };
  const question = modes.question && { ...modes.question, proposed };
  const tests = testCounts(verification);
  const context = { ...modes.context, lastTestResults: tests };
  const isGood = turn.handled.tests?.allPassed
    ? isGreen(verification)
    : (verification.comparison?.broken ?? 0) === 0;
  const words = sessionEvents(given.language);
  const told = words.edited(turn.edited ?? [], testText(verification, given.language));
  const warnings = isGood
    ? undefined
    : [words.editBreaks(verification.failed, testText(verification, given.language))];
  const state: SessionState = {
    ...given,
    modes: { ...modes, question, context },
    turn: {
      ...turn,
      answer: [turn.answer, told.text].filter(Boolean).join('\n\n'),
      tests,
      handled: { ...turn.handled, change, ...(warnings && { warnings }) },
    },
  };
  const next = warnings ? askAgain(state) : approved(state);
  return { ...next, events: [told, ...next.events] };
}

function approved(state: SessionState): Next {
  const turn = state.turn && { ...state.turn, isApproved: true as const };
  return work(move({ ...state, ...(turn && { turn }) }, { type: 'answer', approved: true }));
}

function reasonOf(answer: Exclude<Answered, { status: 'granted' }>, language: Language): string {
  switch (answer.status) {
    case 'expired':
      return STATE_WORDS[language].noAnswer;
    case 'told':
      return answer.text;
    default:
      return answer.reason;
  }
}

/** The policy does not allow the change, or people did not where it asked them. */
export function onDenied(state: SessionState, reason: string): Next {
  return rejected(state, reason, 'finish');
}

/** A "no": the session looks at the code anew, and the next proposal is told why. */
function rejected(given: SessionState, reason: string, by: 'answer' | 'finish'): Next {
  const event =
    by === 'answer' ? { type: by, approved: false, reason } : { type: by, trigger: REJECTED, reason };
  const { state, events } = move(given, event);
  const told = sessionEvents(state.language).rejected(reason);
  return rest(closeTurn(state, 'rejected'), [...events, told], '');
}

export function onPublished(
  given: SessionState,
  { files, paths, change }: Extract<SessionEvent, { type: 'published' }>,
): Next {
  const turn = given.turn && { ...given.turn, published: [...given.turn.published, ...paths] };
  const told = sessionEvents(given.language).published(paths.length);
  return finish({ ...given, files, changes: withChange(given.changes, change), ...(turn && { turn }) }, [
    told,
  ]);
}

/** The directory changed where the change would: it is left as it is, and the change can be asked for again. */
export function onPublishConflict(given: SessionState, conflicts: readonly PathConflict[]): Next {
  const told = sessionEvents(given.language).conflict(conflicts.map(({ path }) => path));
  const { state, events } = move(given, { type: 'finish' });
  return rest(closeTurn(state, 'conflict', told.text), [told, ...events], '');
}
