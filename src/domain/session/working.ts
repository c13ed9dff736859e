import { planSummary } from './commit';
import type { NewQuestion } from '../run/questions';
import { MODES, type AgentMode } from './modes';
import { goTo, move, rest, type Moved, type Next } from './moves';
import type { OpenTurn, SessionState } from './state';
import { refusalText, STATE_WORDS } from './state-words';
import { sessionEvents } from './tell';
import { closeTurn, handlerTask, isQuestion } from './turns';
import type { TreeDiff } from '../files/workspace';
import type { Language } from '../run/input';
import { unshownText } from '../run/unshown';
import { filesOf } from '../run/policy/act';

/** Performs what the mode machine asks for: a question, a handler, a change of the directory. */
export function work({ state, events, work: effect }: Moved): Next {
  const { turn } = state;
  if (!turn || !effect) return rest(closeTurn(state, 'done'), events, '');
  switch (effect.type) {
    case 'refuse': {
      const reason = refusalText(effect.refusal, state.language);
      const told = sessionEvents(state.language).refused(reason);
      return rest(closeTurn(state, 'refused', reason), [...events, told], '');
    }
    case 'ask':
      return { state, effect: { type: 'ask', question: questionOf(state, turn, effect.mode) }, events };
    case 'execute':
      return execute(state, turn, effect.mode, events);
    case 'apply': {
      const commit = commitEffect(turn, state.language);
      return commit ? { state, effect: commit, events } : apply(state, turn, events);
    }
    case 'accept':
      return finish(state, events);
  }
}

/** Asks about the change that is at hand once more: it is another than the one that was approved. */
export function askAgain(state: SessionState): Next {
  const { turn, modes } = state;
  if (!turn) return rest(state, [], '');
  return { state, effect: { type: 'ask', question: questionOf(state, turn, modes.mode) }, events: [] };
}

function execute(given: SessionState, turn: OpenTurn, mode: AgentMode, events: Next['events']): Next {
  const handlers = turn.handlers + 1;
  const begun = { ...turn, handlers, modes: [...turn.modes, mode], handled: undefined };
  const state = { ...given, turn: begun };
  const label = `turn-${turn.number}/${handlers}-${mode}`;
  const working = sessionEvents(state.language).working(mode);
  return {
    state,
    effect: { type: 'handle', label, mode, task: handlerTask(state) },
    events: [...events, working],
  };
}

/** The handler is done: its trigger moves the session, and where the task allows it the next handler begins. */
export function finish(given: SessionState, before: Next['events']): Next {
  const { turn } = given;
  if (!turn) return rest(given, before, '');
  const handled = onlyAnswers(given) ? { ...turn.handled, trigger: undefined } : turn.handled;
  const {
    state,
    events,
    work: refused,
  } = move(given, {
    type: 'finish',
    trigger: handled?.trigger,
    reason: handled?.reason,
  });
  const told = [...before, ...events];
  const plan = refused ? undefined : nextStep(turn);
  if (plan) return step(state, plan, told);
  const stays = refused !== undefined || state.modes.transitions === given.modes.transitions;
  if (!stays && goesOn(state)) return chained(state, told);
  const isHeld = stays && refused === undefined && handled?.trigger !== undefined;
  const held =
    isHeld && state.modes.context.pendingChanges.length > 0
      ? [sessionEvents(state.language).uncommitted()]
      : [];
  return rest(closeTurn(state, handled?.status ?? 'done', held[0]?.text), [...told, ...held], '');
}

/** The plan with its next step: one begins where people have approved it, and goes on as long as its steps succeed. */
function nextStep({ plan, handled, isApproved, chain }: OpenTurn): OpenTurn['plan'] {
  if (plan)
    return handled?.status === 'done' && plan.at + 1 < plan.steps.length
      ? { ...plan, at: plan.at + 1 }
      : undefined;
  const { steps = [] } = handled ?? {};
  return steps.length > 0 && (isApproved === true || chain > 0) ? { steps, at: 0 } : undefined;
}

/** Carries out a step of a plan, as if people had asked for it. */
function step(given: SessionState, plan: NonNullable<OpenTurn['plan']>, before: Next['events']): Next {
  const words = sessionEvents(given.language);
  const told = words.step(plan.at + 1, plan.steps);
  const turn = given.turn && { ...given.turn, plan, isApproved: undefined };
  const way = goTo({ ...given, ...(turn && { turn }) }, 'implementation');
  const { state, events, work: effect } = move(way.state, { type: 'submit' });
  return work({ state, events: [...before, ...way.events, told, ...events], work: effect });
}

/** True for a question in a mode that writes: it is answered there, and only a request starts a change. */
export function onlyAnswers({ turn, modes }: SessionState): boolean {
  return turn !== undefined && isQuestion(turn) && MODES[modes.mode].writes;
}

/** True if another handler follows by itself in the mode that was entered: within the bound of the task, and never after a question. */
function goesOn({ turn, modes }: SessionState): boolean {
  if (!turn || turn.chain === 0 || turn.handled?.status !== 'done') return false;
  const isSearch = turn.modes[0] === 'context_navigation';
  return !isSearch && !isQuestion(turn) && modes.mode !== 'idle';
}

function chained(given: SessionState, before: Next['events']): Next {
  const turn = given.turn && { ...given.turn, chain: given.turn.chain - 1, isApproved: undefined };
  const { state, events, work: effect } = move({ ...given, ...(turn && { turn }) }, { type: 'submit' });
  return work({ state, events: [...before, ...events], work: effect });
}

/** Writes the handler's change to the directory. The policy is asked about the paths; an approval of people stands. */
function apply(
  state: SessionState,
  { number, handlers, handled, isApproved }: OpenTurn,
  events: Next['events'],
): Next {
  const { files } = state;
  const change = handled?.change;
  if (!change || !files) throw new Error('there is a change before it is applied');
  return {
    state,
    effect: {
      type: 'publish',
      label: `turn-${number}/${handlers}-publish`,
      base: change.base,
      tree: change.tree,
      held: true,
      act: {
        tool: 'publish',
        summary: changeSummary(change, state.language),
        ...filesOf(change),
        ...(isApproved && { approved: true }),
      },
    },
    events,
  };
}

function changeSummary({ files, fileCount }: TreeDiff, language: Language): string {
  const named = files.slice(0, 3).map(({ path }) => path);
  return STATE_WORDS[language].change(named.join(', '), fileCount - named.length);
}

function questionOf(state: SessionState, turn: OpenTurn, mode: AgentMode): NewQuestion {
  const { handled } = turn;
  const { commit: plan, change } = handled ?? {};
  if (plan)
    return {
      kind: 'commit',
      action: JSON.stringify(plan),
      summary: planSummary(plan, state.language),
      act: { paths: [...plan.paths] },
      files: plan.files,
      diffExcerpt: `${plan.message}\n${plan.excerpt}`,
      warnings: handled?.warnings,
    };
  if (change)
    return {
      kind: 'publish',
      hash: change.hash,
      summary: `${changeSummary(change, state.language)}${unshownText(change, state.language)}`,
      act: filesOf(change),
      files: change.files,
      diffExcerpt: change.excerpt,
      warnings: [...(handled?.warnings ?? []), ...(change.unkept ?? [])],
      always: change.unshown !== undefined,
    };
  const proposal = handled?.proposal;
  if (proposal)
    return {
      kind: 'proposal',
      hash: proposal.hash,
      summary: proposal.title,
      diffExcerpt: proposal.excerpt,
      always: true,
    };
  const { line } = MODES[mode];
  const action = JSON.stringify([turn.number, turn.handlers, mode, turn.text]);
  return {
    kind: 'execute',
    action,
    summary: `${mode} (${line[state.language]}): ${turn.text}`.slice(0, 300),
  };
}

/** The commit that was approved: the policy is asked about its paths. */
function commitEffect(
  { number, handlers, handled, isApproved }: OpenTurn,
  language: Language,
): Next['effect'] | undefined {
  const plan = handled?.commit;
  return (
    plan && {
      type: 'commit',
      label: `turn-${number}/${handlers}-commit`,
      plan,
      held: true,
      act: {
        tool: 'commit',
        summary: planSummary(plan, language),
        paths: [...plan.paths],
        ...(isApproved && { approved: true }),
      },
    }
  );
}
