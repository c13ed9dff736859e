import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import { NO_USAGE, type Evidence, type Proposal, type Usage } from '../domain/heal/proposal';
import type { HealState } from '../domain/heal/state';
import type { EstimateInput } from '../activities/types';
import type { ChatOutcome, ExecuteOutcome, GenerateTestsOutcome } from '../coder';
import type { TreeHash } from '../domain/ids';
import type { WeakTests } from '../domain/verification/test-judgement';
import type { BudgetDesk, PaidOutcome, PaidStep } from './budget-desk';
import type { RunCalls } from './run-calls';

/** The steps that ask a model, each within the run's budget; where that ends, what the run goes on with instead. */
export class ModelSteps {
  constructor(
    private readonly calls: RunCalls,
    private readonly budget: BudgetDesk,
  ) {}

  /** Carries out the request, or says why not. */
  async execute(state: HealState): Promise<ExecuteOutcome> {
    const report = state.baseline?.report;
    const { impactedFiles, verification: spec, directory } = state.input;
    const input = { ...this.calls.requestInput('execute', state), impactedFiles, report, spec, directory };
    const paid = await this.pay(this.step('carry out the request', { of: 'execute', input }), () =>
      this.calls.model('carry out the request').executeRequest(input),
    );
    if (paid.failed !== undefined) return { status: 'refused', reason: paid.failed, usage: NO_USAGE };
    return paid.unpaid === undefined
      ? paid.value
      : { status: 'refused', reason: paid.unpaid, usage: NO_USAGE };
  }

  /** Tests for the changed files; none where the budget ends. */
  async generateTests(
    state: HealState,
    tree: TreeHash,
    changedFiles: readonly string[],
    weak?: WeakTests,
  ): Promise<GenerateTestsOutcome & { modelFailure?: string }> {
    const label = weak ? 'generate-better-tests' : 'generate-tests';
    const input = { ...this.calls.requestInput(label, state), tree, changedFiles, weak };
    const what = weak ? 'write better tests' : 'write tests';
    const paid = await this.pay(this.step(what, { of: 'generate-tests', input }), () =>
      this.calls.model(weak ? 'generate better tests' : 'generate tests').generateTests(input),
    );
    if (paid.failed !== undefined)
      return { tree, files: [], note: '', usage: NO_USAGE, modelFailure: paid.failed };
    // What the budget did not allow is told with the budget.
    return paid.unpaid === undefined ? paid.value : { tree, files: [], note: '', usage: NO_USAGE };
  }

  /** Answers a question; there is nothing instead. */
  chat(state: HealState): Promise<PaidOutcome<ChatOutcome>> {
    const input = this.calls.requestInput('chat', state);
    return this.budget.pay(this.step('answer the request', { of: 'chat', input }), () =>
      this.calls.model('answer the request').replyToChat(input),
    );
  }

  /** Asks the model for repairs; no candidates where the budget ends. */
  async propose(evidence: Evidence, label: string): Promise<Proposal> {
    const input = this.calls.proposeInput('llm', evidence, label);
    const step = this.step(`look for repair ${evidence.round}`, { of: 'propose', input });
    const paid = await this.pay(step, () => this.calls.propose(input));
    const nothing = { candidates: [], searched: 0, usage: NO_USAGE, durationMs: 0 };
    if (paid.failed !== undefined) return { ...nothing, note: paid.failed, failure: paid.failed };
    return paid.unpaid === undefined ? paid.value : { ...nothing, note: paid.unpaid };
  }

  /** A model that fails for good takes away what it would have given, and nothing else. */
  private async pay<T extends { usage: Usage }>(
    step: PaidStep,
    act: () => Promise<T>,
  ): Promise<(PaidOutcome<T> & { failed?: undefined }) | { failed: string }> {
    try {
      return await this.budget.pay(step, act);
    } catch (error) {
      const failed = sentenceOf(error);
      if (failed === undefined) throw error;
      return { failed };
    }
  }

  private step(what: string, given: Estimated): PaidStep {
    const { step } = given.input;
    return {
      key: step.step,
      what,
      estimate: () => this.calls.estimate({ step, ...given }),
      bought: () => this.calls.bought(step),
    };
  }
}

/** Why the model gave no answer; undefined where something else went wrong. */
function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) return undefined;
  return error.cause.type?.startsWith('Model') ? error.cause.message : undefined;
}

type Estimated = EstimateInput extends infer E ? (E extends unknown ? Omit<E, 'step'> : never) : never;
