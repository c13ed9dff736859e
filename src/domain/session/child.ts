import { withoutWays } from '../heal/failure-report';
import type { HealResult } from '../heal/result';
import { excerpt } from '../text';
import { LARGE_ABOVE_FILES } from './context';
import { ANSWER_CHARS, type Handled } from './handling';
import type { AgentMode } from './modes';
import type { HandlerTask } from './state';

/** A mode whose work a run of `heal` does, on the session's files: what it is told besides the task, and its triggers. */
interface ChildMode {
  /** Added to the task. */
  readonly brief: string;
  readonly done: string;
  /** Absent: the session stays in its mode. */
  readonly failed?: string;
}

/** Modes that change files by a run of their own, which verifies every change and publishes nothing. */
export const CHILD_MODES: Readonly<Partial<Record<AgentMode, ChildMode>>> = {
  implementation: {
    brief:
      'Find the code that this concerns first, keep to its patterns and style, and finish with all tests passing.',
    done: 'code_complete',
    failed: 'error_occurred',
  },
  debug: {
    brief: 'Find the cause of the error first, and mend the cause, not the symptom.',
    done: 'fix_applied',
  },
  documentation: {
    brief:
      'Write documentation only: comments of declarations, README and guide pages. Change no behaviour. Describe what the code does, not what it should do.',
    done: 'doc_complete',
  },
  refactor: {
    brief:
      'Restructure without changing behaviour: the same tests pass unchanged, and every exported name keeps its declaration.',
    done: 'refactor_complete',
  },
  multi_file_editing: {
    brief: 'Change all places together: search for every use before you edit, and leave none half-changed.',
    done: 'changes_ready',
    failed: 'impact_check',
  },
  migration: {
    brief:
      'Migrate piece by piece: find every use of the old version or technology, change each to the new one, and leave no trace of the old.',
    done: 'migration_complete',
    failed: 'error_occurred',
  },
  ops_infra: {
    brief:
      'Write or mend files of build, container and CI (Dockerfile, compose, workflows). Pin versions, and keep secrets out.',
    done: 'ops_ready',
  },
};

const EARLIER_CHARS = 6_000;

/** Request of the run that does a mode's work: the task, the mode's brief, and what the conversation adds. */
export function childRequest(mode: AgentMode, { text, context, earlier }: HandlerTask): string {
  const { brief = '' } = CHILD_MODES[mode] ?? {};
  const talk = earlier.map((turn) => `- "${turn.text}": ${turn.answer}`).join('\n');
  const rejections = context.rejections.map(({ reason }) => `- ${reason}`).join('\n');
  const { lastError, errorStackTrace } = context;
  return [
    text,
    brief,
    rejections && `Earlier proposals were rejected, for these reasons:\n${rejections}`,
    mode === 'debug' && lastError && `The last error:\n${lastError.message}\n${errorStackTrace ?? ''}`.trim(),
    talk && `The conversation before, the newest last:\n${excerpt(talk, EARLIER_CHARS)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Result of a mode whose work a run of `heal` has done. */
export function handledOfHeal(mode: AgentMode, result: HealResult): Handled {
  const { status, message, diff, tests, usage, repairs, failureReport, notes = [] } = result;
  const ok = status === 'completed' || status === 'recovered';
  const { done, failed } = CHILD_MODES[mode] ?? { done: undefined };
  const counts = { passed: tests.passed, failed: tests.failed, allPassed: tests.failed === 0 };
  const causes = repairs.map(({ rootCause }) => rootCause);
  const told = [message, ...causes, ...notes, ok ? '' : withoutWays(failureReport ?? '')]
    .filter(Boolean)
    .join('\n');
  const hasChange = ok && diff !== undefined && diff.fileCount > 0;
  return {
    status: ok ? 'done' : 'failed',
    answer: excerpt(told, ANSWER_CHARS),
    trigger: ok ? doneTrigger(mode, done, hasChange ? diff.fileCount : 0) : failed,
    reason: message,
    files: hasChange ? diff.files.map(({ path }) => path) : [],
    change: hasChange ? diff : undefined,
    tests: tests.passed + tests.failed > 0 ? counts : undefined,
    error: ok ? null : { message: result.finalError ?? message },
    usage,
  };
}

/** A refactoring of many files goes on as one transaction; a mode that found nothing to change stays. */
function doneTrigger(mode: AgentMode, done: string | undefined, files: number): string | undefined {
  if (files === 0) return undefined;
  return mode === 'refactor' && files > LARGE_ABOVE_FILES ? 'large_refactor' : done;
}
