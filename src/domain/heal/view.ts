import { viewOfLoop } from '../agent/view';
import { forkedFrom } from '../run/fork';
import type { Findings, KitEffect, RunView } from '../run/machine';
import { answeredBy } from '../run/questions';
import { addUsage } from '../run/usage';
import { outcomeOf } from './delivery';
import { DOING_WORDS } from './words/doing';
import type { HealEffect } from './effects';
import { attemptOf, boughtBy } from './facts';
import { messageOf } from './outcome';
import type { Beginning, HealFacts, HealState } from './state';

/** Current work of the run, in words. */
type Doing = Pick<RunView, 'phase' | 'detail'>;

/** Status of a run before the first look at its directory. */
export function viewOfBeginning({ facts: { input } }: Beginning): RunView {
  const detail = DOING_WORDS[input.language].importing(input.directory.realpath);
  return { phase: 'importing', detail, attempt: 1, maxAttempts: input.maxAttempts };
}

/** Status of a run that people see while the effect is under way. */
export function viewOf(state: HealState, effect: HealEffect | KitEffect): RunView {
  const { facts, phase } = state;
  const { input, baseTree, tree, usage } = facts;
  const delivery = phase.name === 'delivering' ? phase : undefined;
  const outcome = delivery?.stage.at === 'ended' ? delivery.stage.outcome : undefined;
  return {
    ...doing(state, effect),
    attempt: attemptOf(facts),
    maxAttempts: input.maxAttempts,
    baseTree,
    tree: phase.name === 'request' && phase.work ? phase.work.tree : tree,
    diff: delivery?.diff,
    usage: addUsage(usage, boughtBy(state)),
    outcome: delivery && outcome && outcomeOf(delivery.end.status, outcome, input.request),
    findings: findingsOf(state),
  };
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
    ...(undoable && { undoable, approver: answeredBy(phase.answer ?? {}) }),
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
