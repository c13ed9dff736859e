import { seedLine } from './words/log';
import type { KitEffect, KitEvent, Machine, Transition, Findings, RunView } from '../run/machine';
import type { HealEffect, HealEvent } from './effects';
import { HealInput } from './input';
import { onInterrupt } from './interrupts';
import { healResult, messageOf } from './outcome';
import { pastRounds } from './past-rounds';
import { beginHealing, enterBaseline, onBaseline, onBeginning } from './phases/baseline';
import { enterConfirming, onConfirming } from './phases/confirming';
import { enterDelivering, onDelivering } from './phases/delivering';
import { enterRequest, onRequest } from './phases/request';
import { enterRound, onRound } from './phases/round';
import type { HealResult } from './result';
import type { Beginning, HealState, HealTransition, In, PhaseName, HealFacts } from './state';
import type { Entry, Next } from './transitions';
import { viewOfLoop } from '../agent/view';
import { forkedFrom } from '../run/fork';
import { answeredBy } from '../run/questions';
import { addUsage } from '../run/budget';
import { outcomeOf } from './delivery';
import { DOING_WORDS } from './words/doing';
import { attemptOf, boughtBy, repairsTried } from './facts';

/** Current work of the run, in words. */
type Doing = Pick<RunView, 'phase' | 'detail'>;

/** A run before and after the first look at its directory. */
export type HealMachineState = Beginning | HealState;

/** A phase: how it begins, and what follows each event that its effects come to. */
interface Phase<Name extends PhaseName> {
  enter(entry: Extract<Entry, { phase: Name }>): Next;
  on(state: In<Name>, event: HealEvent | KitEvent): Next;
}

/** The phases of healing. None knows another: each names by an `Entry` the one that follows. */
const PHASES: { readonly [Name in PhaseName]: Phase<Name> } = {
  baseline: { enter: enterBaseline, on: onBaseline },
  request: { enter: enterRequest, on: onRequest },
  confirming: { enter: enterConfirming, on: onConfirming },
  round: { enter: enterRound, on: onRound },
  delivering: { enter: enterDelivering, on: onDelivering },
};

/** Healing: Execute → Analyze → Patch → Retry, then approval and publish. */
export const healMachine: Machine<HealInput, HealMachineState, HealEffect, HealEvent, HealResult> = {
  kind: 'heal',
  input: HealInput,
  start: beginHealing,
  decide,
  view: (state, effect) => (hasBegun(state) ? viewOf(state, effect) : viewOfBeginning(state)),
  result: (state, totals) => {
    if (state.phase.name !== 'delivering') throw new Error('a run ends with its delivery');
    return healResult(state as In<'delivering'>, totals);
  },
  surplus: (state) => (hasBegun(state) ? pastRounds(state) : undefined),
  settled: ({ facts }) => facts.input,
  logLine: seedLine,
  audit: (state) => {
    if (!hasBegun(state)) return {};
    const { repairHistory, past } = state.facts.record;
    return { repairHistory, pastRounds: past?.stored };
  },
};

function hasBegun(state: HealMachineState): state is HealState {
  return state.phase.name !== 'importing';
}

/** The only place where healing is decided: pure and total. */
function decide(
  state: HealMachineState,
  event: HealEvent | KitEvent,
): Transition<HealMachineState, HealEffect | KitEffect> {
  if (hasBegun(state)) return settle(onInterrupt(state, event) ?? phase(state.phase.name).on(state, event));
  const follows = onBeginning(state, event);
  return 'state' in follows && !hasBegun(follows.state) ? follows : settle(follows as Next);
}

/** The phase of a name, for any state: the table says that each has states and entries of its own alone. */
function phase(name: PhaseName): {
  enter(entry: Entry): Next;
  on(state: HealState, event: HealEvent | KitEvent): Next;
} {
  return PHASES[name];
}

/** The first effect of the phase that the run goes on in, with all that was told on the way. */
function settle(follows: Next): HealTransition {
  if ('state' in follows) return follows;
  const { enter, events, checkpoints = [] } = follows;
  const entered = settle(phase(enter.phase).enter(enter));
  return {
    ...entered,
    events: [...events, ...entered.events],
    checkpoints: [...checkpoints, ...(entered.checkpoints ?? [])],
  };
}

/** Status of a run before the first look at its directory. */
function viewOfBeginning({ facts: { input } }: Beginning): RunView {
  const detail = DOING_WORDS[input.language].importing(input.directory.realpath);
  return { phase: 'importing', detail, attempt: 1, maxAttempts: input.maxAttempts };
}

/** Status of a run that people see while the effect is under way. */
function viewOf(state: HealState, effect: HealEffect | KitEffect): RunView {
  const { facts, phase } = state;
  const { input, baseTree, tree, usage } = facts;
  const delivery = phase.name === 'delivering' ? phase : undefined;
  const outcome = delivery?.stage.at === 'ended' ? delivery.stage.outcome : undefined;
  return {
    ...doing(state, effect),
    attempt: shownAttempt(state),
    maxAttempts: input.maxAttempts,
    baseTree,
    tree: phase.name === 'request' && phase.work ? phase.work.tree : tree,
    diff: delivery?.diff,
    usage: addUsage(usage, boughtBy(state)),
    outcome: delivery && outcome && outcomeOf(delivery.end.status, outcome, input.request),
    findings: findingsOf(state),
  };
}

/** Attempt at whose change a run is: of the round under way, else of the last one. */
function shownAttempt({ facts, phase }: HealState): number {
  return 'round' in phase ? attemptOf(facts) : Math.max(1, repairsTried(facts));
}

function findingsOf({ facts, phase }: HealState): Findings {
  const { repairs, analysis, verification, input } = facts;
  const words = DOING_WORDS[input.language];
  const found = {
    cause: repairs.at(-1)?.rootCause ?? analysis?.summary,
    tests: verification && words.tests(verification.passed, verification.failed),
  };
  if (phase.name !== 'delivering' || phase.stage.at !== 'ended') return found;
  const { outcome } = phase.stage;
  const undoable = outcome.status === 'published' || outcome.status === 'partial';
  return {
    ...found,
    message: messageOf(facts, phase.end, outcome),
    ...(undoable && { undoable, approver: answeredBy(phase.answer ?? {}, input.language) }),
  };
}

function doing(state: HealState, effect: HealEffect | KitEffect): Doing {
  const { facts, phase } = state;
  const { language, directory } = facts.input;
  const words = DOING_WORDS[language];
  switch (effect.type) {
    case 'import':
    case 'fork':
      return { phase: 'importing', detail: words.importing(directory.realpath) };
    case 'chat':
      return { phase: 'executing', detail: words.answering };
    case 'verify':
      return verifying(state);
    case 'execute':
    case 'begin-work':
    case 'end-work':
      return { phase: 'executing', detail: words.carryingOut };
    case 'think':
    case 'call-tools':
      return viewOfLoop(effect, language);
    case 'generate-tests': {
      const detail = words.writingTests(effect.changedFiles.length, effect.weak !== undefined);
      return { phase: 'generating-tests', detail };
    }
    case 'score-tests':
      return { phase: 'generating-tests', detail: words.scoringTests };
    case 'confirm':
      return { phase: 'verifying', detail: words.confirming };
    case 'break':
      return { phase: 'verifying', detail: words.breaking };
    case 'propose':
      return { phase: 'repairing', detail: words.proposing(failingText(facts)) };
    case 'verify-candidates': {
      const detail = words.verifying(effect.candidates.length, phase.name === 'confirming');
      return { phase: 'repairing', detail };
    }
    case 'compare-candidates':
      return { phase: 'repairing', detail: words.comparing(effect.candidates.length) };
    case 'suggested-checks':
      return { phase: 'repairing', detail: words.suggested };
    case 'compare':
      return { phase: 'verifying', detail: words.comparingChange };
    case 'edit': {
      const isPersons = phase.name === 'delivering' && phase.stage.at === 'editing';
      return { phase: 'verifying', detail: isPersons ? words.verifyingEdits : words.leavingOut };
    }
    case 'ask':
      return { phase: 'verifying', detail: effect.question.summary };
    case 'publish':
      return effect.dryRun
        ? { phase: 'publishing', detail: words.planning }
        : { phase: 'publishing', detail: words.publishing };
    case 'finish':
      return { phase: 'done', detail: '' };
  }
}

/** Names the first failing test or check: an error message rarely says which test it belongs to. */
function failingText({ verification, analysis, input }: HealFacts): string {
  const words = DOING_WORDS[input.language];
  const [first] = verification?.failures ?? [];
  if (!first) return analysis?.summary ?? words.theFailure;
  return words.failing(first.id, (verification?.failed ?? 1) - 1);
}

function verifying({ facts, phase }: HealState): Doing {
  const { fork, language } = facts.input;
  const words = DOING_WORDS[language];
  if (phase.name === 'delivering') return { phase: 'verifying', detail: words.verifyingEdits };
  if (phase.name !== 'baseline') return { phase: 'verifying', detail: words.checkingChange };
  return { phase: 'baseline', detail: words.checkingBase(fork && forkedFrom(fork, language)) };
}
