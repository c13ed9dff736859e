import {
  ChildWorkflowFailure,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  sleep,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/types';
import type { EffectKey } from '../../domain/ids';
import type { Budget, Usage } from '../../domain/run/budget';
import { childId, type RunInput } from '../../domain/run/input';
import { startAttributes } from '../../messages';
import { STORE } from '../activity-options';
import type { HostActivities } from '../host';
import type { OtherWay } from '../quick-calls';
import type { ActivityCalls } from './activity-calls';
import type { PaidCall, PaidOutcome } from './budget-desk';
import type { ModelDesk } from './model-desk';

/** Tools that perform the effects of a run: calls of activities, each with a key, a summary and its options. */
export interface Kit<Input extends RunInput = RunInput> {
  readonly input: Input;
  /** Names an effect of this run, by its label: the same in a retry and after continue-as-new. */
  key(label: string): EffectKey;
  /** An activity: one row in the Web UI. */
  call<T>(summary: string, options: ActivityOptions, act: (activities: Activities) => Promise<T>): Promise<T>;
  /**
   * A short read of the store, or a write that may be repeated: within the workflow task, where it is done in time.
   * `otherwise`: how else it is done; absent: as an activity. Where it is absent, the summary has no words of people.
   */
  quietly<T>(
    summary: string,
    act: (activities: Activities) => Promise<T>,
    otherwise?: OtherWay<T>,
  ): Promise<T>;
  /** An activity on the machine that owns the run's directory. Once begun it is finished, unless it has a limit of its own, ms. */
  onHost<T>(summary: string, act: (activities: HostActivities) => Promise<T>, limitMs?: number): Promise<T>;
  /** A run of another kind, to its end; one that breaks off is a value. It is cancelled with this run. */
  child<T>(given: ChildRun): Promise<{ value: T } | { failed: string }>;
  /** Waits until a worker has a model. Resolves to false where none has come in time. */
  untilModel(): Promise<boolean>;
  /** A durable timer that says what it is for. */
  wait(ms: number, summary: string): Promise<void>;
  /** Makes a paid call as soon as the run's budget allows it, or says why not. */
  pay<T extends { usage: Usage }>(call: PaidCall, act: () => Promise<T>): Promise<PaidOutcome<T>>;
  /** Takes what a run that this one started has spent from the budget. `label`: the name of that run within this one. */
  charge(label: string, usage: Usage): void;
  /** Rest of the budget, top-ups included; undefined where the run has none. */
  readonly budgetLeft: Pick<Budget, 'tokens' | 'usd'> | undefined;
  /** True once nobody has topped the budget up in time. */
  readonly budgetExpired: boolean;
}

/** A run that another one starts. */
export interface ChildRun {
  /** Name of its workflow. */
  kind: string;
  /** Names it within the run. */
  label: string;
  summary: string;
  input: object;
  /** For the list of runs. */
  memo: Readonly<Record<string, string>>;
}

export interface KitParts<Input extends RunInput> {
  /** As the run has settled it by now. */
  input(): Input;
  calls: ActivityCalls;
  prefix(): string;
  models: ModelDesk;
  pay: Kit['pay'];
  charge: Kit['charge'];
  budgetLeft(): Kit['budgetLeft'];
  budgetExpired(): boolean;
}

export function makeKit<Input extends RunInput>(parts: KitParts<Input>): Kit<Input> {
  const { calls, models } = parts;
  const { indexed } = parts.input();
  const run = workflowInfo().firstExecutionRunId;
  return {
    get input() {
      return parts.input();
    },
    key: (label) => ({ run, effect: parts.prefix() + label }),
    call: (summary, options, act) => calls.callActivity({ at: 'worker', summary, options, act }),
    quietly: (summary, act, otherwise) =>
      calls.callActivity({ at: 'task', summary, otherwise: otherwise ?? STORE, act }),
    onHost: (summary, act, limitMs) => calls.callActivity({ at: 'host', summary, act, limitMs }),
    untilModel: () => calls.durable(() => models.untilModel()),
    child: (given) => calls.durable(() => runChild(given, indexed)),
    wait: (ms, summary) => calls.durable(() => sleep(ms, { summary: summary.slice(0, 200) })),
    pay: parts.pay,
    charge: parts.charge,
    get budgetLeft() {
      return parts.budgetLeft();
    },
    get budgetExpired() {
      return parts.budgetExpired();
    },
  };
}

async function runChild<T>(
  { kind, label, summary, input, memo }: ChildRun,
  indexed: boolean,
): Promise<{ value: T } | { failed: string }> {
  try {
    const value: unknown = await executeChild(kind, {
      workflowId: childId(workflowInfo().workflowId, label),
      args: [input],
      staticSummary: summary.slice(0, 200),
      memo,
      parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
      typedSearchAttributes: indexed ? startAttributes({ kind, input }) : undefined,
    });
    return { value: value as T };
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ChildWorkflowFailure)) throw error;
    return { failed: (error.cause ?? error).message };
  }
}
