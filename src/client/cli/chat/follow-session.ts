import { setTimeout as delay } from 'node:timers/promises';
import { KintsugiError } from '../../../domain/kintsugi-error';
import { ServiceDownError } from '../../down-mark';
import type { RunEvent } from '../../../domain/run/events';
import type { BudgetReport } from '../../../domain/run/budget-report';
import { spentText } from '../../../domain/run/budget-report';
import type { Question } from '../../../domain/run/questions';
import type { RunStatus } from '../../../domain/run/status';
import type { SessionHandle } from '../../session-handle';
import { inCallersWords } from '../command-name';
import { NewEvents } from '../../event-log';
import type { Output } from '../output';
import { askOnTerminal } from '../question/ask';
import { progressLine } from '../render';
import type { StoreReader } from '../../store-reader';
import { waitsForTopUp } from '../top-up-text';
import { statusOrNone, WorkUnderWay } from '../work-under-way';

const POLL_MS = 150;
const NO_WORKER_POLL_MS = 1_000;
const SERVER_POLL_MS = 1_000;

/** Parts that following a session works with. */
export interface FollowParts {
  readonly output: Output;
  readonly store: StoreReader;
  /** Command of the user's editor. */
  readonly editor: string;
  /** Restarts the embedded server and worker if they have died. */
  revive(): Promise<void>;
  /** Where no terminal is: takes the text that a model is saying at each look. */
  hear?(said: string | undefined): void;
  /** Takes each event once, in order. */
  tell(event: RunEvent): void;
}

/** Reason why following a session ended. */
export type FollowEnd =
  | { type: 'rests' }
  | { type: 'ended' }
  /** Nobody can answer here, or the user left the question for later. */
  | { type: 'asks'; pending: Question }
  | { type: 'lacks-budget'; budget: BudgetReport }
  | { type: 'detached' };

/** Follows one session, from its events to its questions; what was told once is not told again. */
export class SessionFollower {
  private readonly news: NewEvents;
  private readonly work: WorkUnderWay;
  private firstRunId = '';
  private liveRuns: readonly string[] = [];
  private partsAtMs = -Infinity;
  private openAtMs = -Infinity;
  private toppingUp = '';

  /** `after`: sequence number of the last event that is known already. */
  constructor(
    private readonly session: SessionHandle,
    private readonly parts: FollowParts,
    after: number,
  ) {
    this.news = new NewEvents(session, after, parts.store.readBlob);
    this.work = new WorkUnderWay(session);
  }

  /** The session's status once a worker answers; undefined where the signal came first. */
  async answering(signal: AbortSignal): Promise<RunStatus | undefined> {
    while (!signal.aborted) {
      const status = await statusOrNone(this.session);
      if (status) return status;
      this.parts.output.progress(
        this.parts.output.say`no worker answers; the session goes on when one is back: ${'kintsugi up'}`,
      );
      // A server that can't be started now may be a moment later: the signal ends the waiting.
      await this.parts.revive().catch((error: unknown) => {
        if (!(error instanceof KintsugiError) || error instanceof ServiceDownError) throw error;
      });
      await delay(NO_WORKER_POLL_MS, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  }

  /** Shows the session until it rests (`until: 'rest'`) or ends, and asks where a terminal is here. */
  async follow(until: 'rest' | 'end', signal: AbortSignal): Promise<FollowEnd> {
    const since = new Date();
    const answered = new Set<string>();
    try {
      for (;;) {
        const status = await this.answering(signal);
        if (!status) return { type: 'detached' };
        await this.tellNew();
        const end = endOf(status, until) ?? (await this.attend(status, answered, signal));
        if (end) return end;
        if (!(await this.isOpen())) return { type: 'ended' };
        await this.show(status, since);
        await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      this.parts.output.clearProgress();
    }
  }

  /** An outage between two looks costs the events nothing: they come with the next look. */
  private async tellNew(): Promise<void> {
    for (const event of await this.news.next().catch(() => [])) this.parts.tell(event);
  }

  private async show(status: RunStatus, since: Date): Promise<void> {
    const { output, hear } = this.parts;
    const spent = status.usage ? spentText(status.usage, output.say) : '';
    const said = output.interactive || hear ? await this.said() : undefined;
    hear?.(said);
    output.progress(progressLine(status, output.say, await this.work.text(status, output.say)), {
      since,
      spent,
      said,
    });
  }

  /** Text that a model is saying to the session, or to a run that it waits for. */
  private async said(): Promise<string | undefined> {
    if (performance.now() - this.partsAtMs > SERVER_POLL_MS) {
      this.partsAtMs = performance.now();
      const facts = await this.session.described().catch(() => undefined);
      this.firstRunId = facts?.firstRunId ?? this.firstRunId;
      this.liveRuns = facts?.parts ?? [];
    }
    for (const run of [this.firstRunId, ...this.liveRuns]) {
      const text = await this.parts.store.readLive(run);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** A session that was terminated still answers queries, so the server is asked, once a second. */
  private async isOpen(): Promise<boolean> {
    if (performance.now() - this.openAtMs < SERVER_POLL_MS) return true;
    this.openAtMs = performance.now();
    return (await this.session.execution().catch(() => 'RUNNING')) === 'RUNNING';
  }

  /** Asks what the session asks, once each. */
  private async attend(
    status: RunStatus,
    answered: Set<string>,
    signal: AbortSignal,
  ): Promise<FollowEnd | undefined> {
    const { output, store, editor } = this.parts;
    const { pending, budget } = status;
    if (budget?.waiting && budget.waiting.since !== this.toppingUp) {
      if (!output.interactive) return { type: 'lacks-budget', budget };
      this.toppingUp = budget.waiting.since;
      for (const line of waitsForTopUp(this.session.id, budget, output.say))
        output.note(inCallersWords(line));
    }
    if (!pending) return undefined;
    const name = `${pending.hash} ${pending.requestedAt}`;
    if (answered.has(name)) return undefined;
    if (!output.interactive) return { type: 'asks', pending };
    const { end } = await askOnTerminal(
      this.session,
      { ...status, pending },
      { output, store, editor, signal },
    );
    if (end === 'later') return { type: 'asks', pending };
    answered.add(name);
    return undefined;
  }
}

function endOf({ phase, waiting, pending }: RunStatus, until: 'rest' | 'end'): FollowEnd | undefined {
  if (phase === 'done') return { type: 'ended' };
  const isAtRest = phase === 'resting' && waiting === undefined && pending === undefined;
  return until === 'rest' && isAtRest ? { type: 'rests' } : undefined;
}

/** Sequence number of the event that the turn under way began after; of the newest one where the session rests. */
export async function beginningOf(session: SessionHandle, { phase, logCount }: RunStatus): Promise<number> {
  if (phase === 'resting' || phase === 'done') return logCount;
  const { events } = await session.events(0);
  const began = events.findLast(({ kind }) => kind === 'submitted');
  return began === undefined ? logCount : began.sequence - 1;
}
