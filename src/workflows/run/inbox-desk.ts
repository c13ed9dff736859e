import { currentUpdateInfo, defineUpdate } from '@temporalio/workflow';
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
import type { Language } from '../../domain/run/input';
import { ContinueDue, waitFor } from './continuing';
import type { LiveRun } from './live-run';
import { receive } from './messages';

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
