/** A change of a checkout on its way to the directory: it is shown with its verdict, asked about and published. */
import type { PublishOutcome, TreeDiff } from '../files/workspace';
import { filesOf } from '../run/policy/act';
import type { Answered, NewQuestion } from '../run/questions';
import { unshownText } from '../run/unshown';
import { plural } from '../text';
import { kindOf, placeOf, type Finding } from './findings';
import { headline } from './report/text';
import type { GateState } from './state';
import { endWith, type Next } from './transitions';
import type { GateVerdict } from './verdict';

const NO_EDITS =
  'The change of a command is published as it is: reject it, or approve it and edit your files then.';

/** Looks at the whole of a change that was judged. */
export function compareOf(state: GateState, { base, tree, number }: GateVerdict): Next {
  return { state, effect: { type: 'compare', label: `offer-${number}`, base, tree }, events: [] };
}

/** The change is known: people are asked, or, where nobody is to be, it is published if nothing speaks against it. */
export function onCompared(given: GateState, diff: TreeDiff): Next {
  const state = { ...given, diff };
  const { input, open, answers } = state;
  const verdict = answers.at(-1);
  if (!verdict) throw new Error('a change is offered once it is judged');
  const doubts = doubtsOf(verdict, open);
  if (input.approval.level === 'LOW' && doubts.length > 0)
    return endWith(state, 'unproven', doubts.join(' '));
  return ask(state, diff, verdict);
}

/** Reasons against publishing: a verdict that proves nothing, and a command that failed. */
function doubtsOf(verdict: GateVerdict, open: GateState['open']): string[] {
  return [
    ...(verdict.verdict === 'proven' ? [] : [headline(verdict)]),
    ...(open?.doubt === undefined ? [] : [open.doubt]),
  ];
}

function ask(state: GateState, diff: TreeDiff, verdict: GateVerdict, refusal?: string): Next {
  const doubts = doubtsOf(verdict, state.open);
  const what = `publish ${plural(diff.fileCount, 'changed file')} to ${state.input.directory.realpath}`;
  const question: NewQuestion = {
    kind: 'publish',
    hash: diff.hash,
    summary: `${what} (${headline(verdict)}${unshownText(diff, 'en')})`,
    act: filesOf(diff),
    files: diff.files,
    diffExcerpt: diff.excerpt,
    warnings: [...doubts, ...verdict.findings.map(warningOf), ...(diff.unkept ?? [])],
    // What is not proven must not be published unseen, whatever was granted.
    always: doubts.length > 0 || diff.unshown !== undefined,
  };
  return { state, effect: { type: 'ask', question, untimed: true }, events: [], refusal };
}

/** `KTG-TEST-BROKEN test/sum.test.ts:3 (refuses): "adds" passed before and fails: …` */
function warningOf(finding: Finding): string {
  const place = placeOf(finding);
  return `${finding.id}${place === undefined ? '' : ` ${place}`} (${kindOf(finding.id).weight}): ${finding.message}`;
}

/** The word of people on the change. */
export function onAnswered(state: GateState, answer: Answered): Next {
  const { base, diff, answers } = state;
  const verdict = answers.at(-1);
  if (!base || !diff || !verdict) throw new Error('a change is asked about once it is known');
  switch (answer.status) {
    case 'granted':
      if (answer.edits.length > 0) return ask(state, diff, verdict, NO_EDITS);
      return { state, effect: { type: 'publish', base, tree: diff.tree, closing: true }, events: [] };
    case 'rejected':
      return endWith(state, 'rejected', answer.reason);
    case 'denied':
      return endWith(state, 'denied', answer.reason);
    case 'expired':
    case 'told':
      return endWith(state, 'expired', 'nobody answered in time');
  }
}

/** The directory holds the change, or has changed the same files meanwhile. */
export function onPublished(state: GateState, outcome: PublishOutcome): Next {
  if (outcome.status === 'conflict')
    return endWith(
      state,
      'conflict',
      `${plural(outcome.conflicts.length, 'file')} changed in the folder meanwhile`,
      outcome.conflicts,
    );
  return endWith(state, 'published', `${plural(state.diff?.fileCount ?? 0, 'file')} published`);
}
