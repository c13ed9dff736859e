import { addUsage, NO_USAGE } from '../run/budget';
import type { Answered, NewQuestion } from '../run/questions';
import type { KitEvent, Machine, Transition, Surplus, KitEffect, RunView } from '../run/machine';
import {
  conclude,
  endingOf,
  offer,
  onCompared,
  onGoalChecked,
  onPublishAnswered,
  successOf,
} from './delivery';
import { endWith, type Next } from './ending';
import { settleFailure, withoutStep } from './failing';
import { goOn, onGoOnAnswered, onRolledBack } from './going-back';
import { GoalInput } from './input';
import { advance, askChoice, follow } from './moves';
import { askPlan, onEditRefused, onPlanAnswered, onPlanned, onPlanRefused, withoutPlan } from './planning';
import { resultOf, type GoalResult, messageOf } from './result';
import { type GoalEffect, type GoalEvent, type GoalState, CHILD_TOOLS } from './state';
import { onSerious, onStepConflict, onStepDone, onStepPublished } from './stepping';
import { PROBLEM_WORDS } from './problem-words';
import { goalEvents } from './tell';
import { wordsOf } from './words';
import { phaseLine, stepLine, type GoalPhase } from './progress';
import { childId } from '../run/input';

/** Results that a run has at hand before the older ones go to the store. */
const MOST_RESULTS = 100;

/** The oldest results of steps, where there are many. */
function surplusOf(state: GoalState): Surplus<GoalState> | undefined {
  const { results, pastResults, executed } = state;
  if (results.length < MOST_RESULTS) return undefined;
  return {
    label: `results-${executed}`,
    record: { version: 1, previous: pastResults, results },
    without: (stored) => ({ ...state, results: [], pastResults: stored }),
  };
}

/** Carries out a goal on folders: plan, review, steps, retry or a new plan, then approval and publish. */
export const goalMachine: Machine<GoalInput, GoalState, GoalEffect, GoalEvent, GoalResult> = {
  kind: 'goal',
  followsFiles: true,
  input: GoalInput,
  start: (input, { id }) => ({ state: firstState(input, id), effect: { type: 'begin' }, events: [] }),
  decide,
  view: viewOf,
  result: resultOf,
  surplus: surplusOf,
};

function firstState(input: GoalInput, id: string): GoalState {
  const { directory, roots, language, request, publish, dryRun, approval } = input;
  const { minSuccess, maxSteps, maxAttempts, maxReplans } = input;
  return {
    ...{ id, directory, roots, language, request, publish, dryRun, level: approval.level, minSuccess },
    limits: { maxSteps, maxAttempts, maxReplans },
    isPlanGiven: input.plan !== undefined,
    hasModel: false,
    references: [],
    openReferences: [],
    statuses: [],
    at: 0,
    attempt: 1,
    outcomes: {},
    marks: [],
    failures: [],
    results: [],
    executed: 0,
    replans: 0,
    reviews: 0,
    isReviewed: false,
    isApprovedAsEdited: false,
    planTries: 0,
    published: false,
    usage: NO_USAGE,
  };
}

function decide(given: GoalState, event: GoalEvent | KitEvent): Next {
  const state =
    'usage' in event && event.usage ? { ...given, usage: addUsage(given.usage, event.usage) } : given;
  switch (event.type) {
    case 'begun':
      return begun(state, event);
    case 'not-begun':
      return endWith(state, { status: 'failed', why: event.reason }, []);
    case 'planned':
      return onMade(state, event);
    case 'plan-refused':
      return state.isApprovedAsEdited && !state.isReviewed
        ? onEditRefused(state, event.reason)
        : onPlanRefused(state, event.reason);
    case 'step-done':
      return onStepDone(state, event);
    case 'retry': {
      const told = goalEvents(state.language).retried({ step: state.at + 1 }, event.why);
      const next = { ...state, args: event.args };
      if (state.publish !== 'each-step' || state.dryRun) return advance(next, [told]);
      return askArgs(next, event.shown, [told]);
    }
    case 'give-up':
      return advance(withoutStep(state), []);
    case 'unanswered':
      return unanswered(state, event.why);
    case 'compared':
      return onCompared({ ...state, told: event.told }, event.diff);
    case 'goal-checked':
      return onGoalChecked(state, event.holds, event.reason);
    case 'published':
    case 'publish-planned':
    case 'publish-conflict':
    case 'publish-failed':
      return onPublish(state, event);
    case 'ended':
      return { state: { ...state, report: event.report }, effect: { type: 'finish' }, events: [] };
    case 'answered':
      return onAnswered(state, event.answer);
    case 'denied':
      return denied(state, event.reason);
    case 'broken':
      return broken(state, event.reason);
    case 'out-of-time':
      return conclude(state, [], wordsOf(state.language).reasons.outOfTime);
    case 'rolled-back':
      return onRolledBack(state, event);
  }
}

/** A plan in the place of other arguments counts as one of the new plans that a run may make. */
function onMade(
  state: GoalState,
  { plan, rows, isRethought }: Extract<GoalEvent, { type: 'planned' }>,
): Next {
  if (!isRethought) return onPlanned(state, { plan, rows });
  if (state.replans >= state.limits.maxReplans) return advance(withoutStep(state), []);
  return onPlanned({ ...state, replans: state.replans + 1 }, { plan, rows });
}

function begun(state: GoalState, event: Extract<GoalEvent, { type: 'begun' }>): Next {
  const { task, tree, times, entries, bytes, references, open, hasModel } = event;
  const words = goalEvents(state.language);
  const snapshot = { tree, times };
  const next: GoalState = {
    ...state,
    ...{ task, tree, references, openReferences: open, hasModel },
    base: snapshot,
    onDisk: snapshot,
  };
  const events = [words.begun(entries, bytes), ...references.map((one) => words.resolved(one))];
  const move = afterReferences(next, events);
  return { ...move, checkpoints: [{ snapshot, reason: PROBLEM_WORDS[move.state.language].before }] };
}

function afterReferences(state: GoalState, events: Transition<unknown, unknown>['events']): Next {
  const [open] = state.openReferences;
  if (open)
    return askChoice(
      state,
      { question: wordsOf(state.language).questions.which(open.phrase), choices: open.choices },
      events,
    );
  if (!state.isPlanGiven && !state.hasModel)
    return endWith(state, { status: 'failed', why: wordsOf(state.language).reasons.noModel }, events);
  return askPlan(state, { of: 'first' }, events);
}

function onAnswered(given: GoalState, answer: Answered): Next {
  const state = { ...given, isAskingArgs: undefined };
  const [open, ...others] = state.openReferences;
  const { reasons } = wordsOf(state.language);
  if (open) {
    if (answer.status !== 'told')
      return endWith(state, { status: 'expired', why: reasons.noMeaning(open.phrase) }, []);
    const reference = { phrase: open.phrase, path: answer.text };
    const next = { ...state, openReferences: others, references: [...state.references, reference] };
    return afterReferences(next, [goalEvents(state.language).resolved(reference)]);
  }
  if (state.isGoingBack) return onGoOnAnswered(state, answer);
  if (!state.isReviewed) return onPlanAnswered(state, answer);
  if (given.isAskingArgs && answer.status === 'granted') return advance(state, []);
  if (state.diff && state.at >= state.statuses.length) return onPublishAnswered(state, answer);
  if (state.diff && state.stopped !== undefined) return onPublishAnswered(state, answer);
  if (answer.status === 'told') return advance({ ...state, choice: answer.text }, []);
  const error = answer.status === 'rejected' ? reasons.rejected(answer.reason) : reasons.nobodyAnswered;
  return follow(settleFailure(state, { error, isFinal: true }, []));
}

/** Other arguments than the approved ones are asked about where the folders change at once. */
function askArgs(state: GoalState, shown: string, events: Next['events']): Next {
  const question: NewQuestion = {
    kind: 'publish',
    hash: state.args,
    summary: wordsOf(state.language).questions.otherArgs(state.at + 1),
    diffExcerpt: shown,
  };
  return { state: { ...state, isAskingArgs: true }, effect: { type: 'ask', question }, events };
}

function denied(state: GoalState, reason: string): Next {
  if (state.statuses[state.at] === 'in_progress')
    return follow(
      settleFailure(
        { ...state, unpublished: undefined },
        { error: wordsOf(state.language).reasons.notAllowed(reason), isFinal: true },
        [],
      ),
    );
  return endWith(state, { status: 'denied', why: reason }, []);
}

/** The model gave no answer, or the budget does not allow one: the run goes on without it. */
function unanswered(state: GoalState, why: string): Next {
  if (!state.isReviewed || !state.plan) return withoutPlan(state, why, []);
  if (state.diff && state.at >= state.statuses.length)
    return offer({ ...state, unchecked: why }, [goalEvents(state.language).unchecked(why)]);
  return advance(withoutStep({ ...state, planTries: 0 }), []);
}

/** Nothing can go on: what was published after each step is taken back. */
function broken(state: GoalState, reason: string): Next {
  if (state.ending) return { state, effect: { type: 'finish' }, events: [] };
  return onSerious(state, reason);
}

type Published = Extract<
  GoalEvent,
  { type: 'published' | 'publish-planned' | 'publish-conflict' | 'publish-failed' }
>;

function onPublish(state: GoalState, event: Published): Next {
  const words = goalEvents(state.language);
  const isStep = state.unpublished !== undefined;
  switch (event.type) {
    case 'published': {
      const onDisk = { tree: event.tree, times: event.times };
      if (isStep) return onStepPublished(state, onDisk);
      if (state.isGoingBack) return goOn({ ...state, onDisk, tree: onDisk.tree });
      if (state.publish === 'each-step') return takenBack({ ...state, onDisk });
      const told = words.published(state.diff ? `${state.diff.fileCount}` : '');
      return endWith({ ...state, onDisk, published: true }, endingOf(state, successOf(state)), [told]);
    }
    case 'publish-planned':
      // As the run itself would end where too little of it went well.
      return successOf(state) === 'too-little'
        ? endWith(state, endingOf(state, 'too-little'), [])
        : endWith(state, { status: 'planned' }, []);
    case 'publish-conflict': {
      if (isStep) return onStepConflict(state, event.conflicts);
      if (state.stopped !== undefined && state.publish === 'each-step')
        return notTakenBack(state, event.conflicts.map(({ path, reason }) => `${path} ${reason}`).join(', '));
      const told = words.conflict(event.conflicts.map(({ path }) => path));
      return endWith(state, { status: 'conflict', conflicts: event.conflicts }, [told]);
    }
    case 'publish-failed':
      if (isStep) return onSerious(state, event.reason);
      if (state.stopped !== undefined && state.publish === 'each-step')
        return notTakenBack(state, event.reason);
      return endWith(state, { status: 'unpublished', why: event.reason }, [words.notPublished(event.reason)]);
  }
}

/** The steps that were published are still there, since they could not be taken back. */
function notTakenBack(state: GoalState, reason: string): Next {
  const why = wordsOf(state.language).reasons.notTakenBack(state.stopped ?? '', reason);
  return endWith({ ...state, tree: state.onDisk?.tree }, { status: 'unpublished', why }, []);
}

/** The steps that were published are undone; after a rollback of one step the run goes on. */
function takenBack(state: GoalState): Next {
  if (state.stopped === undefined) return advance({ ...state, tree: state.onDisk?.tree }, []);
  return endWith({ ...state, published: false }, { status: 'rolled-back', why: state.stopped }, []);
}

/** Status of the run while an effect is under way. */
function viewOf(state: GoalState, effect: GoalEffect | KitEffect): RunView {
  const { tree, base, diff, usage, ending, attempt, statuses } = state;
  const isStep = effect.type === 'run-step';
  return {
    ...shown(state, effect),
    attempt: isStep ? attempt : undefined,
    baseTree: base?.tree,
    tree: statuses.length === 0 ? base?.tree : tree,
    diff,
    usage,
    outcome: ending?.status,
    findings: { message: ending && messageOf(state), undoable: state.published },
  };
}

function shown(state: GoalState, effect: GoalEffect | KitEffect): Pick<RunView, 'phase' | 'detail'> {
  const { language, statuses } = state;
  const say = (phase: GoalPhase) => phaseLine(phase, language);
  const ofStep = (index: number, line: string) => stepLine(index + 1, statuses.length, line, language);
  switch (effect.type) {
    case 'begin':
      return { phase: 'looking', detail: say('looking') };
    case 'plan':
      return { phase: 'planning', detail: say('planning') };
    case 'run-step': {
      const own = CHILD_TOOLS.has(effect.row.tool) ? ` (${childId(state.id, effect.label)})` : '';
      return { phase: 'working', detail: ofStep(effect.index, effect.row.line) + own };
    }
    case 'rethink':
      return { phase: 'thinking', detail: ofStep(effect.index, say('rethinking')) };
    case 'compare':
      return { phase: 'comparing', detail: say('comparing') };
    case 'check-goal':
      return { phase: 'checking', detail: say('final-check') };
    case 'publish': {
      const phase = effect.of === 'rollback' ? 'rolling-back' : 'publishing';
      return { phase, detail: say(phase) };
    }
    case 'end':
      return { phase: 'ending', detail: say('reporting') };
    case 'ask':
      return { phase: 'asking', detail: effect.question.summary };
    case 'finish':
      return { phase: 'done', detail: '' };
  }
}
