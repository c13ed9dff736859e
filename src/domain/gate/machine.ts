import { plural } from '../text';
import type { KitEffect, KitEvent, Machine, RunView, Transition } from '../run/machine';
import type { NewEvent } from '../run/events';
import type { Verification } from '../verification/verification';
import { findingsOf, unjudgedFindings } from './judge';
import { GateInput } from './input';
import { CheckMessage, EndMessage, GATE_MESSAGES } from './messages';
import type { GateEffect, GateEvent, GateResult, GateStand, GateState } from './state';
import { verdictOf, type GateVerdict, type TestCounts } from './verdict';

type Next = Transition<GateState, GateEffect | KitEffect>;

/** Answers that a gate keeps at hand. */
const MOST_ANSWERS = 5;

/** Judges changes of one directory against the state that it was begun with, as often as it is asked. */
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
  ],
  queries: { gate: standOf },
  view,
  result: ({ id, input: { directory }, base, last, ending }, { events }) => ({
    version: 1,
    ...{ id, directory, base, last, events },
    status: ending?.status ?? 'failed',
    message: ending?.why ?? '',
  }),
};

function decide(state: GateState, event: GateEvent | KitEvent): Next {
  switch (event.type) {
    case 'captured':
      return onCaptured(state, event.tree);
    case 'baseline-seen':
      return receive({ ...state, baseline: event.verification }, [
        { kind: 'baseline', text: `The baseline: ${countsText(countsOf(event.verification))}` },
      ]);
    case 'judged':
      return onJudged(state, event);
    case 'received':
      return event.name === GATE_MESSAGES.end
        ? endWith(state, 'closed', 'it was ended')
        : {
            state: { ...state, open: { number: event.number, ...CheckMessage.parse(event.message) } },
            effect: { type: 'capture', label: `check-${event.number}` },
            events: [],
          };
    case 'broken':
      return onBroken(state, event.reason);
    case 'idle':
      return endWith(state, 'idle', 'nobody has asked for long');
    case 'out-of-time':
      return endWith(state, 'idle', 'its time is over');
    default:
      // It asks nothing and has no checkpoints.
      return receive(state, []);
  }
}

function onCaptured(given: GateState, tree: GateState['base']): Next {
  const { open, base, baseline, last } = given;
  if (!tree) return receive(given, []);
  if (!open || !base || !baseline)
    return {
      state: { ...given, base: tree },
      effect: { type: 'baseline', label: 'baseline', tree },
      events: [],
    };
  if (last?.tree === tree && !open.again)
    return answer(given, { ...last, number: open.number, isRecorded: true });
  return {
    state: { ...given, open: { ...open, tree } },
    effect: { type: 'judge', label: `check-${open.number}`, base, tree, baseline },
    events: [],
  };
}

function onJudged(state: GateState, seen: Extract<GateEvent, { type: 'judged' }>): Next {
  const { input, base, baseline, open } = state;
  if (!base || !baseline || !open?.tree) return receive(state, []);
  const { number, tree } = open;
  const facts = { number, base, tree, files: seen.look.fileCount, tests: countsOf(seen.verification) };
  const verdict = verdictOf(facts, findingsOf(input, { ...seen, baseline }));
  return answer({ ...state, last: verdict }, verdict);
}

/** A check that can't be made judges nothing; a gate that can't begin ends. */
function onBroken(state: GateState, reason: string): Next {
  const { open, base, baseline } = state;
  if (!open || !base || !baseline) return endWith(state, 'failed', reason);
  const facts = { number: open.number, base, tree: open.tree ?? base, files: 0, tests: NO_TESTS };
  return answer(state, verdictOf(facts, [{ id: 'KTG-NOTHING-JUDGED', message: reason }]));
}

function answer(state: GateState, verdict: GateVerdict): Next {
  const { number, isRecorded, findings } = verdict;
  const how = isRecorded ? ', as judged before' : '';
  return receive({ ...state, open: undefined, answers: [...state.answers, verdict].slice(-MOST_ANSWERS) }, [
    {
      kind: 'verdict',
      text: `Check ${number}: ${verdict.verdict}${how}, ${plural(findings.length, 'finding')}`,
      fields: { verdict: verdict.verdict, number },
    },
  ]);
}

function receive(state: GateState, events: readonly NewEvent[]): Next {
  return { state, effect: { type: 'receive', idleMs: state.input.idleMs }, events };
}

function endWith(state: GateState, status: GateResult['status'], why: string): Next {
  return { state: { ...state, ending: { status, why } }, effect: { type: 'finish' }, events: [] };
}

const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: 0 };

function countsOf({ passed, failed, skipped }: Verification): TestCounts {
  return { passed, failed, skipped };
}

function countsText({ passed, failed }: TestCounts): string {
  return `${passed} passed, ${failed} failed`;
}

function standOf({ id, input, base, baseline, answers }: GateState): GateStand {
  const directory = input.directory.realpath;
  if (!baseline) return { id, directory, base, checks: [], answers };
  const { commands } = baseline.found?.spec ?? input.verification;
  const files = baseline.testFiles > 0 ? [`${plural(baseline.testFiles, 'test file')} in the sandbox`] : [];
  const [unjudged] = unjudgedFindings(input, baseline);
  return {
    ...{ id, directory, base, answers },
    tests: countsOf(baseline),
    checks: [...files, ...commands.map(({ command }) => command)],
    ...(unjudged && { unjudged: unjudged.message }),
  };
}

const PHASES: Readonly<Record<GateEffect['type'], string>> = {
  capture: 'looking',
  baseline: 'baseline',
  judge: 'judging',
  receive: 'resting',
};

function view({ base, open, last, baseline, ending }: GateState, effect: GateEffect | KitEffect): RunView {
  return {
    phase: effect.type in PHASES ? PHASES[effect.type as GateEffect['type']] : 'done',
    detail: last ? `the last check: ${last.verdict}` : '',
    baseTree: base,
    tree: open?.tree ?? last?.tree ?? base,
    outcome: ending?.status,
    findings: { message: ending?.why, tests: baseline && countsText(last?.tests ?? countsOf(baseline)) },
  };
}
