/** The healing machine as its unit tests play it: events in, transitions out. */
import type { BlobHash } from '../../src/domain/ids';
import type { TreeDiff } from '../../src/domain/files/workspace';
import { HealInput } from '../../src/domain/heal/input';
import { healMachine } from '../../src/domain/heal/machine';
import type {
  Proposal,
  ProposerName,
  SuggestedCheck,
  TriedCandidate,
  RoundCandidate,
} from '../../src/domain/heal/proposal';
import { HealResult } from '../../src/domain/heal/result';
import type { HealEffect, HealEvent, ImportFacts } from '../../src/domain/heal/effects';
import type { DeliveryPhase, HealFacts, HealTransition } from '../../src/domain/heal/state';
import { withCheckpoint, type Checkpoint } from '../../src/domain/run/checkpoints';
import type { ForkOutcome } from '../../src/domain/run/fork';
import type { KitEffect, KitEvent, RunTotals } from '../../src/domain/run/machine';
import type { Answered } from '../../src/domain/run/questions';
import { NO_USAGE, type Usage } from '../../src/domain/run/budget';
import { asTree } from './hashes';
import { candidate, failing, verification } from './verifications';

export const directory = { hostId: 'host', hostName: 'machine', realpath: '/work/project' };
export const base = asTree('a'.repeat(64));
/** Tree of a change whose failing generated tests were left out. */
export const LEFT_OUT = asTree('9'.repeat(64));
export const noUsage = NO_USAGE;
export const AT = '2026-01-01T00:00:00.000Z';

export type PlayedEvent = HealEvent | KitEvent;
/** Answers effects until it has no answer to the next one. */
export type Answers = (at: HealTransition) => PlayedEvent | undefined;
/** An event, or what begins to answer effects. */
export type Move = PlayedEvent | (() => Answers);
/** A transition with all events and checkpoints since the run began. */
export type Played = Required<Pick<HealTransition, 'state' | 'effect' | 'events' | 'checkpoints'>> &
  Pick<HealTransition, 'refusal'>;

/** A run that has seen its directory. */
export function start(input: object = {}, modelConfigured = false): Played {
  return begin(input, { modelConfigured });
}

/** The same with any facts; a forked run is told how its fork came out. */
export function begin(input: object, facts: Partial<ImportFacts> = {}, fork?: ForkOutcome): Played {
  const first = healMachine.start(HealInput.parse({ directory, ...input }), { id: 'heal-1' });
  const imported = healMachine.decide(first.state, { type: 'imported', ...importFacts(facts) });
  const begun = fork ? healMachine.decide(imported.state, { type: 'forked', outcome: fork }) : imported;
  return { checkpoints: [], ...(begun as HealTransition) };
}

/** Facts that a run finds where it starts: a worker with every proposer, and no model unless told otherwise. */
export function importFacts(given: Partial<ImportFacts> = {}): ImportFacts {
  return {
    tree: base,
    structure: '',
    modelConfigured: false,
    proposers: ['mutation', 'llm'],
    ...given,
  };
}

/** The run after these moves. Each state is carried as JSON, as continue-as-new carries it. */
export function play(first: HealTransition, moves: readonly Move[]): Played {
  let at: Played = { checkpoints: [], ...first };
  for (const move of moves) {
    if (typeof move !== 'function') {
      at = after(at, move);
      continue;
    }
    const answers = move();
    let event = answers(at);
    if (!event) throw new Error(`there is nothing to answer to ${at.effect.type}`);
    for (; event; event = answers(at)) at = after(at, event);
  }
  return at;
}

function after(at: Played, event: PlayedEvent): Played {
  if (!fits(at.effect, event)) throw new Error(`${at.effect.type} does not come to ${event.type}`);
  const transition = healMachine.decide(carried(at.state), event) as HealTransition;
  return {
    ...transition,
    events: [...at.events, ...transition.events],
    checkpoints: [...at.checkpoints, ...(transition.checkpoints ?? [])],
  };
}

/** A state as JSON carries it. Throws where it holds what JSON can't. */
export function carried<T>(state: T): T {
  const strange = strangeIn(state, 'state');
  if (strange !== undefined) throw new Error(`${strange} is not plain JSON`);
  return JSON.parse(JSON.stringify(state)) as T;
}

/** Path of the first value that JSON would drop or alter; what is undefined counts as absent. */
function strangeIn(value: unknown, path: string): string | undefined {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean')
    return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (typeof value !== 'object') return path;
  const isList = Array.isArray(value);
  if (!isList && Object.getPrototypeOf(value) !== Object.prototype) return path;
  for (const [key, part] of Object.entries(value)) {
    // A list would get null in its place.
    const found = isList && part === undefined ? `${path}.${key}` : strangeIn(part, `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const OUTCOMES: Record<(HealEffect | KitEffect)['type'], readonly PlayedEvent['type'][]> = {
  import: ['imported'],
  fork: ['forked'],
  chat: ['chatted', 'refused'],
  verify: ['verified'],
  execute: ['executed', 'execution-failed'],
  'begin-work': ['work-begun'],
  think: ['thought', 'unanswered'],
  'call-tools': ['called'],
  'end-work': ['executed'],
  'generate-tests': ['tests-generated'],
  'score-tests': ['tests-scored'],
  propose: ['proposed'],
  'verify-candidates': ['candidates-verified'],
  'compare-candidates': ['candidates-compared'],
  'suggested-checks': ['suggestions-checked'],
  confirm: ['confirmed'],
  break: ['tried-broken'],
  compare: ['compared'],
  edit: ['edited'],
  ask: ['answered'],
  publish: ['published', 'publish-failed'],
  finish: [],
};

/** True if the host would tell this event while the effect is under way. */
function fits({ type, untimed, closing, act }: HealTransition['effect'], event: PlayedEvent): boolean {
  if (event.type === 'rolled-back') return type !== 'finish' && closing !== true;
  if (event.type === 'out-of-time') return type !== 'finish' && untimed !== true;
  if (event.type === 'denied') return act !== undefined;
  return OUTCOMES[type].includes(event.type);
}

export const baseline = (result = failing()): HealEvent => ({ type: 'verified', verification: result });

/** Finds of the proposers in a round, and verdicts of the checks. */
export interface GivenRound {
  /** In the order of rank; each is offered by its own proposer. */
  candidates?: readonly RoundCandidate[];
  /** Said by the proposer that is asked first, as is the note. */
  rejected?: readonly TriedCandidate[];
  note?: string;
  /** 0: nothing was left to try. */
  searched?: number;
  usage?: Usage;
  /** Said by the one that asks a model. */
  modelFailure?: string;
  suggested?: readonly SuggestedCheck[];
}

/** A whole round: proposals, verdicts and suggested checks, for as many proposers as the machine asks. */
export function round(given: GivenRound = {}): () => Answers {
  return () => {
    let number: number | undefined;
    let isFirst = true;
    return ({ effect, state }) => {
      switch (effect.type) {
        case 'propose': {
          number ??= effect.evidence.round;
          if (effect.evidence.round !== number) return undefined;
          const proposals = effect.proposers.map((name, index) =>
            proposalOf(name, isFirst && index === 0, given),
          );
          isFirst = false;
          return { type: 'proposed', proposals, at: AT };
        }
        case 'verify-candidates':
          return state.phase.name === 'confirming'
            ? undefined
            : {
                type: 'candidates-verified',
                candidates: effect.candidates.map((one) => verifiedOf(one.tree, given)),
              };
        case 'suggested-checks':
          return { type: 'suggestions-checked', checks: given.suggested ?? [] };
        default:
          return undefined;
      }
    };
  };
}

function proposalOf(name: ProposerName, isFirst: boolean, given: GivenRound): Proposal {
  const { candidates: all = [], rejected = [], note = all.length > 0 ? '' : 'nothing found' } = given;
  const candidates = all.map((one) => one.candidate).filter(({ proposer }) => proposer === name);
  const own = isFirst ? { rejected: [...rejected], note, usage: given.usage ?? noUsage } : {};
  const failure = name === 'llm' ? given.modelFailure : undefined;
  const { searched = 1 } = given;
  return proposal({ candidates, searched, ...own, ...(failure === undefined ? {} : { failure }) });
}

export function proposal(given: Partial<Proposal> = {}): Proposal {
  return { candidates: [], note: '', searched: 1, usage: noUsage, durationMs: 1, ...given };
}

function verifiedOf(tree: BlobHash, { candidates = [] }: GivenRound): RoundCandidate {
  const found = candidates.find((one) => one.candidate.tree === tree);
  if (!found) throw new Error(`no verdict is given for the candidate ${tree}`);
  return found.verification
    ? { ...found, verification: { ...found.verification, tree: asTree(tree) } }
    : found;
}

const FIXED = { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] };

/** A round whose one candidate is verified so: green unless told otherwise. */
export function won(digit: string, result = verification({ comparison: FIXED })): () => Answers {
  return round({ candidates: [{ candidate: candidate(digit), verification: result }] });
}

/** A verification that is better than the failing baseline and not green. */
export const better = () => failing(undefined, { passed: 6, comparison: FIXED });

export const granted: Answered = { status: 'granted', edits: [] };

/** The effect that begins to deliver a change. */
export const delivers = (tree: string) => ({
  type: 'compare',
  base,
  tree,
  label: 'diff/final',
  untimed: true,
});

/** The difference of a tree to the base; its hash is the tree's. */
export function diffTo(tree: BlobHash): TreeDiff {
  return { ...candidate('d').diff, base: base, tree: asTree(tree), hash: tree, excerpt: '' };
}

/** Delivers what is finished: every question is approved, and publishing meets no conflict. */
export const delivered = (): Answers => (at) => {
  const { effect, state } = at;
  if (state.phase.name !== 'delivering') return undefined;
  switch (effect.type) {
    case 'edit':
      return { type: 'edited', outcome: { tree: LEFT_OUT } };
    case 'compare':
      return { type: 'compared', diff: diffTo(effect.tree) };
    case 'ask':
      return { type: 'answered', answer: granted };
    case 'publish':
      return { type: 'published', outcome: { status: 'published', tree: effect.tree, files: [] } };
    default:
      return undefined;
  }
};

/** The result of a run whose work is done; what is not delivered yet is approved and published. */
export function resultOf(at: Played, totals: Partial<RunTotals> = {}): HealResult {
  const end = at.effect.type === 'finish' ? at : play(at, [delivered]);
  if (end.effect.type !== 'finish') throw new Error(`the run is at ${end.effect.type}`);
  const none = { givenUp: noUsage, clocks: {}, workMs: 0, waitingMs: 0 };
  const result = healMachine.result(end.state, { ...none, checkpoints: checkpointsOf(end), ...totals });
  return HealResult.parse(result);
}

/** The checkpoints of a run as its host numbers them. */
export function checkpointsOf({ checkpoints }: Pick<Played, 'checkpoints'>): Checkpoint[] {
  return [
    ...checkpoints.reduce<readonly Checkpoint[]>((known, one) => withCheckpoint(known, one, { at: AT }), []),
  ];
}

/** Kinds of what the run has told. */
export const told = ({ events }: Pick<Played, 'events'>): string[] => events.map(({ kind }) => kind);

/** The delivery that a run is at. */
export function deliveryOf({ state: { phase } }: Pick<Played, 'state'>): DeliveryPhase {
  if (phase.name !== 'delivering') throw new Error(`the run is at ${phase.name}`);
  return phase;
}

/** The run with other facts. */
export function withFacts<At extends Pick<Played, 'state'>>(at: At, change: Partial<HealFacts>): At {
  const { facts, phase } = at.state;
  return { ...at, state: { facts: { ...facts, ...change }, phase } };
}
