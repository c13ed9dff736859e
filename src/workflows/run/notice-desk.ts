import { speaker } from '../../domain/run/said';
import { ActivityFailure, isCancellation, rootCause, workflowInfo } from '@temporalio/workflow';
import type { NoticeChannel, RunInput } from '../../domain/run/input';
import type { RunView } from '../../domain/run/machine';
import { endNoticeOf, noticeOf, type Notice, type QuestionNotice } from '../../domain/run/notice';
import { spentText, standText } from '../../domain/run/budget-report';
import { isFailure, outcomeText } from '../../domain/run/outcomes';
import type { OpenQuestion } from '../../domain/run/questions';
import { budgetReport } from '../../domain/run/status';
import type { RunEvents } from '../../domain/run/words';
import { NOTICE, NOTICE_OF_END } from '../activity-options';
import { nowMs } from '../workflow-time';
import type { Kit } from './kit';
import type { AnyRun } from './live-run';

/** Tells people elsewhere what the run waits for, and how it ended. What came of it stands in the log of the run. */
export class NoticeDesk {
  constructor(
    private readonly input: Pick<RunInput, 'approval' | 'directory' | 'language' | 'tellsEnd'>,
    private readonly run: AnyRun,
    private readonly events: RunEvents,
    private readonly kit: () => Kit,
  ) {}

  /** Tells of a question by each channel, once for each reason to. The run waits for none of it. */
  tell(reason: QuestionNotice['reason'], question: OpenQuestion): void {
    const { notify } = this.input.approval;
    if (notify.length === 0) return;
    const budget = budgetReport(this.run.state);
    const { language } = this.input;
    const cost = budget && standText(budget, language);
    const notice = noticeOf(question, { reason, cost, ...this.facts() });
    for (const channel of notify) void this.send(channel, notice);
  }

  /** Tells how the run ended, where its input says so. Resolves once that is done, or could not be. */
  async tellEnd(
    kind: string,
    { outcome = 'done', findings = {}, usage, diff }: Partial<RunView>,
  ): Promise<void> {
    const { approval, tellsEnd, language } = this.input;
    if (!tellsEnd) return;
    const { message = '', tests } = findings;
    const end = {
      outcome: outcomeText(kind, outcome, language),
      failed: isFailure(kind, outcome),
      summary: message,
      tests,
    };
    const cost = (usage && spentText(usage, speaker(language))) || undefined;
    const notice = endNoticeOf(end, { cost, ...this.facts() }, diff);
    await Promise.all(approval.notify.map((channel) => this.send(channel, notice)));
  }

  private facts(): Pick<Notice, 'run' | 'language' | 'directory' | 'host'> {
    const { directory, language } = this.input;
    const run = workflowInfo().workflowId;
    return { run, language, ...(directory && { directory: directory.realpath, host: directory.hostName }) };
  }

  private async send(channel: NoticeChannel, notice: Notice): Promise<void> {
    const { reason } = notice;
    const of = notice.hash ?? 'end';
    const kit = this.kit();
    const key = kit.key(`notify-${channel}-${of.slice(0, 12)}-${reason}${this.reminderOf(notice)}`);
    try {
      const options = notice.hash === undefined ? NOTICE_OF_END : NOTICE;
      await kit.call(`tell people by ${channel}: ${reason}`, options, (activities) =>
        activities.notify({ key, channel, notice }),
      );
      this.run.tell([this.events.notified(channel, of)]);
      this.noteTold(channel, of);
    } catch (error) {
      // The question was taken back, or the run is cancelled: there is nothing to tell of any more.
      if (isCancellation(error)) return;
      const why = error instanceof ActivityFailure ? rootCause(error) : undefined;
      this.run.tell([this.events.notNotified(channel, of, why ?? String(error))]);
    }
  }

  /** Number of a reminder, which names it within the run; empty for what is told once. */
  private reminderOf(notice: Notice): string {
    if (notice.reason !== 'reminded') return '';
    const sinceMs = nowMs() - Date.parse(notice.requestedAt);
    return `-${Math.round(sinceMs / this.input.approval.remindEveryMs)}`;
  }

  private noteTold(channel: NoticeChannel, hash: string): void {
    const { question, budget } = this.run.state;
    const withTold = <T extends Pick<OpenQuestion, 'hash' | 'told'>>(one: T): T =>
      one.hash === hash ? { ...one, told: [...new Set([...(one.told ?? []), channel])] } : one;
    this.run.update({
      question: question && withTold(question),
      budget: { ...budget, waits: budget.waits.map(withTold) },
    });
  }
}
