import { forkedFrom } from '../run/fork';
import type { Findings, KitEffect, RunView } from '../run/machine';
import { answeredBy } from '../run/questions';
import { addUsage } from '../run/usage';
import { plural } from '../text';
import { attemptOf } from './attempts';
import type { Beginning } from './begin';
import { viewOfLoop } from '../agent/view';
import { outcomeOf } from './delivery-words';
import { messageOf } from './outcome';
import { boughtBy } from './rounds';
import type { HealEffect, HealState } from './state';

/** Current work of the run, in words. */
type Doing = Pick<RunView, 'phase' | 'detail'>;

/** How a run stands that has not seen its directory yet. */
export function viewOfBeginning({ input }: Beginning): RunView {
  const detail = `importing ${input.directory.realpath}`;
  return { phase: 'importing', detail, attempt: 1, maxAttempts: input.maxAttempts };
}

/** How a run stands. */
export function viewOf(state: HealState, effect: HealEffect | KitEffect): RunView {
  const { input, baseTree, tree, delivery } = state;
  return {
    ...doing(state, effect),
    attempt: attemptOf(state),
    maxAttempts: input.maxAttempts,
    baseTree,
    tree: state.work?.tree ?? tree,
    diff: delivery?.diff,
    usage: addUsage(state.usage, boughtBy(state)),
    outcome: delivery?.outcome && outcomeOf(state.status ?? 'failed', delivery.outcome, input.request),
    findings: findingsOf(state),
  };
}

function findingsOf(state: HealState): Findings {
  const { repairs, analysis, verification, delivery, status = 'failed' } = state;
  const undoable = delivery?.outcome?.status === 'published' || delivery?.outcome?.status === 'partial';
  return {
    message: delivery?.outcome && messageOf(state, status, delivery.outcome),
    cause: repairs.at(-1)?.rootCause ?? analysis?.summary,
    tests: verification && `${verification.passed} passed, ${verification.failed} failed`,
    ...(undoable && { undoable, approver: answeredBy(delivery) }),
  };
}

function doing(state: HealState, effect: HealEffect | KitEffect): Doing {
  switch (effect.type) {
    case 'import':
    case 'fork':
      return { phase: 'importing', detail: `importing ${state.input.directory.realpath}` };
    case 'chat':
      return { phase: 'executing', detail: 'answering' };
    case 'verify':
      return verifying(state);
    case 'execute':
    case 'begin-work':
    case 'end-work':
      return { phase: 'executing', detail: 'carrying out the request' };
    case 'think':
    case 'call-tools':
      return viewOfLoop(effect);
    case 'generate-tests': {
      const what = effect.weak ? 'better tests' : 'tests';
      const detail = `writing ${what} for ${plural(effect.changedFiles.length, 'file')}`;
      return { phase: 'generating-tests', detail };
    }
    case 'score-tests':
      return { phase: 'generating-tests', detail: 'trying deliberate mistakes on the generated tests' };
    case 'confirm':
      return { phase: 'verifying', detail: 'running the tests by the project’s own test runner' };
    case 'break':
      return { phase: 'verifying', detail: 'breaking the change on purpose: a check has to fail' };
    case 'propose':
      return { phase: 'repairing', detail: `looking for a repair of ${failingText(state)}` };
    case 'verify-candidates': {
      const more = state.deciding ? ' more' : '';
      return {
        phase: 'repairing',
        detail: `verifying ${plural(effect.candidates.length, 'candidate')}${more}`,
      };
    }
    case 'compare-candidates':
      return {
        phase: 'repairing',
        detail: `comparing what ${plural(effect.candidates.length, 'candidate')} do`,
      };
    case 'suggested-checks':
      return { phase: 'repairing', detail: 'running the checks that the repair names' };
    case 'compare':
      return { phase: 'verifying', detail: 'comparing the change with the files before the run' };
    case 'edit':
      return { phase: 'verifying', detail: state.delivery?.stage === 'editing' ? EDITS : LEAVING };
    case 'ask':
      return { phase: 'verifying', detail: effect.question.summary };
    case 'publish':
      return effect.dryRun
        ? { phase: 'publishing', detail: 'looking at what publishing would do' }
        : { phase: 'publishing', detail: 'writing the change to the directory' };
    case 'finish':
      return { phase: 'done', detail: '' };
  }
}

/** The first of the failing tests and checks by its name: a message says little of which one it is. */
function failingText({ verification, analysis }: HealState): string {
  const [first] = verification?.failures ?? [];
  if (!first) return analysis?.summary ?? 'the failure';
  const more = (verification?.failed ?? 1) - 1;
  return more > 0 ? `${first.id} and ${more} more` : first.id;
}

const EDITS = 'verifying the edits made while approving';
const LEAVING = 'leaving out generated tests that fail';

function verifying({ baseline, delivery, input: { fork } }: HealState): Doing {
  if (delivery) return { phase: 'verifying', detail: EDITS };
  if (baseline) return { phase: 'verifying', detail: 'running the checks on the change' };
  const files = fork ? `files ${forkedFrom(fork)}` : 'unchanged files';
  return { phase: 'baseline', detail: `running the checks on the ${files}` };
}
