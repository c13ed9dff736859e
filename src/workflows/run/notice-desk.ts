import { ActivityFailure, isCancellation, rootCause, workflowInfo } from '@temporalio/workflow';
import type { NoticeChannel, RunInput } from '../../domain/run/input';
import { noticeOf, type Notice, type NoticeReason } from '../../domain/run/notice';
import { standText } from '../../domain/run/budget-report';
import type { Question } from '../../domain/run/questions';
import { budgetReport } from '../../domain/run/status';
import type { RunEvents } from '../../domain/run/words';
import { NOTICE } from '../activity-options';
import { nowMs } from '../workflow-time';
import type { Kit } from './kit';
import type { AnyRun } from './live-run';

/** Tells people elsewhere what the run waits for. The run waits for none of it: what came of it stands in its log. */
export class NoticeDesk {
  constructor(
    private readonly input: Pick<RunInput, 'approval' | 'directory' | 'language'>,
    private readonly run: AnyRun,
    private readonly events: RunEvents,
    private readonly kit: () => Kit,
  ) {}

  /** Tells of a question by each channel, once for each reason to. */
  tell(reason: NoticeReason, question: Question): void {
    const { approval, directory, language } = this.input;
    if (approval.notify.length === 0) return;
    const budget = budgetReport(this.run.state);
    const notice = noticeOf(question, {
      ...{ reason, run: workflowInfo().workflowId, language },
      ...(directory && { directory: directory.realpath, host: directory.hostName }),
      ...(budget && { cost: standText(budget, language) }),
    });
    for (const channel of approval.notify) void this.send(channel, notice);
  }

  private async send(channel: NoticeChannel, notice: Notice): Promise<void> {
    const { hash, reason } = notice;
    const kit = this.kit();
    const key = kit.key(`notify-${channel}-${hash.slice(0, 12)}-${reason}${this.reminderOf(notice)}`);
    try {
      await kit.call(`tell people by ${channel}: ${reason}`, NOTICE, (activities) =>
        activities.notify({ key, channel, notice }),
      );
      this.run.tell([this.events.notified(channel, hash)]);
      this.noteTold(channel, hash);
    } catch (error) {
      // The question was taken back, or the run is cancelled: there is nothing to tell of any more.
      if (isCancellation(error)) return;
      const why = error instanceof ActivityFailure ? rootCause(error) : undefined;
      this.run.tell([this.events.notNotified(channel, hash, why ?? String(error))]);
    }
  }

  /** Number of a reminder, which names it within the run; empty for what is told once. */
  private reminderOf({ reason, requestedAt }: Notice): string {
    const sinceMs = nowMs() - Date.parse(requestedAt);
    return reason === 'reminded' ? `-${Math.round(sinceMs / this.input.approval.remindEveryMs)}` : '';
  }

  private noteTold(channel: NoticeChannel, hash: string): void {
    const { question } = this.run.state;
    if (question?.hash !== hash) return;
    const told = [...new Set([...(question.told ?? []), channel])];
    this.run.update({ question: { ...question, told } });
  }
}
