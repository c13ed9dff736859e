import { forkedFrom } from '../run/fork';
import type { Findings, KitEffect, RunView } from '../run/machine';
import { answeredBy } from '../run/questions';
import { addUsage } from '../run/usage';
import { attemptOf } from './attempts';
import type { Beginning } from './begin';
import { viewOfLoop } from '../agent/view';
import { outcomeOf } from './delivery-words';
import { DOING_WORDS } from './doing-words';
import { messageOf } from './outcome';
import { boughtBy } from './rounds';
import type { HealEffect, HealState } from './state';

/** Current work of the run, in words. */
type Doing = Pick<RunView, 'phase' | 'detail'>;

/** How a run stands that has not seen its directory yet. */
export function viewOfBeginning({ input }: Beginning): RunView {
  const detail = DOING_WORDS[input.language].importing(input.directory.realpath);
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
  const words = DOING_WORDS[state.input.language];
  const undoable = delivery?.outcome?.status === 'published' || delivery?.outcome?.status === 'partial';
  return {
    message: delivery?.outcome && messageOf(state, status, delivery.outcome),
    cause: repairs.at(-1)?.rootCause ?? analysis?.summary,
    tests: verification && words.tests(verification.passed, verification.failed),
    ...(undoable && { undoable, approver: answeredBy(delivery) }),
  };
}

function doing(state: HealState, effect: HealEffect | KitEffect): Doing {
  const words = DOING_WORDS[state.input.language];
  switch (effect.type) {
    case 'import':
    case 'fork':
      return { phase: 'importing', detail: words.importing(state.input.directory.realpath) };
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
      return viewOfLoop(effect, state.input.language);
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
      return { phase: 'repairing', detail: words.proposing(failingText(state)) };
    case 'verify-candidates': {
      const detail = words.verifying(effect.candidates.length, state.deciding !== undefined);
      return { phase: 'repairing', detail };
    }
    case 'compare-candidates':
      return { phase: 'repairing', detail: words.comparing(effect.candidates.length) };
    case 'suggested-checks':
      return { phase: 'repairing', detail: words.suggested };
    case 'compare':
      return { phase: 'verifying', detail: words.comparingChange };
    case 'edit':
      return {
        phase: 'verifying',
        detail: state.delivery?.stage === 'editing' ? words.verifyingEdits : words.leavingOut,
      };
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

/** The first of the failing tests and checks by its name: a message says little of which one it is. */
function failingText({ verification, analysis, input }: HealState): string {
  const words = DOING_WORDS[input.language];
  const [first] = verification?.failures ?? [];
  if (!first) return analysis?.summary ?? words.theFailure;
  return words.failing(first.id, (verification?.failed ?? 1) - 1);
}

function verifying({ baseline, delivery, input: { fork, language } }: HealState): Doing {
  const words = DOING_WORDS[language];
  if (delivery) return { phase: 'verifying', detail: words.verifyingEdits };
  if (baseline) return { phase: 'verifying', detail: words.checkingChange };
  return { phase: 'baseline', detail: words.checkingBase(fork && forkedFrom(fork, language)) };
}
