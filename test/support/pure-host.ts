/** A host without a server: performs a machine's effects by a function, and counts its own time. */
import type { BlobHash } from '../../src/domain/ids';
import { HOST_WORDS } from '../../src/domain/run/host-words';
import type { RunInput } from '../../src/domain/run/input';
import { chunkOf, withoutChunk } from '../../src/domain/run/events';
import type {
  EffectTraits,
  KitEffect,
  KitEvent,
  Machine,
  RunView,
  Surplus,
} from '../../src/domain/run/machine';
import {
  settleAnswer,
  standingOf,
  withGrant,
  type Answered,
  type Answer,
  type NewQuestion,
} from '../../src/domain/run/questions';
import { decide, policyOf } from '../../src/domain/run/policy/decide';
import { afterTransition, firstState, type RunState } from '../../src/domain/run/state';
import { statusOf, type RunStatus } from '../../src/domain/run/status';
import { workedMs } from '../../src/domain/run/times';
import { NO_USAGE } from '../../src/domain/run/budget';
import { carried } from './healing-machine';
import { asBlob } from './hashes';

const STARTED_MS = Date.parse('2026-01-01T00:00:00.000Z');
/** Each effect takes a second. */
const EFFECT_MS = 1_000;
const MOST_EFFECTS = 5_000;

/** One effect of a run, as people see it while it is under way. */
export interface Seen<Effect> {
  effect: Effect & EffectTraits;
  view: RunView;
  status: RunStatus;
}

export interface PureRun<State, Effect extends { type: string }, Result> {
  seen: Seen<Effect>[];
  state: RunState<State, Effect>;
  /** Records that went to the store, by the hash that the run knows it by. */
  records: ReadonlyMap<string, object>;
  result: Result;
}

/** Script of a test for effects: the event that comes of each, and the answers of people in their order. */
export interface Script<Effect, Event> {
  perform(effect: Effect): Event;
  /** Undefined: nobody answers. */
  answers?: readonly (Answer | undefined)[];
  /** Is told the state between all effects. */
  onState?(run: RunState): void;
}

/** Plays a whole run, from its input to its result. Its state is carried as JSON between all effects. */
export function playRun<
  Input extends RunInput,
  State,
  Effect extends { type: string },
  Event extends { type: string },
  Result,
>(
  machine: Machine<Input, State, Effect, Event, Result>,
  given: object,
  { perform, answers = [], onState = () => undefined }: Script<Effect, Event>,
): PureRun<State, Effect | KitEffect, Result> {
  const input = machine.input.parse(given);
  const { approval } = input;
  const left = [...answers];
  const records = new Map<string, object>();
  const seen: Seen<Effect | KitEffect>[] = [];
  let nowMs = STARTED_MS;
  let run = firstState(input, machine.start(input, { id: 'run-1' }), nowMs);
  const standing = () => {
    const { mode = input.mode, approvalLevel: level = approval.level } = machine.view(
      run.machine,
      run.effect,
    );
    return { mode, policy: policyOf({ level }, input.policy) };
  };
  const ask = (question: NewQuestion): Answered => {
    const { mode, policy } = standing();
    const { settled } = {
      settled: undefined,
      ...standingOf(question, policy, run.grants, { mode, language: input.language }),
    };
    if (settled) return settled;
    if (left.length === 0) throw new Error(`no answer is given to: ${question.summary}`);
    const answer = left.shift();
    const at = new Date(nowMs).toISOString();
    run = { ...run, grants: withGrant(run.grants, answer, { kind: question.kind, mode, at }) };
    return settleAnswer(answer, question, approval, input.language);
  };
  const denial = ({ act }: EffectTraits): KitEvent | undefined => {
    if (!act) return undefined;
    const { tool: kind, summary, approved, ...rest } = act;
    const { mode, policy } = standing();
    if (approved) {
      const { decision, reason } = decide(policy, { ...rest, tool: kind, mode });
      return decision === 'deny' ? { type: 'denied', act, reason } : undefined;
    }
    const answer = ask({ kind, summary, act: rest });
    if (answer.status === 'granted') return undefined;
    const reason = 'reason' in answer ? answer.reason : HOST_WORDS[input.language].refusals.expired;
    return { type: 'denied', act, reason };
  };
  while (run.effect.type !== 'finish') {
    const { effect, machine: state } = run;
    const view = machine.view(state, effect);
    seen.push({ effect, view, status: statusOf(machine.kind, run, view) });
    if (seen.length > MOST_EFFECTS) throw new Error('the run does not end');
    const event: Event | KitEvent = isAsk(effect)
      ? { type: 'answered', answer: ask(effect.question) }
      : (denial(effect) ?? perform(effect as Effect));
    nowMs += EFFECT_MS;
    run = carried(atHand(machine, afterTransition(run, machine.decide(state, event), nowMs), records));
    onState(run);
  }
  if (left.length > 0) throw new Error(`${left.length} answers were not asked for`);
  const view = machine.view(run.machine, run.effect);
  seen.push({ effect: run.effect, view, status: statusOf(machine.kind, run, view) });
  const { checkpoints, times } = run;
  const totals = { givenUp: NO_USAGE, clocks: {}, workMs: workedMs(times, nowMs), waitingMs: 0, checkpoints };
  return { seen, state: run, records, result: machine.result(run.machine, totals) };
}

/** The run once its surplus is in the store, as its host leaves it before each effect. */
function atHand<S, E extends { type: string }>(
  { surplus }: { surplus?(state: S): Surplus<S> | undefined },
  run: RunState<S, E>,
  records: Map<string, object>,
): RunState<S, E> {
  const keep = (record: object): BlobHash => {
    const hash = asBlob((records.size + 1).toString(16).padStart(64, '0'));
    records.set(hash, record);
    return hash;
  };
  let { events } = run;
  for (let chunk = chunkOf(events); chunk; chunk = chunkOf(events))
    events = withoutChunk(events, chunk, keep(chunk));
  const past = surplus?.(run.machine);
  return { ...run, events, machine: past ? past.without(keep(past.record)) : run.machine };
}

function isAsk(effect: { type: string }): effect is Extract<KitEffect, { type: 'ask' }> {
  return effect.type === 'ask';
}
