import {
  CancellationScope,
  condition,
  defineQuery,
  isCancellation,
  allHandlersFinished,
  log,
  makeContinueAsNewFunc,
  setHandler,
  workflowInfo,
  type Workflow,
  setCurrentDetails,
  TemporalFailure,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { BlobHash } from '../../domain/ids';
import { forPeople } from '../../domain/proof';
import { settledLedger, addUsage, NO_USAGE, type Usage } from '../../domain/run/budget';
import { chunkOf, eventsAfter, lastChunkOf, withoutChunk } from '../../domain/run/events';
import type { ApprovalLevel, RunInput } from '../../domain/run/input';
import type { InboxEffect } from '../../domain/run/inbox';
import type { EffectTraits, KitEffect, KitEvent, Machine, RunView } from '../../domain/run/machine';
import { FORMS } from '../../domain/run/questions';
import { firstState, keyPrefix, type RunState } from '../../domain/run/state';
import { statusOf, waitingForModel, type RunStatus, type Waiting } from '../../domain/run/status';
import { HOST_WORDS } from '../../domain/run/host-words';
import { runEvents } from '../../domain/run/words';
import { eventsQuery, statusQuery, searchAttributes } from '../../messages';
import { STORE } from '../activity-options';
import { goOnWhole, isIncomplete, startInput } from '../start-input';
import { nowMs } from '../workflow-time';
import { BudgetDesk } from './budget-desk';
import { ContinueDue, HistoryGauge, waitFor } from './continuing';
import { InboxDesk } from './inbox-desk';
import { NoticeDesk } from './notice-desk';
import { ActivityCalls } from './activity-calls';
import { makeKit, type Kit } from './kit';
import { LiveRun, type AnyRun } from './live-run';
import { ModelDesk } from './model-desk';
import { receiveStrangers } from './messages';
import { QuestionDesk, type QuestionLinks } from './question-desk';
import { RollbackDesk } from './rollback-desk';
import { currentDetails } from '../../domain/run/current-details';
import { outcomeText } from '../../domain/run/outcomes';

/** Performs each kind of effect: which activity is called, and the event that comes of it. Messages are the host's own. */
export type Performers<Effect extends { type: string }, Event> = {
  [T in Exclude<Effect['type'], InboxEffect['type']>]: (
    effect: Extract<Effect, { type: T }>,
  ) => Promise<Event>;
};

/** A run with a machine: the workflow of its kind. `carried` is what an execution before it has left. */
export function hostRun<
  Input extends RunInput,
  State,
  Effect extends { type: string },
  Event extends { type: string },
  Result,
>(
  machine: Machine<Input, State, Effect, Event, Result>,
  performers: (kit: Kit<Input>) => Performers<Effect, Event>,
): (input: Input, carried?: RunState<State, Effect | KitEffect>) => Promise<Result> {
  return async (given, carried) => {
    if (carried === undefined && isIncomplete(given)) return goOnWhole(machine.kind, given);
    const input = startInput(machine.input, given, carried);
    const run = new RunHost(machine, performers, input, carried);
    try {
      return forPeople(await run.execute());
    } catch (error) {
      if (error instanceof ContinueDue) return run.continueAsNew();
      // Any other error fails the workflow task alone, which a worker that is mended does again: then nothing has ended.
      if (error instanceof TemporalFailure) await run.breakOff(isCancellation(error) ? 'cancelled' : 'error');
      throw error;
    }
  };
}

/** One run: performs the effects that its machine asks for, and serves people meanwhile. Decides nothing itself. */
class RunHost<
  Input extends RunInput,
  State,
  Effect extends { type: string },
  Event extends { type: string },
  Result,
> {
  private readonly run: LiveRun<State, Effect | KitEffect>;
  private readonly progress: Progress;
  private readonly notices: NoticeDesk;
  private readonly questions: QuestionDesk;
  private readonly inbox: InboxDesk<State>;
  private readonly budget: BudgetDesk;
  private readonly rollbacks: RollbackDesk;
  private readonly calls: ActivityCalls;
  private readonly kit: Kit<Input>;
  private readonly perform: Performers<Effect, Event>;
  private host: string | undefined;
  private ended: string | undefined;
  private isAdmitted = false;

  constructor(
    private readonly machine: Machine<Input, State, Effect, Event, Result>,
    performers: (kit: Kit<Input>) => Performers<Effect, Event>,
    private readonly input: Input,
    carried: RunState<State, Effect | KitEffect> | undefined,
  ) {
    const facts = { id: workflowInfo().workflowId };
    const state = carried ?? firstState(input, machine.start(input, facts), nowMs());
    this.run = new LiveRun(state, new HistoryGauge(input.continueAfterEvents), machine.logLine);
    this.progress = new Progress(input);
    const events = runEvents(input.language);
    const run = this.run as unknown as AnyRun;
    setHandler(statusQuery, () => forPeople(this.status()));
    for (const [name, answer] of Object.entries(machine.queries ?? {}))
      setHandler(defineQuery(name), () => forPeople(answer(this.run.state.machine)));
    setHandler(eventsQuery, (after) => forPeople(eventsAfter(this.run.state.events, after)));
    this.notices = new NoticeDesk(input, run, events, () => this.kit);
    const links: QuestionLinks = {
      hashOf: (text) => this.hashOf(text),
      isContinueDue: () => this.isContinueDue(),
      standing: () => this.standing(),
      notify: (reason, question) => this.notices.tell(reason, question),
    };
    this.questions = new QuestionDesk(input, run, events, links);
    this.inbox = new InboxDesk(this.run, machine.messages ?? [], () => this.isContinueDue(), input.language);
    receiveStrangers(run);
    this.budget = new BudgetDesk(run, input, events, links);
    const { followsFiles: followFiles } = machine;
    this.rollbacks = new RollbackDesk(run, input.language, {
      presentTree: () => this.view().tree,
      merge: (id, trees) =>
        this.kit.call('undo one change', STORE, (activities) =>
          activities.mergeTrees({ key: this.kit.key(`rollback-${id}/merge`), ...trees, followFiles }),
        ),
    });
    const models = new ModelDesk(run, input.waitForLimitMs, events, (label) => this.kit.key(label));
    this.calls = new ActivityCalls({
      ...{ models, gauge: this.run.gauge, directory: input.directory },
      waitingForHost: (hostName) => this.waitForHost(hostName),
    });
    this.kit = makeKit({
      input: () => machine.settled?.(this.run.state.machine) ?? input,
      calls: this.calls,
      prefix: () => keyPrefix(this.run.state),
      models,
      pay: (call, act) => this.budget.pay(call, act),
      charge: (label, usage) => this.budget.charge(label, usage),
      budgetLeft: () => this.budget.rest,
      budgetExpired: () => this.budget.expired,
    });
    this.perform = performers(this.kit);
    this.run.onChange = () => this.progress.show(this.status());
  }

  async execute(): Promise<Result> {
    this.run.onChange();
    for (;;) {
      const { effect } = this.run.state;
      if (effect.type === 'finish') break;
      await this.storeSurplus();
      if (this.isContinueDue()) throw new ContinueDue();
      const event = await this.next(effect);
      this.isAdmitted = true;
      // A message may have changed the machine's state meanwhile.
      this.run.follow(this.machine.decide(this.run.state.machine, event));
    }
    this.rollbacks.close();
    return CancellationScope.nonCancellable(() => this.conclude());
  }

  /** Goes on as a new execution with all that the run is. */
  async continueAsNew(): Promise<never> {
    await condition(allHandlersFinished);
    const { budget } = this.run.state;
    const ledger = budget.waits.length > 0 ? budget.ledger : budget.ledger && settledLedger(budget.ledger);
    const state = { ...this.run.state, budget: { ...budget, ledger } };
    return makeContinueAsNewFunc<Workflow>({ workflowType: this.machine.kind })(this.input, state);
  }

  /** Ends a run that has no result. */
  async breakOff(outcome: string): Promise<void> {
    await CancellationScope.nonCancellable(() => this.tellEnd(outcome));
    this.end(outcome);
  }

  private tellEnd(outcome: string): Promise<void> {
    return this.notices.tellEnd(this.machine.kind, { ...this.view(), outcome });
  }

  private end(outcome: string): void {
    this.ended = outcome;
    this.progress.end(outcome, addUsage(this.view().usage ?? NO_USAGE, this.run.totals().givenUp));
    this.run.onChange();
  }

  /** Performs an effect. Resolves to its event, or to that of a rollback or of the time limit if one ends it first. */
  private async next(effect: (Effect | KitEffect) & EffectTraits): Promise<Event | KitEvent> {
    const limitMs = effect.untimed ? undefined : this.input.timeLimitMs;
    const run = this.run as unknown as AnyRun;
    const work = () => this.run.timed(effect, () => withinLimit(run, limitMs, () => this.performOne(effect)));
    if (effect.closing) {
      this.rollbacks.close();
      return (await work())?.value ?? { type: 'out-of-time' };
    }
    if (effect.held) return (await work())?.value ?? { type: 'out-of-time' };
    const done = await this.rollbacks.during(work);
    return done.event ?? done.value?.value ?? { type: 'out-of-time' };
  }

  private async performOne(effect: (Effect | KitEffect) & EffectTraits): Promise<Event | KitEvent> {
    // Only a machine whose events have messages among them asks for one.
    if (isReceive(effect)) return (await this.inbox.next(effect.idleMs)) as unknown as Event;
    if (isAsk(effect)) return { type: 'answered', answer: await this.questions.ask(effect.question) };
    if (effect.act) {
      const reason = await this.questions.refusal(effect.act);
      if (reason !== undefined) return { type: 'denied', act: effect.act, reason };
    }
    const performer = this.perform[effect.type as keyof Performers<Effect, Event>] as (
      given: typeof effect,
    ) => Promise<Event>;
    return performer(effect);
  }

  private async conclude(): Promise<Result> {
    this.budget.close();
    const { outcome = 'done' } = this.view();
    await this.tellEnd(outcome);
    const { machine: state, events: told } = this.run.state;
    // Whoever has the result can read how it came about, also with no worker.
    const events = await this.keepAtEnd('keep the events', 'events-end', lastChunkOf(told));
    const result = this.machine.result(state, { ...this.run.totals(), events });
    const { kind } = this.machine;
    const audit = { version: 1, kind, input: this.input, result, events, ...this.machine.audit?.(state) };
    await this.keepAtEnd('keep the audit record', 'audit', audit);
    this.end(outcome);
    return result;
  }

  /** The files may be published by now, so a store that is full must not cost the result. */
  private async keepAtEnd(summary: string, label: string, record: object): Promise<BlobHash | undefined> {
    try {
      return await this.keep(summary, label, record);
    } catch (error) {
      log.warn(`To ${summary} was not possible`, { error });
      return undefined;
    }
  }

  /** Events, and parts of the machine's state, that the run need not carry go to the store. */
  private async storeSurplus(): Promise<void> {
    for (let chunk = chunkOf(this.run.state.events); chunk; chunk = chunkOf(this.run.state.events)) {
      const stored = await this.keep('keep older events', `events-${chunk.events[0]?.sequence ?? 0}`, chunk);
      this.run.replaceEvents(withoutChunk(this.run.state.events, chunk, stored));
    }
    const surplus = this.machine.surplus?.(this.run.state.machine);
    if (!surplus) return;
    const stored = await this.keep('keep what is past', surplus.label, surplus.record);
    this.run.replaceMachine(surplus.without(stored));
  }

  private keep(summary: string, label: string, record: object): Promise<BlobHash> {
    return this.kit.quietly(summary, (activities) =>
      activities.keepRecord({ key: this.kit.key(label), record: JSON.stringify(record) }),
    );
  }

  private hashOf(text: string): Promise<BlobHash> {
    return this.kit.quietly('hash what is asked about', (activities) =>
      activities.hashAction({ key: this.kit.key('hash'), description: text }),
    );
  }

  /** Not before its first work is done: what goes on as new counts as started by Kintsugi itself. */
  private isContinueDue(): boolean {
    if (!this.isAdmitted) return false;
    const isFree = !this.calls.areUnderWay && !this.rollbacks.isBusy;
    return isFree && this.run.gauge.isDue;
  }

  private waitForHost(hostName: string | undefined): void {
    if (this.host === hostName) return;
    this.host = hostName;
    this.run.onChange();
  }

  private view(): RunView {
    const { machine, effect } = this.run.state;
    return this.machine.view(machine, effect);
  }

  /** Level and mode that questions are asked in now. */
  private standing(): { level: ApprovalLevel; mode?: string } {
    const { approvalLevel = this.input.approval.level, mode = this.input.mode } = this.view();
    return { level: approvalLevel, mode };
  }

  private status(): RunStatus {
    const ended = this.ended === undefined ? undefined : { phase: 'done', detail: '', outcome: this.ended };
    return statusOf(this.machine.kind, this.run.state, this.view(), ended ?? this.waiting());
  }

  private waiting(): Waiting | undefined {
    const { question, budget, model } = this.run.state;
    const { language } = this.input;
    const words = HOST_WORDS[language].waits;
    if (this.host !== undefined)
      return {
        phase: 'waiting-for-host',
        detail: words.worker(this.host),
      };
    if (question) return { phase: FORMS[question.form].phase, detail: question.summary };
    const [wait] = budget.waits;
    if (wait) return { phase: FORMS['top-up'].phase, detail: words.topUp(wait.what) };
    return waitingForModel(model, language);
  }
}

function isAsk(effect: { type: string }): effect is Extract<KitEffect, { type: 'ask' }> {
  return effect.type === 'ask';
}

function isReceive(effect: { type: string }): effect is InboxEffect {
  return effect.type === 'receive';
}

/** Does work within the time that a run may work; at the limit gives it up and resolves to nothing. */
async function withinLimit<T>(
  run: AnyRun,
  limitMs: number | undefined,
  work: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  if (limitMs === undefined) return { value: await work() };
  const scope = new CancellationScope();
  const progress = { isDone: false };
  const ended = scope.run(work).then((value) => ({ value }));
  const done = () => {
    progress.isDone = true;
  };
  ended.then(done, done);
  while (!progress.isDone) {
    const waits = run.isWaiting;
    const leftMs = limitMs - run.worked();
    if (!waits && leftMs <= 0) break;
    const changed = () => progress.isDone || run.isWaiting !== waits;
    try {
      await (waits
        ? condition(changed)
        : waitFor(changed, leftMs, 'until the time limit of the run', run.gauge));
    } catch {
      // The run is cancelled, or rolled back, and so is the work: that is what is told.
      return ended;
    }
  }
  if (progress.isDone) return ended;
  scope.cancel();
  await ended.catch((error: unknown) => {
    if (!isCancellation(error)) throw error;
  });
  return undefined;
}

type Shown = Pick<RunStatus, 'phase' | 'attempt' | 'mode'> & { asks: boolean };

/** Display of a run under way, besides its queries: search attributes and current details. */
class Progress {
  private shown: Partial<Shown> = {};

  /** `indexed`: false where the namespace lacks the attributes, of which an unknown one would fail the workflow task. */
  constructor(private readonly input: Pick<RunInput, 'indexed' | 'language'>) {}

  show(status: RunStatus): void {
    this.index(status);
    setCurrentDetails(currentDetails(workflowInfo().workflowId, status, this.input.language));
  }

  /** The outcome in words and the cost, for lists. */
  end(outcome: string, { costMicroUsd }: Usage): void {
    const value = outcomeText(workflowInfo().workflowType, outcome);
    if (!this.input.indexed) return;
    upsertSearchAttributes([
      { key: searchAttributes.outcome, value },
      ...(costMicroUsd === undefined ? [] : [{ key: searchAttributes.costUsd, value: costMicroUsd / 1e6 }]),
    ]);
  }

  private index({ phase, turns, attempt = turns, mode, pending }: RunStatus): void {
    const next = { phase, attempt, mode, asks: pending !== undefined };
    const { shown } = this;
    this.shown = next;
    if (!this.input.indexed) return;
    const changes = [
      ...(shown.phase === phase ? [] : [{ key: searchAttributes.phase, value: phase }]),
      ...(shown.attempt === attempt ? [] : [{ key: searchAttributes.attempt, value: attempt ?? null }]),
      ...(shown.mode === mode ? [] : [{ key: searchAttributes.mode, value: mode ?? null }]),
      ...((shown.asks ?? false) === next.asks
        ? []
        : [{ key: searchAttributes.awaitingApproval, value: next.asks }]),
    ];
    if (changes.length > 0) upsertSearchAttributes(changes);
  }
}
