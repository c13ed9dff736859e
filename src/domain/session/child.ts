import { withoutWays } from '../heal/failure-report';
import type { HealResult } from '../heal/result';
import { capital } from '../run/outcomes';
import { excerpt } from '../text';
import { LARGE_ABOVE_FILES } from './context';
import { ANSWER_CHARS, type Handled } from './handling';
import { MODES, type AgentMode } from './modes';
import type { HandlerTask } from './state';

const EARLIER_CHARS = 6_000;

/** Request of the run that does a mode's work: the task, the mode's brief, and what the conversation adds. */
export function childRequest(mode: AgentMode, { text, context, earlier }: HandlerTask): string {
  const brief = MODES[mode].child?.brief;
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

export function handledOfHeal(mode: AgentMode, result: HealResult): Handled {
  const { status, diff, tests, usage, repairs, failureReport, notes = [] } = result;
  const ok = status === 'completed' || status === 'recovered';
  // The run itself publishes nothing; what becomes of its change is the session's to say.
  const message = ok ? `${capital(result.work)}.` : result.message;
  const { done, failed } = MODES[mode].child ?? { done: undefined };
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
