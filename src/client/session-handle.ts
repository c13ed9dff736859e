import type { z } from 'zod';
import type { ApprovalLevel } from '../domain/run/input';
import type { InboxReceipt } from '../domain/run/inbox';
import { SESSION_MESSAGES, type Submission, type SessionAnswers } from '../domain/session/messages';
import type { SessionResult, Turn } from '../domain/session/state';
import { RunHandle } from './run-handle';

/** A session: a conversation about one project that goes on until it is closed. */
export class SessionHandle extends RunHandle<SessionResult> {
  /**
   * Gives the session a task; resolves once it has it. With an `id` of your own (a UUID) it can be given again after a call that
   * failed: the session has it once, as long as it goes on.
   */
  submit(task: z.input<typeof Submission>, id?: string): Promise<InboxReceipt> {
    return this.send(SESSION_MESSAGES.submit, task, id);
  }

  /** Moves the session to another mode by a trigger; the turn says whether that was possible. `id` as with a task. */
  trigger(
    trigger: string,
    { id, ...more }: { reason?: string; by?: string; id?: string } = {},
  ): Promise<InboxReceipt> {
    return this.send(SESSION_MESSAGES.trigger, { trigger, ...more }, id);
  }

  /** Sets the approval level from now on, whatever is under way. */
  setApprovalLevel(level: ApprovalLevel): Promise<InboxReceipt> {
    return this.send(SESSION_MESSAGES.level, { level });
  }

  /** Ends the session once what was sent before is done. */
  close(): Promise<InboxReceipt> {
    return this.send(SESSION_MESSAGES.close, {});
  }

  /** Answer of one of the session's queries. */
  ask<Q extends keyof SessionAnswers>(query: Q): Promise<SessionAnswers[Q]> {
    return this.query<SessionAnswers[Q]>(query);
  }

  /**
   * Waits until a message is done; resolves to its turn, or to `asked` where the session waits for an answer first. Throws
   * after `deadlineMs`, 30 minutes without it: the session goes on.
   */
  turn(message: number, deadlineMs = 30 * 60_000): Promise<{ turn: Turn } | { asked: true }> {
    const ask = async () => {
      const turn = (await this.ask('turns')).turns.find((one) => one.message === message);
      if (turn) return { turn };
      return (await this.status()).pending ? { asked: true as const } : undefined;
    };
    const late = `The session ${this.id} is still at work: look with kintsugi watch ${this.id}.`;
    return this.until(ask, { deadlineMs, longestMs: 500, late });
  }
}
