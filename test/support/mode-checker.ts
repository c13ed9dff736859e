import { newContext, toDict, type ModeContext } from '../../src/domain/session/context';
import { holds } from '../../src/domain/session/transitions/transition';
import { decideMode } from '../../src/domain/session/mode-machine';
import {
  newModeState,
  type ModeEffect,
  type ModeEvent,
  type ModeState,
  type ModeDecision,
} from '../../src/domain/session/mode-state';
import { AgentMode, MODES } from '../../src/domain/session/modes';
import { indexOf, TRANSITIONS, type Transition } from '../../src/domain/session/transitions/index';

/** Machine under check: a table, and the function that decides by it. */
export interface Checked {
  transitions?: readonly Transition[];
  decide?: typeof decideMode;
}

/** A claim that does not hold, and the shortest way to where it fails. */
export interface Counterexample {
  claim: string;
  path: readonly string[];
}

export interface CheckReport {
  states: number;
  decisions: number;
  counterexample?: Counterexample;
}

/** Facts of a context that conditions and flags read, each set and cleared by an event of its own. */
const FACTS: Readonly<Record<string, (on: boolean) => Partial<ModeContext>>> = {
  pending: (on) => ({ pendingChanges: on ? [CHANGE] : [] }),
  errors: (on) => ({ lastError: on ? { message: 'x is not a function' } : undefined }),
  passed: (on) => ({ lastTestResults: { passed: 1, failed: on ? 0 : 1, allPassed: on } }),
  large: (on) => ({ currentFiles: on ? ['a', 'b', 'c', 'd', 'e', 'f'] : ['a'] }),
  autoCommit: (on) => ({ autoCommit: on }),
};
const CHANGE = { path: 'a', change: 'modified' as const, addedLines: 1, removedLines: 0 };
const BLANK = newContext();
const PROPOSED = { hash: 'h', changes: [CHANGE] };

interface Node {
  state: ModeState;
  /** Index of the node that it was first met from; -1 for the start. */
  from: number;
  by: string;
}

/** One edge of the space; `inside` is false for what happens around the machine. */
interface Edge {
  name: string;
  inside: boolean;
  event?: ModeEvent;
  decision: ModeDecision;
}

const factsOf = ({ context }: ModeState): Readonly<Record<string, boolean>> => {
  const { has_pending_changes, has_errors, test_passed, is_large_change } = toDict(context);
  return {
    pending: has_pending_changes,
    errors: has_errors,
    passed: test_passed,
    large: is_large_change,
    autoCommit: context.autoCommit,
  };
};

const keyOf = (state: ModeState): string =>
  [
    state.mode,
    state.executing,
    state.question?.act,
    state.context.approvalLevel,
    ...Object.values(factsOf(state)),
  ].join();

/** The state without its history, which no decision reads. */
function withoutHistory(state: ModeState): ModeState {
  const facts = Object.entries(factsOf(state)).map(([name, on]) => FACTS[name]?.(on));
  const { approvalLevel } = state.context;
  return {
    ...state,
    transitions: [],
    context: Object.assign({ ...BLANK }, { approvalLevel }, ...facts) as ModeContext,
  };
}

function edgesOf(
  state: ModeState,
  triggers: readonly string[],
  decide: (event: ModeEvent) => ModeDecision,
): Edge[] {
  const edge = (name: string, event: ModeEvent, inside = true) => ({
    name,
    event,
    inside,
    decision: decide(event),
  });
  const facts = Object.entries(factsOf(state)).map(([name, on]) => ({
    name: `${on ? 'no ' : ''}${name}`,
    inside: false,
    decision: {
      state: { ...state, context: { ...state.context, ...FACTS[name]?.(!on) } },
      effects: [],
    },
  }));
  return [
    edge('submit', { type: 'submit' }),
    edge('propose a change', { type: 'propose', act: 'change', proposed: PROPOSED }),
    edge('propose a proposal', { type: 'propose', act: 'proposal', proposed: PROPOSED }),
    edge('yes', { type: 'answer', approved: true }),
    edge('no', { type: 'answer', approved: false, reason: 'because' }),
    edge('finish', { type: 'finish' }),
    ...triggers.flatMap((trigger) => [
      edge(`trigger ${trigger}`, { type: 'trigger', trigger }),
      edge(`finish with ${trigger}`, { type: 'finish', trigger }),
    ]),
    ...(['LOW', 'MEDIUM', 'HIGH'] as const).map((level) => edge(level, { type: 'set-level', level }, false)),
    ...facts,
  ];
}

/** Walks the whole reachable space, breadth first, and stops at the first claim that fails. */
export function checkModes({ transitions = TRANSITIONS, decide = decideMode }: Checked = {}): CheckReport {
  const index = indexOf(transitions);
  const nodes: Node[] = [{ state: withoutHistory(newModeState()), from: -1, by: '' }];
  const met = new Map<string, number>([[keyOf(newModeState()), 0]]);
  const back: number[][] = [[]];
  let decisions = 0;
  for (let at = 0; at < nodes.length; at += 1) {
    const { state } = nodes[at] as Node;
    const triggers = [
      ...new Set(transitions.filter(({ from }) => from === state.mode).map((one) => one.trigger)),
    ];
    for (const edge of edgesOf(state, [...triggers, 'no such trigger'], (event) =>
      decide(state, event, index),
    )) {
      decisions += 1;
      const claim = edge.event && failedClaim(state, edge.event, edge.decision, transitions);
      if (claim)
        return {
          states: nodes.length,
          decisions,
          counterexample: { claim, path: pathTo(nodes, at, edge.name) },
        };
      const key = keyOf(edge.decision.state);
      const known = met.get(key) ?? nodes.length;
      if (known === nodes.length) {
        met.set(key, known);
        nodes.push({ state: withoutHistory(edge.decision.state), from: at, by: edge.name });
        back.push([]);
      }
      if (edge.inside) back[known]?.push(at);
    }
  }
  return { states: nodes.length, decisions, counterexample: unreachable(nodes) ?? trapped(nodes, back) };
}

function pathTo(nodes: readonly Node[], at: number, last?: string): string[] {
  const path = last === undefined ? [] : [last];
  for (let node = nodes[at]; node && node.from >= 0; node = nodes[node.from]) path.unshift(node.by);
  return path;
}

function unreachable(nodes: readonly Node[]): Counterexample | undefined {
  const reached = new Set(nodes.map(({ state }) => state.mode));
  const missing = AgentMode.options.find((mode) => !reached.has(mode));
  return missing && { claim: `${missing} is reachable`, path: [] };
}

/** A state from which the session alone, without a change of facts or level, never rests in idle. */
function trapped(nodes: readonly Node[], back: readonly (readonly number[])[]): Counterexample | undefined {
  const free = new Set<number>();
  const open = nodes.flatMap(({ state }, at) => (state.mode === 'idle' && !state.question ? [at] : []));
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (free.has(at)) continue;
    free.add(at);
    open.push(...(back[at] ?? []));
  }
  const at = nodes.findIndex((_, index) => !free.has(index));
  return at < 0
    ? undefined
    : { claim: `${nodes[at]?.state.mode} has a way to idle`, path: pathTo(nodes, at) };
}

/** The first claim about one decision that does not hold. Says independently of the machine what an approval is needed for. */
function failedClaim(
  before: ModeState,
  event: ModeEvent,
  { state, effects }: ModeDecision,
  transitions: readonly Transition[],
): string | undefined {
  const { mode, question } = before;
  const level = before.context.approvalLevel;
  const approved = (act: string) => event.type === 'answer' && event.approved && question?.act === act;
  const has = (type: ModeEffect['type']) => effects.some((one) => one.type === type);
  const applied = effects.find((one) => one.type === 'apply');
  if (applied && !MODES[mode].writes) return `${mode} changes no files`;
  if (applied && !approved('change') && !(level === 'LOW' && event.type === 'propose'))
    return `a change of files in ${mode} at ${level} has its approval`;
  if (applied && JSON.stringify(applied.proposed) !== JSON.stringify(PROPOSED))
    return 'what is applied is what was proposed';
  if (has('accept') && !approved('proposal') && level !== 'LOW')
    return `a proposal in ${mode} at ${level} has its approval`;
  if (has('execute') && !approved('execute') && level === 'HIGH')
    return `the work of ${mode} at HIGH has its approval`;
  if (has('apply') && has('ask')) return 'nothing is applied while it is asked';
  return failedMove(before, event, { state, effects }, transitions);
}

function failedMove(
  before: ModeState,
  event: ModeEvent,
  { state, effects }: ModeDecision,
  transitions: readonly Transition[],
): string | undefined {
  const types = effects.map(({ type }) => type).join();
  const trigger = triggerOf(before, event);
  if (trigger === undefined) return state.mode === before.mode ? undefined : `${event.type} moves nothing`;
  const commits = event.type !== 'finish' || before.context.autoCommit;
  if (!commits && state.mode === 'git_workflow' && before.mode !== state.mode)
    return 'nothing is committed by itself';
  const legal = transitions.filter(
    (one) => one.from === before.mode && one.trigger === trigger && holds(one.condition, before.context),
  );
  const valid = legal.filter(({ to }) => commits || to !== 'git_workflow');
  const top = valid.filter(({ priority }) => priority === Math.max(...valid.map((one) => one.priority)));
  const best = top.length > 1 ? top.filter(({ condition }) => condition !== undefined) : top;
  if (top.length > 0 && best.length !== 1)
    return `the best transition from ${before.mode} by ${trigger} is unique`;
  if (state.mode !== (best[0]?.to ?? before.mode))
    return `${before.mode} moves by ${trigger} to ${best[0]?.to}`;
  if (trigger === 'rejected' && event.type === 'answer' && best[0]?.to !== 'context_navigation')
    return `a rejection in ${before.mode} leads to context navigation`;
  return types === (best[0] ? 'exit,record,log,enter' : legal.length > 0 ? '' : 'log,refuse')
    ? undefined
    : 'exit, record and enter come in this order';
}

/** The trigger that an event brings to a machine that may move; undefined for others. */
function triggerOf(before: ModeState, event: ModeEvent): string | undefined {
  if (event.type === 'answer') return before.question && !event.approved ? 'rejected' : undefined;
  if (before.question) return undefined;
  if (event.type === 'trigger') return before.executing ? undefined : event.trigger;
  return event.type === 'finish' && before.executing ? event.trigger : undefined;
}
