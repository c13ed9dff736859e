import { CancellationScope, condition, uuid4 } from '@temporalio/workflow';
import { BlobHash } from '../../domain/ids';
import {
  afterEvent,
  amountOf,
  hasOpenReservation,
  microOf,
  missingFor,
  refuseTopUp,
  restOf,
  sumOfLimits,
  TopUp,
  type Amount,
  type Budget,
  type Ledger,
  type LedgerEvent,
  type Usage,
} from '../../domain/run/budget';
import {
  amountText,
  skippedSentence,
  topUpQuestion,
  type BudgetReport,
  type SkippedCall,
} from '../../domain/run/budget-report';
import { budgetReport } from '../../domain/run/status';
import { type BudgetState, type TopUpWait, withGivenUp, withoutGivenUp } from '../../domain/run/state';
import { isoOf } from '../../domain/run/times';
import { HOST_WORDS } from '../../domain/run/host-words';
import type { Language, RunInput } from '../../domain/run/input';
import type { OpenQuestion } from '../../domain/run/questions';
import type { RunEvents } from '../../domain/run/words';
import { topUpSignal, topUpUpdate } from '../../messages';
import { nowMs } from '../workflow-time';
import { ContinueDue, waitForPeople, type Asking } from './continuing';
import type { AnyRun } from './live-run';
import { receive } from './messages';
import type { QuestionLinks } from './question-desk';

/** A call that asks a model. */
export interface PaidCall {
  /** Key within the run: a retry has the same one. */
  key: string;
  /** `look for repair 2` */
  what: string;
  /** The usual purchase. */
  estimate(): Promise<Usage>;
  /** Bought although it was given up. */
  bought(): Promise<Usage>;
}

/** Value of a paid call, or a sentence on why the model was not asked. */
export type PaidOutcome<T> = { value: T; unpaid?: undefined } | { unpaid: string; value?: undefined };

/** Calls without the model that a run has at hand; each is an event too. */
const MOST_SKIPPED = 20;
const NONE: Amount = { tokens: 0, microUsd: 0 };

/**
 * Keeps the run to its budget: reserves before each paid call, settles after it, and where a call does not fit waits for
 * a top-up until the deadline. What it waits for is asked once; later calls that do not fit go without the model.
 */
export class BudgetDesk {
  private closed = false;
  private readonly language: Language;
  private readonly root = CancellationScope.current();

  constructor(
    private readonly run: AnyRun,
    private readonly input: Pick<RunInput, 'approval' | 'budget' | 'language'>,
    private readonly events: RunEvents,
    private readonly links: Pick<QuestionLinks, 'isContinueDue' | 'notify'>,
  ) {
    this.language = input.language;
    receive(
      {
        update: topUpUpdate,
        signal: topUpSignal,
        refused: this.events.refused,
        schema: TopUp,
        what: 'The top-up',
        takes: '{"tokens": 20000} or {"usd": 0.5}',
        failure: 'TopUpRefused',
        refuse: (given) =>
          this.closed
            ? HOST_WORDS[this.language].messages.ended
            : (refuseTopUp(this.ledger, given, this.language) ?? this.refuseLate(given)),
        accept: (given) => this.accept(given),
      },
      run,
    );
  }

  /** Nobody topped the budget up in time, and nobody has since. */
  get expired(): boolean {
    return this.budget.expired;
  }

  /** From now on nothing is bought. */
  close(): void {
    this.closed = true;
  }

  /** Makes a call that is paid for, as soon as the budget allows it; else says why it was not made. */
  async pay<T extends { usage: Usage }>(call: PaidCall, act: () => Promise<T>): Promise<PaidOutcome<T>> {
    if (!this.ledger) return { value: await this.countingGivenUp(call, act) };
    const usage = await call.estimate();
    const estimate = amountOf(usage);
    const unpriced = this.ledger.limit.microUsd === undefined ? undefined : usage.unpricedModels;
    if (unpriced) return this.skip({ what: call.what, missing: NONE, unpricedModels: unpriced });
    const missing = await this.reserve(call, estimate);
    if (missing) return this.skip({ what: call.what, missing });
    try {
      const value = await act();
      this.record({ type: 'settle', call: call.key, used: amountOf(value.usage, estimate) });
      this.made(call);
      return { value };
    } catch (error) {
      await this.giveUp(call, estimate);
      throw error;
    }
  }

  /** Takes what a run of another kind spent, by its label; telling it twice takes it once. */
  charge(label: string, usage: Usage): void {
    this.record({ type: 'settle', call: label, used: amountOf(usage) });
  }

  /** Rest of the budget, for a run of its own; undefined where there is none. */
  get rest(): Pick<Budget, 'tokens' | 'usd'> | undefined {
    return this.ledger && restOf(this.ledger);
  }

  private get budget(): BudgetState {
    return this.run.state.budget;
  }

  private get ledger(): Ledger | undefined {
    return this.budget.ledger;
  }

  private set(change: Partial<BudgetState>): void {
    this.run.update({ budget: { ...this.budget, ...change } });
  }

  /** Resolves to nothing once it is reserved, or to what it lacks where nobody topped up in time. */
  private async reserve(call: PaidCall, estimate: Amount): Promise<Amount | undefined> {
    for (;;) {
      const missing = this.missingOf(call, estimate);
      if (!missing) {
        this.record({ type: 'reserve', call: call.key, estimate });
        return undefined;
      }
      // Calls that go on usually take less than they have reserved.
      if (this.mayChange()) await condition(() => this.fits(call, estimate) || !this.mayChange());
      // A top-up that was too small leaves less to be missed.
      else if (this.expired) return missing;
      else await this.topUpFor(call, estimate, missing);
    }
  }

  private mayChange(): boolean {
    return this.ledger !== undefined && hasOpenReservation(this.ledger);
  }

  private fits(call: PaidCall, estimate: Amount): boolean {
    return this.missingOf(call, estimate) === undefined;
  }

  private missingOf(call: PaidCall, estimate: Amount): Amount | undefined {
    return this.ledger && missingFor(this.ledger, call.key, estimate);
  }

  /** Waits until the call fits, or for the deadline, which expires the budget. */
  private async topUpFor(call: PaidCall, estimate: Amount, missing: Amount): Promise<void> {
    const wait = this.begin(call, estimate, missing);
    const asking: Asking = {
      isSettled: () => this.fits(call, estimate),
      isContinueDue: () => this.links.isContinueDue(),
      question: () => this.questionOf(wait),
      line: () => `waiting for a top-up of the budget: ${call.what}`,
      remind: (open) => {
        this.run.tell([this.events.reminder(open)]);
        this.links.notify('reminded', open);
      },
      askToo: (delegate, open) => {
        this.run.tell([this.events.delegated(delegate, open)]);
        const waits = this.budget.waits.map((one) => (one.key === wait.key ? { ...one, delegate } : one));
        this.set({ waits });
        this.links.notify('delegated', { ...open, delegate });
      },
    };
    const { since: requestedAt, deadline } = wait;
    const inTime = await waitForPeople(
      { requestedAt, deadline },
      this.input.approval,
      asking,
      this.run.gauge,
    ).catch((error: unknown) => {
      if (!(error instanceof ContinueDue)) this.end(wait);
      throw error;
    });
    this.end(wait);
    if (!inTime) this.set({ expired: true });
  }

  /** The wait that the run continues with, or a new one. */
  private begin({ key, what }: PaidCall, estimate: Amount, missing: Amount): TopUpWait {
    const known = this.budget.waits.find((wait) => wait.key === key);
    if (known) return known;
    const since = isoOf(nowMs());
    // A name like a hash, which needs no activity to be made.
    const hash = BlobHash.parse(`${uuid4()}${uuid4()}`.replaceAll('-', ''));
    const deadline = isoOf(nowMs() + (this.input.budget?.topUpDeadlineMs ?? 0));
    const wait = { key, what, estimate, hash, since, deadline };
    this.run.tell([this.events.budgetAsked(what, amountText(missing, this.language), hash)]);
    this.set({ waits: [...this.budget.waits, wait] });
    const open = this.questionOf(wait);
    if (open) this.links.notify('asked', open);
    return wait;
  }

  /** The wait as a question to people; undefined for one behind another: a run asks one thing at a time. */
  private questionOf({ hash }: TopUpWait): OpenQuestion | undefined {
    const waiting = budgetReport(this.run.state)?.waiting;
    return waiting?.hash === hash ? topUpQuestion(waiting, this.language) : undefined;
  }

  /** A top-up for a wait that is over, or that has what it lacked, could buy what nobody meant. */
  private refuseLate({ hash }: TopUp): string | undefined {
    const isMeant = (wait: TopUpWait): boolean =>
      wait.hash === hash &&
      this.ledger !== undefined &&
      missingFor(this.ledger, wait.key, wait.estimate) !== undefined;
    const isOpen = hash === undefined || this.budget.waits.some(isMeant);
    return isOpen ? undefined : HOST_WORDS[this.language].messages.notWaiting;
  }

  /** Also when the run is cancelled, or rolled back, while it waits. */
  private end({ key }: TopUpWait): void {
    const [first] = this.budget.waits;
    const waits = this.budget.waits.filter((wait) => wait.key !== key);
    this.set({ waits });
    this.run.update({ refusedAnswer: undefined });
    const [next] = waits;
    const open = next && next !== first ? this.questionOf(next) : undefined;
    if (open) this.links.notify('asked', open);
  }

  private skip<T>(call: SkippedCall): PaidOutcome<T> {
    this.run.tell([this.events.budgetEnded(call.what)]);
    this.set({ skipped: [...this.budget.skipped, call].slice(-MOST_SKIPPED) });
    return {
      unpaid: skippedSentence(
        budgetReport(this.run.state) ?? { limit: {}, spent: NONE },
        call,
        this.language,
      ),
    };
  }

  /** A call that ends without a result may have bought replies. */
  private async giveUp(call: PaidCall, estimate: Amount): Promise<void> {
    const usage = await this.countGivenUp(call);
    if (usage.modelCalls > 0)
      this.record({ type: 'settle', call: call.key, used: amountOf(usage, estimate) });
    this.record({ type: 'release', call: call.key });
  }

  private async countingGivenUp<T>(call: PaidCall, act: () => Promise<T>): Promise<T> {
    try {
      const value = await act();
      this.made(call);
      return value;
    } catch (error) {
      // A run that is cancelled has no result that could tell it.
      if (!this.root.consideredCancelled) await this.countGivenUp(call);
      throw error;
    }
  }

  /** A call that was given up before tells now itself what all its tries bought. */
  private made({ key }: PaidCall): void {
    const { givenUp } = this.budget;
    if (Object.hasOwn(givenUp.calls, key)) this.set({ givenUp: withoutGivenUp(givenUp, key) });
  }

  private async countGivenUp(call: PaidCall): Promise<Usage> {
    const usage = await CancellationScope.nonCancellable(() => call.bought());
    this.set({ givenUp: withGivenUp(this.budget.givenUp, call.key, usage) });
    return usage;
  }

  private record(event: LedgerEvent): void {
    if (this.ledger) this.set({ ledger: afterEvent(this.ledger, event) });
  }

  private accept({ tokens, usd, by, hash }: TopUp): BudgetReport {
    const more = { tokens, microUsd: usd === undefined ? undefined : microOf(usd) };
    this.run.tell([this.events.toppedUp(amountText(more, this.language), { by, hash })]);
    this.set({ toppedUp: sumOfLimits(this.budget.toppedUp, more), expired: false });
    this.record({ type: 'top-up', ...more });
    return budgetReport(this.run.state) ?? { limit: {}, spent: NONE, reserved: NONE, skipped: [] };
  }
}
