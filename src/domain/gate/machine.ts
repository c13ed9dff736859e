import { plural } from '../text';
import type { SnapshotRef } from '../run/checkpoints';
import type { KitEffect, KitEvent, Machine, RunView } from '../run/machine';
import type { Verification } from '../verification/verification';
import { findingsOf, unjudgedFindings } from './judge';
import { GateInput } from './input';
import { CheckMessage, EndMessage, GATE_MESSAGES, KeepMessage, OfferMessage } from './messages';
import { compareOf, onAnswered, onCompared, onPublished } from './offer';
import type { GateEffect, GateEvent, GateResult, GateStand, GateState, OpenMessage } from './state';
import { after, endWith, keeping, receive, type Next } from './transitions';
import { verdictOf, type GateVerdict, type TestCounts } from './verdict';

/** Answers that a gate keeps at hand. */
const MOST_ANSWERS = 5;

/** Judges changes of one directory against the state that it was begun with, as often as it is asked; publishes those of a checkout. */
export const gateMachine: Machine<GateInput, GateState, GateEffect, GateEvent, GateResult> = {
  kind: 'gate',
  input: GateInput,
  start: (input, { id }) => ({
    state: { id, input, answers: [] },
    effect: { type: 'capture', label: 'begin' },
    events: [],
  }),
  decide,
  messages: [
    { name: GATE_MESSAGES.check, schema: CheckMessage, what: 'The check', failure: 'MessageRefused' },
    { name: GATE_MESSAGES.end, schema: EndMessage, what: 'The end', failure: 'MessageRefused' },
    {
      ...{ name: GATE_MESSAGES.keep, schema: KeepMessage, what: 'The checkpoint', failure: 'MessageRefused' },
      refuse: refuseWithoutCheckout,
    },
    {
      ...{ name: GATE_MESSAGES.offer, schema: OfferMessage, what: 'The offer', failure: 'MessageRefused' },
      refuse: refuseWithoutCheckout,
    },
  ],
  queries: { gate: standOf },
  view,
  result: (
    { id, input: { directory, heavyFolders }, base, last, diff, ending },
    { events, checkpoints },
  ) => ({
    version: 1,
    ...{ id, directory, heavyFolders, base, last, diff, events, checkpoints },
    status: ending?.status ?? 'failed',
    message: ending?.why ?? '',
    conflicts: ending?.conflicts,
  }),
};

function refuseWithoutCheckout({ id, input }: GateState): string | undefined {
  return input.checkout
    ? undefined
    : `The gate ${id} judges the folder itself, so it has nothing to publish.`;
}

function decide(state: GateState, event: GateEvent | KitEvent): Next {
  switch (event.type) {
    case 'captured':
      return onCaptured(state, event);
    case 'baseline-seen':
      return after(
        [{ kind: 'baseline', text: `The baseline: ${countsText(countsOf(event.verification))}` }],
        goOn({ ...state, baseline: event.verification }),
      );
    case 'judged':
      return onJudged(state, event);
    case 'compared':
      return onCompared(state, event.diff);
    case 'answered':
      return onAnswered(state, event.answer);
    case 'published':
      return onPublished(state, event.outcome);
    case 'publish-failed':
      return endWith(state, 'unpublished', event.reason);
    case 'received':
      return event.name === GATE_MESSAGES.end
        ? endWith(state, 'closed', 'it was ended')
        : look({ ...state, open: openOf(event.number, event.name, event.message) });
    case 'rolled-back':
      return onRolledBack(state, event.tree);
    case 'broken':
      return onBroken(state, event.reason);
    case 'idle':
      return endWith(state, 'idle', 'nobody has asked for long');
    case 'out-of-time':
      return endWith(state, 'idle', 'its time is over');
    default:
      // None of its effects is an act.
      return receive(state);
  }
}

function openOf(number: number, name: string, message: unknown): OpenMessage {
  if (name === GATE_MESSAGES.keep)
    return { number, name: 'keep', again: false, reason: KeepMessage.parse(message).reason };
  if (name === GATE_MESSAGES.check)
    return { number, name: 'check', reason: `check ${number}`, ...CheckMessage.parse(message) };
  const { doubt } = OfferMessage.parse(message);
  return { number, name: 'offer', again: false, reason: 'the change that is offered', doubt };
}

function look(state: GateState): Next {
  return { state, effect: { type: 'capture', label: `check-${state.open?.number ?? 0}` }, events: [] };
}

function onCaptured(given: GateState, { tree, times }: SnapshotRef): Next {
  const { open, input, base } = given;
  const snapshot = { tree, times };
  if (!base) {
    const state = { ...given, base: tree };
    // A checkout is being made of the files, and is not to wait for tests: they are run with the first message.
    return input.checkout
      ? keeping({ snapshot, reason: 'before the command' }, receive(state))
      : measure(state);
  }
  if (!open) return receive(given);
  const next = goOn({ ...given, open: { ...open, tree } });
  if (!input.checkout) return next;
  // A turn has a checkpoint of its own, also where it has changed nothing since the last one.
  const mark = open.name === 'check' ? open.number : undefined;
  return keeping({ snapshot, reason: open.reason, mark }, next);
}

/** The next thing to do for the message under way, once its files are captured. */
function goOn(state: GateState): Next {
  const { open, base, baseline, last } = state;
  if (base && open?.name === 'offer' && open.tree === base)
    return endWith(state, 'unchanged', 'nothing was changed');
  if (!baseline) return measure(state);
  if (!base || !open?.tree || open.name === 'keep') return receive(state);
  const { tree, number, again } = open;
  if (last?.tree === tree && !again) return answer(state, { ...last, number, isRecorded: true });
  return { state, effect: { type: 'judge', label: `check-${number}`, base, tree, baseline }, events: [] };
}

function measure(state: GateState): Next {
  const { base } = state;
  return base
    ? { state, effect: { type: 'baseline', label: 'baseline', tree: base }, events: [] }
    : receive(state);
}

function onJudged(state: GateState, seen: Extract<GateEvent, { type: 'judged' }>): Next {
  const { input, base, baseline, open } = state;
  if (!base || !baseline || !open?.tree) return receive(state);
  const { number, tree } = open;
  const facts = { number, base, tree, files: seen.look.fileCount, tests: countsOf(seen.verification) };
  const verdict = verdictOf(facts, findingsOf(input, { ...seen, baseline }));
  return answer({ ...state, last: verdict }, verdict);
}

/** Files that people go back to are judged and offered anew; elsewhere the work goes on with the files as they are. */
function onRolledBack(state: GateState, tree: GateState['base']): Next {
  const { open, baseline } = state;
  if (open?.name === 'offer') return goOn({ ...state, open: { ...open, tree } });
  if (open) return look(state);
  return baseline ? receive(state) : measure(state);
}

/** A check that can't be made judges nothing; a gate that can't begin ends. */
function onBroken(state: GateState, reason: string): Next {
  const { open, base, baseline, input } = state;
  if (!base || (!baseline && !input.checkout)) return endWith(state, 'failed', reason);
  if (!open || open.name === 'keep') return receive(state);
  // It is judged already, and can't be offered.
  if (open.name === 'offer' && state.answers.at(-1)?.number === open.number)
    return endWith(state, 'unpublished', reason);
  const facts = { number: open.number, base, tree: open.tree ?? base, files: 0, tests: NO_TESTS };
  return answer(state, verdictOf(facts, [{ id: 'KTG-NOTHING-JUDGED', message: reason }]));
}

/** Gives the verdict to who asked; what is to be published is then compared, and offered with it. */
function answer(given: GateState, verdict: GateVerdict): Next {
  const { number, isRecorded, findings } = verdict;
  const how = isRecorded ? ', as judged before' : '';
  const { open, answers } = given;
  const state = { ...given, answers: [...answers, verdict].slice(-MOST_ANSWERS) };
  return after(
    [
      {
        kind: 'verdict',
        text: `Check ${number}: ${verdict.verdict}${how}, ${plural(findings.length, 'finding')}`,
        fields: { verdict: verdict.verdict, number },
      },
    ],
    open?.name === 'offer' && open.tree !== undefined ? compareOf(state, verdict) : receive(state),
  );
}

const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: 0 };

function countsOf({ passed, failed, skipped }: Verification): TestCounts {
  return { passed, failed, skipped };
}

function countsText({ passed, failed }: TestCounts): string {
  return `${passed} passed, ${failed} failed`;
}

function standOf({ id, input, base, baseline, answers }: GateState): GateStand {
  const { heavyFolders } = input;
  const directory = input.directory.realpath;
  const stand = { id, directory, heavyFolders, checkout: input.checkout?.realpath, base, answers };
  if (!baseline) return { ...stand, checks: [] };
  const { commands } = baseline.found?.spec ?? input.verification;
  const files = baseline.testFiles > 0 ? [`${plural(baseline.testFiles, 'test file')} in the sandbox`] : [];
  const [unjudged] = unjudgedFindings(input, baseline);
  return {
    ...stand,
    tests: countsOf(baseline),
    checks: [...files, ...commands.map(({ command }) => command)],
    ...(unjudged && { unjudged: unjudged.message }),
  };
}

const PHASES: Readonly<Record<GateEffect['type'], string>> = {
  capture: 'looking',
  baseline: 'baseline',
  judge: 'judging',
  compare: 'judging',
  publish: 'publishing',
  receive: 'resting',
};

function view(
  { input, base, open, last, baseline, diff, ending }: GateState,
  effect: GateEffect | KitEffect,
): RunView {
  return {
    phase: effect.type in PHASES ? PHASES[effect.type as GateEffect['type']] : 'done',
    detail: last ? `the last check: ${last.verdict}` : '',
    baseTree: base,
    // While a command works on a checkout nothing of it can be rolled back.
    tree: input.checkout && open?.name !== 'offer' ? undefined : (open?.tree ?? last?.tree ?? base),
    diff,
    outcome: ending?.status,
    findings: {
      message: ending?.why,
      tests: baseline && countsText(last?.tests ?? countsOf(baseline)),
      undoable: ending?.status === 'published',
    },
  };
}
