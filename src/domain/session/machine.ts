import type { BlobHash } from '../ids';
import type { KitEvent, Machine, KitEffect, RunView } from '../run/machine';
import type { MessageKind } from '../run/inbox';
import { addUsage, NO_USAGE, type Usage } from '../run/budget';
import { newContext } from './context';
import { SessionInput } from './input';
import {
  CloseMessage,
  LevelMessage,
  SESSION_MESSAGES,
  Submission,
  TriggerMessage,
  SESSION_QUERIES,
} from './messages';
import { decideMode } from './mode-machine';
import { newModeState } from './mode-state';
import { endWith, fail, receive, rest, type Next, move } from './moves';
import { onLoaded, onRewound, onRewindBlocked, onRewindPublished, withMark } from './rewinding';
import {
  resultOf,
  type SessionResult,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
} from './state';
import {
  onAnswered,
  onDenied,
  onEdited,
  onHandled,
  onPublished,
  onPublishConflict,
  onTalkEnded,
  settle,
} from './handled';
import {
  onClassified,
  onIntended,
  onModeAnswered,
  onSubmitted,
  onTriggered,
  onUnclear,
  route,
} from './submitting';
import { isTalking, onTalk, type TalkEvent } from './talk';
import { STATE_WORDS } from './state-words';
import { sessionEvents } from './tell';
import { closeTurn } from './turns';
import { finish } from './working';
import { MODES } from './modes';

/** Talks with people about one project: each message moves a machine of modes, whose handlers work on the project. */
export const sessionMachine: Machine<SessionInput, SessionState, SessionEffect, SessionEvent, SessionResult> =
  {
    kind: 'session',
    input: SessionInput,
    start: (input, { id }) => ({ state: firstState(input, id), effect: captured('first'), events: [] }),
    decide,
    messages: messageKinds(),
    queries: SESSION_QUERIES,
    view: viewOf,
    result: resultOf,
  };

function firstState(input: SessionInput, id: string): SessionState {
  const { directory, language, idleMs, approval, autoTest, autoCommit } = input;
  const context = { ...newContext(), approvalLevel: approval.level, autoTest, autoCommit };
  return {
    ...{ id, directory, language, idleMs },
    hasModel: false,
    modes: newModeState(context),
    turns: [],
    turnCount: 0,
    changes: [],
    marks: [],
    usage: NO_USAGE,
    spent: NO_USAGE,
  };
}

function messageKinds(): readonly MessageKind<SessionState>[] {
  const failure = 'MessageRefused';
  return [
    { name: SESSION_MESSAGES.submit, schema: Submission, what: 'The task', failure },
    { name: SESSION_MESSAGES.trigger, schema: TriggerMessage, what: 'The trigger', failure },
    { name: SESSION_MESSAGES.close, schema: CloseMessage, what: 'The end', failure },
    {
      name: SESSION_MESSAGES.level,
      schema: LevelMessage,
      what: 'The approval level',
      failure,
      note: (state, message) => {
        const { level } = LevelMessage.parse(message);
        const { state: modes } = decideMode(state.modes, { type: 'set-level', level });
        return { state: { ...state, modes }, events: [sessionEvents(state.language).level(level)] };
      },
    },
  ];
}

function decide(given: SessionState, event: SessionEvent | KitEvent): Next {
  switch (event.type) {
    case 'received':
      return onReceived(given, event);
    case 'captured':
      return onCaptured(given, event);
    case 'classified':
      return onClassified(given, event.reading);
    case 'intended':
      return onIntended(event.usage ? paid(given, event.usage) : given, event.intent);
    case 'handled': {
      const { usage } = event.handled;
      return onHandled(usage ? paid(given, usage) : given, event.handled);
    }
    case 'talk-begun':
    case 'thought':
    case 'called':
    case 'unanswered':
      return talk(given, event);
    case 'talk-ended':
      return onTalkEnded(paidTalk(given), event.answered);
    case 'answered':
      if (isTalking(given)) return talk(given, event);
      return given.turn?.isUnclear ? onModeAnswered(given, event.answer) : onAnswered(given, event.answer);
    case 'denied':
      if (isTalking(given)) return talk(given, event);
      return given.turn?.isUnclear ? onUnclear(given) : onDenied(given, event.reason);
    case 'published':
      return given.rewind ? onRewindPublished(given, event) : onPublished(given, event);
    case 'publish-conflict':
      return given.rewind
        ? onRewindBlocked(given, event.conflicts)
        : onPublishConflict(given, event.conflicts);
    case 'committed':
      return onCommitted(given, event);
    case 'not-committed':
      return onNotCommitted(given, event.reason);
    case 'edited':
      return onEdited(given, event);
    case 'saved':
      return onSaved(given, event.saved);
    case 'loaded':
      return onLoaded(given, event.record);
    case 'rolled-back':
      return onRewound(given, event);
    case 'broken':
      return fail(given, event.reason);
    case 'idle':
      return endWith(given, { status: 'idle', why: STATE_WORDS[given.language].idle });
    case 'out-of-time':
      return endWith(given, { status: 'idle', why: STATE_WORDS[given.language].over });
  }
}

/** The session knows the directory, and its model: one that came since serves this turn, one that went is told. */
function onCaptured(
  given: SessionState,
  { files, hasModel }: Extract<SessionEvent, { type: 'captured' }>,
): Next {
  const state = { ...given, files, hasModel };
  if (!given.turn) return rest(state, [], '');
  const told = given.hasModel === hasModel ? [] : [sessionEvents(given.language).model(hasModel)];
  const next = route(state);
  return { ...next, events: [...told, ...next.events] };
}

function talk(state: SessionState, event: TalkEvent): Next {
  // An answer that comes after the turn was given up is heard by nobody.
  if (!isTalking(state)) return receive(state, []);
  return onTalk(state, event, (ended, handled) => settle(paidTalk(ended), handled));
}

/** The session with the usage of its turn's loop. */
function paidTalk(state: SessionState): SessionState {
  return isTalking(state) ? paid(state, state.turn.talk.usage) : state;
}

function paid(state: SessionState, usage: Usage): SessionState {
  return { ...state, usage: addUsage(state.usage, usage), spent: addUsage(state.spent, usage) };
}

function captured(label: string): SessionEffect {
  return { type: 'capture', label };
}

function onReceived(
  state: SessionState,
  { name, number, message }: Extract<SessionEvent, { type: 'received' }>,
): Next {
  if (name === SESSION_MESSAGES.close)
    return endWith(state, { status: 'closed', why: STATE_WORDS[state.language].closed });
  return name === SESSION_MESSAGES.trigger
    ? onTriggered(state, number, TriggerMessage.parse(message))
    : onSubmitted(state, number, Submission.parse(message));
}

/** The checkpoint is there: the session waits for the next message. */
function onSaved(state: SessionState, saved: BlobHash): Next {
  const { files } = state;
  if (!files) return receive(state, []);
  const marked = withMark(state, { files, saved });
  const mark = marked.marks.at(-1)?.mark ?? 0;
  const reason = state.turns.at(-1)?.text ?? STATE_WORDS[state.language].before;
  return { ...receive(marked, []), checkpoints: [{ snapshot: files, reason, mark }] };
}

/** The repository has the commit: its changes are pending no more. */
function onCommitted(
  given: SessionState,
  { commit, notes }: Extract<SessionEvent, { type: 'committed' }>,
): Next {
  const plan = given.turn?.handled?.commit;
  if (!given.turn || !plan) return rest(given, [], '');
  const { modes } = given;
  const pendingChanges = modes.context.pendingChanges.filter(({ path }) => !plan.paths.includes(path));
  const context = { ...modes.context, pendingChanges, stagedFiles: plan.files.map(({ path }) => path) };
  const told = sessionEvents(given.language).committed(commit.slice(0, 12), plan.branch);
  const answer = [given.turn.answer, told.text, ...notes].filter(Boolean).join('\n\n');
  return finish({ ...given, modes: { ...modes, context }, turn: { ...given.turn, answer } }, [told]);
}

/** The repository is as it was: it moved meanwhile, or git said no. */
function onNotCommitted(given: SessionState, reason: string): Next {
  const told = sessionEvents(given.language).failed(reason);
  const { state, events } = move(given, { type: 'finish' });
  return rest(closeTurn(state, 'conflict', told.text), [told, ...events], '');
}

/** Status of the session while an effect is under way. */
function viewOf(state: SessionState, effect: SessionEffect | KitEffect): RunView {
  const { modes, files, marks, turn, turnCount, spent, ending, changes } = state;
  const handled = turn?.handled;
  return {
    ...shown(state, effect),
    mode: modes.mode,
    approvalLevel: modes.context.approvalLevel,
    turns: turnCount,
    baseTree: marks[0]?.files.tree,
    tree: files?.tree,
    diff: handled?.change,
    usage: spent,
    outcome: ending?.status,
    findings: {
      message: ending && endingText(state, ending.why),
      tests: turn?.tests && STATE_WORDS[state.language].tests(turn.tests.passed, turn.tests.failed, 0),
      undoable: changes.length > 0 || marks.some((mark) => mark.changes.length > 0),
    },
  };
}

/** `it was closed, after 2 turns; changed: src/sum.ts` */
function endingText({ turns, turnCount, language }: SessionState, why: string): string {
  const kept = turns.filter(({ status }) => status !== 'rewound');
  const changed = [...new Set(kept.flatMap(({ published }) => published))];
  return STATE_WORDS[language].ended(why, turnCount, changed.join(', '));
}

function shown(
  { language, modes, turn }: SessionState,
  effect: SessionEffect | KitEffect,
): Pick<RunView, 'phase' | 'detail'> {
  switch (effect.type) {
    case 'receive':
      return { phase: 'resting', detail: MODES.idle.line[language] };
    case 'capture':
    case 'classify':
    case 'intent':
      return { phase: 'looking', detail: turn?.text ?? '' };
    case 'handle':
      return { phase: 'working', detail: `${effect.mode}: ${MODES[effect.mode].line[language]}` };
    case 'begin-talk':
    case 'think':
    case 'call-tools':
    case 'end-talk':
      return { phase: 'working', detail: `${modes.mode}: ${turn?.text ?? ''}` };
    case 'edit':
    case 'commit':
    case 'publish':
    case 'rewind':
      return { phase: 'publishing', detail: modes.mode };
    case 'save':
    case 'load':
      return { phase: 'keeping', detail: '' };
    case 'ask':
      return { phase: 'asking', detail: effect.question.summary };
    case 'finish':
      return { phase: 'done', detail: '' };
  }
}
