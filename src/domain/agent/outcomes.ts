/** Decisions on what became of calls. */
import type { NewEvent } from '../run/events';
import type { KitEffect, Transition } from '../run/machine';
import type { Answered } from '../run/questions';
import { addUsage } from '../run/usage';
import { withFacts } from './candidates';
import { LEAST_WAIT_MS, mayWait } from './loop';
import { advance, conclude, waitFor } from './moves';
import type { AgentEffect, AgentState, CallOutcome, Heard, PlannedCall } from './state';
import { agentEvents } from './tell';

type Next = Transition<AgentState, AgentEffect | KitEffect>;

/** After a group of calls, one outcome for each. */
export function afterCalls(state: AgentState, outcomes: readonly CallOutcome[]): Next {
  const words = agentEvents(state.language);
  const events: NewEvent[] = [];
  let next: AgentState = { ...state, flight: [] };
  const open: PlannedCall[] = [];
  let isEnd = false;
  for (const [place, call] of state.flight.entries()) {
    const outcome = outcomes[place];
    if (outcome?.status === 'limited') open.push(call);
    if (outcome?.status === 'done') {
      events.push(words.toolResult(call.tool, outcome.done, outcome.done.blob));
      next = withDone(next, call, outcome);
      isEnd ||= call.kind === 'end' && outcome.done.ok;
    } else if (outcome?.status === 'unanswered')
      events.push(words.toolResult(call.tool, { ok: false, excerpt: outcome.why }));
  }
  if (isEnd) return conclude(next, 'done', events);
  const lost = outcomes.find((one) => one.status === 'unanswered');
  if (lost && !state.ending) return conclude(next, lost.of, events, lost.why);
  const limited = outcomes.flatMap((one) => (one.status === 'limited' ? [one] : []));
  const [first] = limited;
  if (!first || state.ending) return advance(next, events);
  const waitMs = Math.max(LEAST_WAIT_MS, ...limited.map((one) => one.waitMs));
  const held = { ...next, flight: open };
  if (!mayWait(held.loop, held.limits, waitMs)) return conclude(held, 'limit', events, first.why);
  return waitFor(held, waitMs, first.why, events);
}

function withDone(
  state: AgentState,
  call: PlannedCall,
  { done }: Extract<CallOutcome, { status: 'done' }>,
): AgentState {
  const made = done.facts?.of === 'code' ? done.facts.code : undefined;
  return {
    ...state,
    usage: addUsage(state.usage, done.usage),
    candidates: withFacts(state.candidates, done.facts, done),
    focus: call.tool === 'generateCode' ? (made ?? state.focus) : state.focus,
    analysis: call.tool === 'analyzeError' ? done.blob : made === undefined ? state.analysis : undefined,
    heard: [...state.heard, heardFrom(state, call, { blob: done.blob })],
  };
}

/** The user's answer to a call of kind `ask`. */
export function answered(state: AgentState, answer: Answered): Next {
  if (answer.status === 'told') return told(state, true, answer.text);
  const reason = 'reason' in answer ? `: ${answer.reason}` : '';
  return told(state, false, `The user gave no answer (${answer.status})${reason}`);
}

/** A call that policy or people did not allow. */
export function denied(state: AgentState, reason: string): Next {
  return told(state, false, `Not allowed: ${reason}`);
}

/** The first call under way is answered by a text. */
function told(state: AgentState, ok: boolean, text: string): Next {
  const [call, ...flight] = state.flight;
  if (!call) return advance(state, []);
  const event = agentEvents(state.language).toolResult(call.tool, { ok, excerpt: text });
  return advance({ ...state, flight, heard: [...state.heard, heardFrom(state, call, { text })] }, [event]);
}

function heardFrom(
  { warnings }: AgentState,
  { index, label }: PlannedCall,
  content: Pick<Heard, 'blob' | 'text'>,
): Heard {
  return { index, ...content, warning: warnings[label] };
}
