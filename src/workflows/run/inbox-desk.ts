import {
  currentUpdateInfo,
  defineUpdate,
  ActivityFailure,
  isCancellation,
  rootCause,
  workflowInfo,
} from '@temporalio/workflow';
import {
  counted,
  receiptOf,
  refuseForRoom,
  withMessage,
  type InboxEvent,
  type InboxReceipt,
  type MessageKind,
  type NewMessage,
} from '../../domain/run/inbox';
import type { LiveRun, AnyRun } from './live-run';
import { ContinueDue, waitFor } from './continuing';
import { receive } from './messages';
import type { Language, NoticeChannel, RunInput } from '../../domain/run/input';
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
    const { approval, tellsEnd } = this.input;
    if (!tellsEnd) return;
    const { message = '', tests } = findings;
    const end = {
      outcome: outcomeText(kind, outcome),
      failed: isFailure(kind, outcome),
      summary: message,
      tests,
    };
    const cost = (usage && spentText(usage)) || undefined;
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

/** Takes the messages of a machine that works on what it is told, and hands them over one by one. */
export class InboxDesk<State> {
  constructor(
    private readonly run: LiveRun<State, { type: string }>,
    kinds: readonly MessageKind<State>[],
    private readonly isContinueDue: () => boolean,
    private readonly language: Language,
  ) {
    for (const kind of kinds) this.take(kind);
  }

  /** The next message, or `idle` where none comes within so many ms since the run began to wait. */
  async next(idleMs: number): Promise<InboxEvent> {
    const isThere = () => this.run.state.inbox.waiting.length > 0;
    const isDone = await waitFor(
      () => isThere() || this.isContinueDue(),
      Math.max(idleMs - this.run.waited(), 1),
      'waiting for a message',
      this.run.gauge,
    );
    const { inbox } = this.run.state;
    const [first, ...waiting] = inbox.waiting;
    if (first) {
      this.run.update({ inbox: { ...inbox, waiting } });
      return { type: 'received', ...first };
    }
    if (isDone) throw new ContinueDue();
    return { type: 'idle' };
  }

  private take({ name, schema, what, failure, refuse, note }: MessageKind<State>): void {
    receive(
      {
        update: defineUpdate<InboxReceipt, [unknown]>(name),
        schema,
        what,
        failure,
        refuse: (message) =>
          this.known()
            ? undefined
            : (refuse?.(this.run.state.machine, message) ??
              (note ? undefined : refuseForRoom(this.run.state.inbox, this.language))),
        accept: (message) =>
          this.known() ?? this.accept({ id: currentUpdateInfo()?.id ?? '', name, message }, note),
      },
      this.run,
    );
  }

  /** Receipt of a message that is sent again. */
  private known(): InboxReceipt | undefined {
    const id = currentUpdateInfo()?.id;
    return id === undefined ? undefined : receiptOf(this.run.state.inbox, id);
  }

  private accept(given: NewMessage, note: MessageKind<State>['note']): InboxReceipt {
    const { inbox, machine } = this.run.state;
    if (!note) {
      this.run.update({ inbox: withMessage(inbox, given) });
      return { number: inbox.count + 1, before: inbox.waiting.length };
    }
    const { state, events } = note(machine, given.message);
    this.run.replaceMachine(state);
    this.run.tell(events);
    this.run.update({ inbox: counted(inbox, given.id) });
    return { number: inbox.count + 1, before: 0 };
  }
}
