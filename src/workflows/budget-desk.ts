import { ApplicationFailure, CancellationScope, condition, setHandler } from '@temporalio/workflow';
import {
  afterEvent,
  amountOf,
  hasOpenReservation,
  microOf,
  missingFor,
  openLedger,
  refuseTopUp,
  TopUp,
  type Amount,
  type Budget,
  type BudgetLimit,
  type Ledger,
  type LedgerEvent,
} from '../domain/run/budget';
import {
  amountText,
  reportBudget,
  skippedSentence,
  type BudgetReport,
  type SkippedStep,
} from '../domain/run/budget-report';
import type { HealingLog } from '../domain/heal/healing-log';
import type { HealStatus } from '../domain/heal/result';
import { readMessage } from '../domain/message';
import { addUsage, NO_USAGE, type Usage } from '../domain/heal/proposal';
import { topUpSignal, topUpUpdate } from '../messages';
import type { Progress } from './progress';
import { nowIso, nowMs } from './workflow-time';

/** A step that asks a model. */
export interface PaidStep {
  /** Key within the run: a retry has the same one. */
  key: string;
  /** `look for repair 2` */
  what: string;
  /** The most that it is expected to buy. */
  estimate(): Promise<Usage>;
  /** What it has bought, where it was given up. */
  bought(): Promise<Usage>;
}

/** What a paid step came to, or the sentence why the model was not asked. */
export type PaidOutcome<T> = { value: T; unpaid?: undefined } | { unpaid: string };

interface Wait {
  step: PaidStep;
  estimate: Amount;
  since: string;
  deadline: string;
}

const ENDED = 'The run has ended, so its budget has nothing left to pay.';

/**
 * Keeps the run to its budget: reserves before each paid step, settles after it, and where a step does not fit waits for
 * a top-up until the deadline. What it waits for is asked once; later steps that do not fit go without the model.
 */
export class BudgetDesk {
  private ledger: Ledger | undefined;
  private readonly deadlineMs: number;
  private readonly waits = new Set<Wait>();
  private readonly skipped: SkippedStep[] = [];
  private toppedUp: BudgetLimit | undefined;
  /** Nobody topped it up in time, and nobody has since. */
  expired = false;
  private closed = false;
  private waitingSinceMs = 0;
  private readonly root = CancellationScope.current();
  /** What steps have bought that ended without a result. */
  givenUp = NO_USAGE;
  /** What the run was at before it waited. */
  private before: Pick<HealStatus, 'phase' | 'detail'> = { phase: 'importing', detail: '' };
  /** Time spent waiting for a top-up, ms: not part of a run's work. */
  waitedMs = 0;

  constructor(
    budget: Budget | undefined,
    private readonly progress: Progress,
    private readonly log: HealingLog,
  ) {
    this.ledger = budget && openLedger(budget);
    this.deadlineMs = budget?.topUpDeadlineMs ?? 0;
    this.show();
    setHandler(topUpUpdate, (given) => this.accept(TopUp.parse(given)), {
      validator: (given) => this.validate(given),
    });
    setHandler(topUpSignal, (given) => this.receiveSignal(given));
  }

  /** For a top-up. */
  get isWaiting(): boolean {
    return this.waits.size > 0;
  }

  /** How the budget stands; undefined where the run has none. */
  report(): BudgetReport | undefined {
    const [first] = this.waits;
    const { ledger, toppedUp, skipped } = this;
    const waiting = ledger && first && waitingFor(ledger, first);
    return ledger && reportBudget(ledger, { toppedUp, skipped: [...skipped], waiting });
  }

  /** From now on nothing is bought. */
  close(): void {
    this.closed = true;
  }

  /** Runs a step that is paid for, as soon as the budget allows it; else says why it was not run. */
  async pay<T extends { usage: Usage }>(step: PaidStep, act: () => Promise<T>): Promise<PaidOutcome<T>> {
    if (!this.ledger) return { value: await this.countingGivenUp(step, act) };
    const usage = await step.estimate();
    const estimate = amountOf(usage);
    const unpriced = this.ledger.limit.microUsd === undefined ? undefined : usage.unpricedModels;
    if (unpriced) return this.skip({ what: step.what, missing: NONE, unpricedModels: unpriced });
    const missing = await this.reserve(step, estimate);
    if (missing) return this.skip({ what: step.what, missing });
    try {
      const value = await act();
      this.record({ type: 'settle', step: step.key, used: amountOf(value.usage, estimate) });
      return { value };
    } catch (error) {
      await this.giveUp(step, estimate);
      throw error;
    }
  }

  /** Resolves to nothing once it is reserved, or to what it lacks where nobody topped up in time. */
  private async reserve(step: PaidStep, estimate: Amount): Promise<Amount | undefined> {
    for (;;) {
      const missing = this.missingOf(step, estimate);
      if (!missing) {
        this.record({ type: 'reserve', step: step.key, estimate });
        return undefined;
      }
      // Steps that go on usually take less than they have reserved.
      if (this.mayChange()) await condition(() => this.fits(step, estimate) || !this.mayChange());
      // A top-up that was too small leaves less to be missed.
      else if (this.expired) return missing;
      else await this.topUpFor(step, estimate, missing);
    }
  }

  private mayChange(): boolean {
    return this.ledger !== undefined && hasOpenReservation(this.ledger);
  }

  private fits(step: PaidStep, estimate: Amount): boolean {
    return this.missingOf(step, estimate) === undefined;
  }

  private missingOf(step: PaidStep, estimate: Amount): Amount | undefined {
    return this.ledger && missingFor(this.ledger, step.key, estimate);
  }

  /** Waits until the step fits, or for the deadline, which expires the budget. */
  private async topUpFor(step: PaidStep, estimate: Amount, missing: Amount): Promise<void> {
    const wait = { step, estimate, since: nowIso(), deadline: nowIso(this.deadlineMs) };
    this.begin(wait);
    this.progress.write([this.log.budgetAsked(step.what, amountText(missing))]);
    const inTime = await condition(() => this.fits(step, estimate), this.deadlineMs).finally(() =>
      this.end(wait),
    );
    if (!inTime) this.expired = true;
    if (this.waits.size === 0) this.progress.enter(this.before.phase, this.before.detail);
  }

  private begin(wait: Wait): void {
    if (this.waits.size === 0) {
      const { phase, detail } = this.progress.status;
      this.before = { phase, detail };
      this.waitingSinceMs = nowMs();
    }
    this.waits.add(wait);
    this.show();
    this.progress.enter('waiting-for-budget', `${wait.step.what}: waiting for a top-up of the budget`);
  }

  /** Also when the run is cancelled, or rolled back, while it waits. */
  private end(wait: Wait): void {
    this.waits.delete(wait);
    if (this.waits.size === 0) this.waitedMs += nowMs() - this.waitingSinceMs;
    this.progress.status.refusedAnswer = undefined;
    this.show();
  }

  private skip<T>(step: SkippedStep): PaidOutcome<T> {
    this.skipped.push(step);
    this.progress.write([this.log.budgetEnded(step.what)]);
    this.show();
    return { unpaid: skippedSentence(this.report() ?? { limit: {}, spent: NONE }, step) };
  }

  /** A step that ends without a result may have bought replies. */
  private async giveUp(step: PaidStep, estimate: Amount): Promise<void> {
    const usage = await this.countGivenUp(step);
    if (usage.modelCalls > 0)
      this.record({ type: 'settle', step: step.key, used: amountOf(usage, estimate) });
    this.record({ type: 'release', step: step.key });
  }

  private async countingGivenUp<T>(step: PaidStep, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      // A run that is cancelled has no result that could tell it.
      if (!this.root.consideredCancelled) await this.countGivenUp(step);
      throw error;
    }
  }

  private async countGivenUp(step: PaidStep): Promise<Usage> {
    const usage = await CancellationScope.nonCancellable(() => step.bought());
    this.givenUp = addUsage(this.givenUp, usage);
    return usage;
  }

  private record(event: LedgerEvent): void {
    if (!this.ledger) return;
    this.ledger = afterEvent(this.ledger, event);
    this.show();
  }

  private validate(given: unknown): void {
    const read = readMessage(TopUp, given, 'The top-up');
    const reason = read.refusal ?? this.refuse(read.value);
    if (reason) throw ApplicationFailure.nonRetryable(reason, 'TopUpRefused');
  }

  private refuse(given: TopUp): string | undefined {
    return this.closed ? ENDED : refuseTopUp(this.ledger, given);
  }

  private accept({ tokens, usd, by }: TopUp): BudgetReport {
    const more = { tokens, microUsd: usd === undefined ? undefined : microOf(usd) };
    this.toppedUp = sumOf(this.toppedUp, more);
    this.expired = false;
    this.progress.write([this.log.toppedUp([amountText(more), by].filter(Boolean).join(', '))]);
    this.record({ type: 'top-up', ...more });
    return this.report() ?? { limit: {}, spent: NONE, reserved: NONE, skipped: [] };
  }

  private receiveSignal(given: unknown): void {
    const read = readMessage(TopUp, given, 'The signal');
    if (read.refusal !== undefined) {
      this.progress.refuse(
        `A signal was not understood: it takes {"tokens": 20000} or {"usd": 0.5}. ${read.refusal}`,
      );
      return;
    }
    const reason = this.refuse(read.value);
    if (reason) this.progress.refuse(reason);
    else this.accept(read.value);
  }

  private show(): void {
    this.progress.showBudget(this.report());
  }
}

const NONE: Amount = { tokens: 0, microUsd: 0 };

function waitingFor(ledger: Ledger, wait: Wait): BudgetReport['waiting'] {
  const { step, estimate, since, deadline } = wait;
  return { what: step.what, missing: missingFor(ledger, step.key, estimate) ?? NONE, since, deadline };
}

function sumOf(a: BudgetLimit | undefined, b: BudgetLimit): BudgetLimit {
  const sum = (x: number | undefined, y: number | undefined) =>
    x === undefined && y === undefined ? undefined : (x ?? 0) + (y ?? 0);
  return { tokens: sum(a?.tokens, b.tokens), microUsd: sum(a?.microUsd, b.microUsd) };
}
