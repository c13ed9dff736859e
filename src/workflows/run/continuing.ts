import { allHandlersFinished, workflowInfo, CancellationScope, condition, sleep } from '@temporalio/workflow';
import type { ApprovalPolicy } from '../../domain/run/input';
import type { OpenQuestion } from '../../domain/run/questions';
import { nowMs } from '../workflow-time';

/** Thrown where a run goes on as a new execution, from the state that it has. */
export class ContinueDue extends Error {
  override name = 'ContinueDue';
}

/**
 * Most events of an execution. A worker that has not got the run in memory replays them all within one workflow task, which
 * has 10 s: 2,000 took longer on a machine that was busy.
 */
const LONG_HISTORY = 1_000;

/**
 * Knows when history has grown so long that the run should continue as new. It looks only when something arrives that
 * history holds by itself (the end of an activity, a timer, a message): a local activity may end in another workflow
 * task when it is replayed, where history has another length.
 */
export class HistoryGauge {
  private isLong = false;

  constructor(private readonly afterEvents = LONG_HISTORY) {}

  look(): void {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    this.isLong ||= continueAsNewSuggested || historyLength >= this.afterEvents;
  }

  /** True if the run should continue as new, and nothing is half-done by a handler. */
  get isDue(): boolean {
    return this.isLong && allHandlersFinished();
  }
}

/**
 * Waits until something is so, at most so long; resolves to whether it is. The timer tells in the Web UI what it is
 * for, which a condition's own does not.
 */
export async function waitFor(
  isSo: () => boolean,
  ms: number,
  summary: string,
  gauge: HistoryGauge,
): Promise<boolean> {
  if (isSo()) return true;
  const scope = new CancellationScope();
  try {
    const timer = () => sleep(ms, { summary }).then(() => gauge.look());
    await scope.run(() => Promise.race([condition(isSo), timer()]));
    return isSo();
  } finally {
    scope.cancel();
  }
}

/** A question while it is open, as its desk has it. */
export interface Asking {
  isSettled(): boolean;
  /** True if the run should continue as new meanwhile. */
  isContinueDue(): boolean;
  /** The question as it stands. */
  question(): OpenQuestion | undefined;
  /** Row of the wait that ends with what comes next. */
  line(next: 'expiry' | 'reminder' | 'delegate'): string;
  remind(question: OpenQuestion): void;
  /** Names somebody else in the question. */
  askToo(to: string, question: OpenQuestion): void;
}

/** Waits until people have settled a question, reminds them of it, and asks a delegate too. False: nobody did in time. */
export async function waitForPeople(
  { requestedAt, deadline }: Pick<OpenQuestion, 'requestedAt' | 'deadline'>,
  { remindEveryMs, delegate }: Pick<ApprovalPolicy, 'remindEveryMs' | 'delegate'>,
  asking: Asking,
  gauge: HistoryGauge,
): Promise<boolean> {
  const endMs = Date.parse(deadline);
  const delegateMs = delegate && Date.parse(requestedAt) + delegate.afterMs;
  for (let remindMs = nowMs() + remindEveryMs; nowMs() < endMs;) {
    // One behind another is no question yet: nobody can be asked too.
    const open = asking.question();
    const unasked = open !== undefined && open.delegate === undefined;
    const nextMs = Math.min(endMs, remindMs, unasked ? (delegateMs ?? endMs) : endMs);
    const isDone = await waitFor(
      () => asking.isSettled() || asking.isContinueDue(),
      Math.max(nextMs - nowMs(), 1),
      asking.line(nextMs === endMs ? 'expiry' : nextMs === remindMs ? 'reminder' : 'delegate'),
      gauge,
    );
    if (asking.isSettled()) return true;
    if (isDone) throw new ContinueDue();
    const question = asking.question();
    if (question && unasked && delegate && delegateMs !== undefined && nowMs() >= delegateMs)
      asking.askToo(delegate.to, question);
    else if (question && nowMs() >= remindMs && nowMs() < endMs) asking.remind(question);
    if (nowMs() >= remindMs) remindMs = nowMs() + remindEveryMs;
  }
  return false;
}
