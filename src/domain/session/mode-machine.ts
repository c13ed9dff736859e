import { addChange, addRejection, recordMode, type SessionTask, type ModeContext } from './context';
import {
  MOST_TRANSITIONS,
  type ModeDecision,
  type ModeEvent,
  type ModeState,
  type Proposed,
  type MadeTransition,
} from './mode-state';
import type { Refusal } from './state-words';
import { actsOf, asksBefore, type ModeAct, type AgentMode } from './modes';
import {
  bestTransition,
  indexOf,
  legalTriggers,
  REJECTED,
  TRANSITIONS,
  type TransitionIndex,
} from './transitions';

/** Work on the context that modes share, done when a mode is entered or left. */
type ModeHook = (context: ModeContext, by: MadeTransition) => ModeContext;

interface ModeHooks {
  readonly enter?: ModeHook;
  readonly exit?: ModeHook;
}

/** A new search looks at the project anew. After a "no" it goes on with the files that the refused work was about. */
const looksAnew: ModeHook = (context, { trigger }) =>
  trigger === REJECTED ? context : { ...context, currentFiles: [], currentSymbols: [] };

/** Code that is asked for out of the blue counts its own files alone: those of earlier tasks make no change large. */
const countsAnew: ModeHook = (context, { trigger }) =>
  trigger === 'code_intent' ? { ...context, currentFiles: [], currentSymbols: [] } : context;

/** Results of an earlier run say nothing about the coming one. */
const forgetsResults: ModeHook = (context) => ({
  ...context,
  lastTestResults: undefined,
  coverageData: undefined,
});

/** A commit is of all that is pending. */
const stagesPending: ModeHook = (context) => ({
  ...context,
  stagedFiles: [...new Set(context.pendingChanges.map(({ path }) => path))],
});

/** Files staged and not committed are staged no more; those committed stay named. */
const unstages: ModeHook = (context, { trigger }) =>
  trigger === 'committed' ? context : { ...context, stagedFiles: [] };

/** The error is found: what mends it is tested next, and an older trace would mislead a later search. */
const leavesError: ModeHook = (context, { trigger }) =>
  trigger === 'fix_applied' ? { ...context, lastError: undefined, errorStackTrace: undefined } : context;

/** Hooks by mode; the modes that are not named take the context as it is. */
const HOOKS: Readonly<Partial<Record<AgentMode, ModeHooks>>> = {
  context_navigation: { enter: looksAnew },
  implementation: { enter: countsAnew },
  debug: { exit: leavesError },
  test: { enter: forgetsResults },
  verification: { enter: forgetsResults },
  git_workflow: { enter: stagesPending, exit: unstages },
  impact_analysis: { enter: (context) => ({ ...context, impactNodes: [] }) },
  dependency_intelligence: { enter: (context) => ({ ...context, dependencyChain: [] }) },
};

/** The context after a mode is left: first of the three parts of a transition. */
export function leave(context: ModeContext, by: MadeTransition): ModeContext {
  return HOOKS[by.from]?.exit?.(context, by) ?? context;
}

/** The context after a mode is entered: last of the three parts of a transition. */
export function enter(context: ModeContext, by: MadeTransition): ModeContext {
  return HOOKS[by.to]?.enter?.(context, by) ?? context;
}

const INDEX = indexOf(TRANSITIONS);

/** Longest trigger that a line shows. */
const SHOWN_CHARS = 100;

/** Decision of the mode machine: one event, the next state, and the effects in their order. */
export function decideMode(state: ModeState, event: ModeEvent, index: TransitionIndex = INDEX): ModeDecision {
  if (event.type === 'set-level')
    return { state: { ...state, context: { ...state.context, approvalLevel: event.level } }, effects: [] };
  if (event.type === 'answer') return answered(state, event, index);
  const refusal = untimely(state, event);
  if (refusal) return refused(state, refusal);
  switch (event.type) {
    case 'submit':
      return submitted(state, event.task);
    case 'propose':
      return proposed(state, event.act, event.proposed);
    case 'finish':
      return event.trigger === undefined
        ? { state: { ...state, executing: false }, effects: [] }
        : moved({ ...state, executing: false }, event.trigger, event.reason, index, 'handler');
    case 'trigger':
      return moved(state, event.trigger, event.reason, index);
  }
}

/** Reason that an event can't be taken now; undefined where it can. */
function untimely({ question, executing }: ModeState, { type }: ModeEvent): Refusal | undefined {
  if (question) return { code: 'question-open' };
  const isOfHandler = type === 'propose' || type === 'finish';
  if (isOfHandler && !executing) return { code: 'no-handler' };
  return !isOfHandler && executing ? { code: 'handler-at-work' } : undefined;
}

function submitted(state: ModeState, task?: SessionTask): ModeDecision {
  const { mode, context } = state;
  if (!actsOf(mode).includes('execute'))
    return refused(state, { code: 'no-work', mode, triggers: legalTriggers(mode) });
  const begun = task ? { ...state, context: { ...context, currentTask: task } } : state;
  return asksBefore(mode, 'execute', context.approvalLevel)
    ? asked(begun, 'execute')
    : carriedOut(begun, 'execute');
}

function proposed(state: ModeState, act: 'change' | 'proposal', what: Proposed): ModeDecision {
  if (!actsOf(state.mode).includes(act)) return refused(state, { code: 'no-act', mode: state.mode, act });
  return asksBefore(state.mode, act, state.context.approvalLevel)
    ? asked(state, act, what)
    : carriedOut(state, act, what);
}

function asked(state: ModeState, act: ModeAct, what?: Proposed): ModeDecision {
  const question = { act, ...(what && { proposed: what }) };
  return { state: { ...state, question }, effects: [{ type: 'ask', mode: state.mode, question }] };
}

/** Carries out an act that needs no approval, or has it. */
function carriedOut(state: ModeState, act: ModeAct, what?: Proposed): ModeDecision {
  const { mode } = state;
  if (act === 'execute' || !what)
    return { state: { ...state, executing: true }, effects: [{ type: 'execute', mode }] };
  if (act === 'proposal') return { state, effects: [{ type: 'accept', mode, proposed: what }] };
  const context = what.changes.reduce(addChange, state.context);
  return { state: { ...state, context }, effects: [{ type: 'apply', mode, proposed: what }] };
}

function answered(
  state: ModeState,
  { approved, reason }: Extract<ModeEvent, { type: 'answer' }>,
  index: TransitionIndex,
): ModeDecision {
  const { question, ...rest } = state;
  if (!question) return refused(state, { code: 'no-question' });
  return approved
    ? carriedOut(rest, question.act, question.proposed)
    : moved({ ...rest, executing: false }, REJECTED, reason, index);
}

/** Moves by a trigger: exit, record, enter. A trigger that is not valid, or that people have to give, moves nothing. */
function moved(
  state: ModeState,
  trigger: string,
  reason: string | undefined,
  index: TransitionIndex,
  by: 'people' | 'handler' = 'people',
): ModeDecision {
  const { mode: from, context: known } = state;
  const transition = bestTransition(from, trigger, known, index, by);
  if (!transition)
    // What people alone may trigger is theirs to trigger: the mode stays.
    return bestTransition(from, trigger, known, index)
      ? { state, effects: [] }
      : invalid(state, trigger, index);
  const made = { from, to: transition.to, trigger };
  const left = leave(state.context, made);
  const told = trigger === REJECTED ? addRejection(left, { mode: from, reason: reason ?? '' }) : left;
  const context = enter(recordMode(told, made.to), made);
  return {
    state: {
      ...state,
      mode: made.to,
      context,
      transitions: [...state.transitions, made].slice(-MOST_TRANSITIONS),
    },
    effects: [
      { type: 'exit', mode: from },
      { type: 'record', transition: made },
      { type: 'log', level: 'info', line: `Mode transition: ${from} → ${made.to} (trigger: ${trigger})` },
      { type: 'enter', mode: made.to },
    ],
  };
}

function invalid(state: ModeState, trigger: string, index: TransitionIndex): ModeDecision {
  const { mode } = state;
  const given = shown(trigger);
  const triggers = legalTriggers(mode, state.context, index);
  return {
    state,
    effects: [
      { type: 'log', level: 'warning', line: `No valid transition from ${mode} with trigger '${given}'` },
      { type: 'refuse', refusal: { code: 'no-transition', mode, trigger: given, triggers } },
    ],
  };
}

function shown(trigger: string): string {
  return trigger.length > SHOWN_CHARS ? `${trigger.slice(0, SHOWN_CHARS)}…` : trigger;
}

function refused(state: ModeState, refusal: Refusal): ModeDecision {
  return { state, effects: [{ type: 'refuse', refusal }] };
}
