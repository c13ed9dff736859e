import { CancellationScope, isCancellation, log, setHandler, workflowInfo } from '@temporalio/workflow';
import { decide, startHealing, attemptOf } from '../domain/heal/decide';
import { forkedFrom } from '../domain/run/fork';
import { failingGenerated } from '../domain/heal/generated-tests';
import { HealInput } from '../domain/heal/input';
import { healResult } from '../domain/heal/outcome';
import type { HealResult, Timings } from '../domain/heal/result';
import type { HealEffect, HealEvent, HealState, HealStep } from '../domain/heal/state';
import { healingLog } from '../domain/heal/healing-log';
import type { TreeHash } from '../domain/ids';
import { addUsage, type Candidate, type Evidence } from '../domain/heal/proposal';
import { plural } from '../domain/text';
import type { Verification } from '../domain/verification/verification';
import { statusQuery } from '../messages';
import { ApprovalGate } from './approval-gate';
import { BudgetDesk } from './budget-desk';
import { deliver, type Delivered } from './delivery';
import { ModelSteps } from './model-steps';
import { Progress } from './progress';
import { repairRound, searchEffort, verifyRanked } from './repair-round';
import { RollbackDesk } from './rollback-desk';
import { RunCalls } from './run-calls';
import { startInput } from './start-input';
import { TimeLimit } from './time-limit';
import { nowMs } from './workflow-time';

/** Heals a workspace: Execute → Analyze → Patch → Retry, then approval and publish. */
export async function heal(rawInput: HealInput): Promise<HealResult> {
  const run = new HealRun(startInput(HealInput, rawInput));
  try {
    return await run.execute();
  } catch (error) {
    run.progress.end(isCancellation(error) ? 'cancelled' : 'error');
    throw error;
  }
}

const OUT_OF_TIME: HealEvent = { type: 'out-of-time' };

/** One run: performs the effects that the healing machine asks for. Decides nothing itself. */
class HealRun {
  readonly progress: Progress;
  private readonly gate: ApprovalGate;
  private readonly budget: BudgetDesk;
  private readonly model: ModelSteps;
  private readonly worked: () => number;
  private readonly limit: TimeLimit;
  private readonly desk: RollbackDesk;
  private readonly info = workflowInfo();
  private readonly calls: RunCalls;
  private readonly timings: Timings = {
    importMs: 0,
    baselineMs: 0,
    executeMs: 0,
    testGenerationMs: 0,
    repairMs: [],
    waitingMs: 0,
    workMs: 0,
  };

  constructor(private readonly input: HealInput) {
    this.progress = new Progress(input.maxAttempts, input.indexed);
    this.calls = new RunCalls(input, (hostName) =>
      this.progress.enter(
        'waiting-for-host',
        `waiting for a Kintsugi worker on ${hostName}: start it there with kintsugi up`,
      ),
    );
    setHandler(statusQuery, () => this.progress.status);
    const log = healingLog(input.language, this.info.workflowId, input.taskType);
    this.gate = new ApprovalGate(input.approval, this.progress, log);
    this.budget = new BudgetDesk(input.budget, this.progress, log);
    this.model = new ModelSteps(this.calls, this.budget);
    this.worked = this.stopwatch();
    this.limit = new TimeLimit({
      limitMs: input.timeLimitMs,
      workedMs: this.worked,
      isWaiting: () => this.gate.isWaiting || this.budget.isWaiting,
    });
    this.desk = new RollbackDesk(this.progress, (id, trees) =>
      this.calls
        .store('undo one step')
        .mergeTrees({ step: this.calls.step(`rollback-${id}/merge`), ...trees }),
    );
  }

  async execute(): Promise<HealResult> {
    const facts = await this.prepare();
    this.progress.status.baseTree = facts.baseTree;
    let step = startHealing(this.input, facts);
    this.progress.write(step.log);
    for (;;) {
      const next = await this.next(step);
      if ('result' in next) return next.result;
      step = decide(step.state, next.event);
      this.progress.status.tree = step.state.tree;
      this.progress.status.attempt = attemptOf(step.state);
      this.progress.write(step.log);
    }
  }

  /** What the machine asks for, unless the user rolls the run back meanwhile. */
  private async next({ effect, state }: HealStep): Promise<{ event: HealEvent } | { result: HealResult }> {
    const done = await this.desk.during(state, async () =>
      effect.type === 'finish'
        ? { result: await this.finish(state) }
        : {
            event: (await this.limit.within(() => this.perform(effect, state)))?.value ?? OUT_OF_TIME,
          },
    );
    if (done.event === undefined) return done.value;
    this.progress.status.diff = undefined;
    this.calls.rolledBack(this.progress.status.rollbacks?.length ?? 0);
    return done;
  }

  private async prepare() {
    const { directory, fork, heavyFolders, budget, model } = this.input;
    this.progress.enter('importing', `importing ${directory.realpath}`);
    const startedMs = nowMs();
    const [imported, worker] = await Promise.all([
      this.calls.host('import the directory', (activities) =>
        activities.importWorkspace({
          step: this.calls.step('import'),
          directory,
          heavyFolders,
          structured: true,
        }),
      ),
      this.calls.briefly('look at the worker', (activities) =>
        activities.inspectWorker({
          step: this.calls.step('inspect'),
          keep: fork && [fork.start, ...fork.left],
          prices: budget?.usd === undefined ? undefined : { model },
        }),
      ),
    ]);
    const outcome = fork && (await this.calls.fork(fork, imported.tree));
    this.timings.importMs = nowMs() - startedMs;
    return {
      taskId: this.info.workflowId,
      baseTree: imported.tree,
      baseTimes: imported.times,
      ...worker,
      projectStructure: imported.structure ?? '',
      fork: outcome,
    };
  }

  /** Performs one effect; every effect ends in an event. */
  private async perform(
    effect: Exclude<HealEffect, { type: 'finish' }>,
    state: HealState,
  ): Promise<HealEvent> {
    const worked = this.stopwatch();
    switch (effect.type) {
      case 'chat': {
        this.progress.enter('executing', 'answering');
        const paid = await this.model.chat(state);
        return paid.unpaid === undefined
          ? { type: 'chatted', ...paid.value }
          : { type: 'refused', reason: paid.unpaid };
      }
      case 'verify': {
        const verification = await this.verifyEffect(effect, state);
        if (effect.baseline) this.timings.baselineMs = worked();
        return { type: 'verified', verification, baseline: effect.baseline };
      }
      case 'execute': {
        const refusal = await this.refusedAction(
          'execute',
          'action/execute',
          `carry out the request: ${this.input.request ?? ''}`,
        );
        if (refusal) return refusal;
        const event = await this.executeRequest(state);
        this.timings.executeMs = worked();
        return event;
      }
      case 'generate-tests': {
        this.progress.enter(
          'generating-tests',
          `writing ${effect.weak ? 'better tests' : 'tests'} for ${plural(effect.changedFiles.length, 'file')}`,
        );
        const { tree, changedFiles, weak } = effect;
        const generated = await this.model.generateTests(state, tree, changedFiles, weak);
        this.timings.testGenerationMs += worked();
        return { type: 'tests-generated', ...generated };
      }
      case 'judge-tests':
        return this.judgeTests(effect, state, worked);
      case 'confirm':
        this.progress.enter('verifying', 'running the tests by the project’s own test runner');
        return { type: 'confirmed', outcome: await this.calls.confirm(effect) };
      case 'verify-candidates':
        return this.verifyCandidates(effect, state);
      case 'repair': {
        const round = effect.evidence.round;
        const refusal = await this.refusedAction(
          'repair',
          `action/repair-${round}`,
          `look for repair ${round}: ${effect.evidence.analysis.summary}`,
        );
        if (refusal) return refusal;
        const event = await this.repair(effect.evidence, state);
        this.timings.repairMs.push(worked());
        return event;
      }
    }
  }

  private verifyEffect(
    effect: Extract<HealEffect, { type: 'verify' }>,
    state: HealState,
  ): Promise<Verification> {
    const { fork } = this.input;
    const files = fork ? `files ${forkedFrom(fork)}` : 'unchanged files';
    if (effect.baseline) this.progress.enter('baseline', `running the checks on the ${files}`, 1);
    else this.progress.enter('verifying', 'running the checks on the change');
    return this.calls.verify(effect.tree, effect.baseline ? 'verify/baseline' : 'verify/executed', state);
  }

  private async judgeTests(
    { tree, files }: Extract<HealEffect, { type: 'judge-tests' }>,
    { baseTree }: HealState,
    worked: () => number,
  ): Promise<HealEvent> {
    this.progress.enter('generating-tests', 'trying the generated tests on deliberate mistakes');
    const judgement = await this.calls.judgeTests(baseTree, tree, files);
    this.timings.testGenerationMs += worked();
    return { type: 'tests-judged', tree, judgement };
  }

  private async executeRequest(state: HealState): Promise<HealEvent> {
    this.progress.enter('executing', 'carrying out the request');
    const outcome = await this.model.execute(state);
    if (outcome.status !== 'edited')
      return { type: 'execution-failed', error: outcome.reason, usage: outcome.usage };
    return { type: 'executed', ...outcome };
  }

  private async verifyCandidates(
    { candidates, trusted }: Extract<HealEffect, { type: 'verify-candidates' }>,
    state: HealState,
  ): Promise<HealEvent> {
    const prefix = `round-${state.rounds + 1}/verify-again`;
    this.progress.enter('repairing', `verifying ${plural(candidates.length, 'candidate')} more`);
    const judged = await verifyRanked(
      candidates,
      ({ tree, summary }) =>
        this.calls.verify(tree, `${prefix}-${tree.slice(0, 12)}`, state, `verify: ${summary}`),
      trusted,
    );
    return { type: 'candidates-verified', judged };
  }

  private async repair(evidence: Evidence, state: HealState): Promise<HealEvent> {
    const prefix = `round-${evidence.round}`;
    this.progress.enter(
      'repairing',
      `looking for a repair of ${evidence.analysis.summary}`,
      attemptOf(state),
    );
    const round = await repairRound(state, evidence, {
      propose: (proposer, given) => {
        const label = `${prefix}/propose-${proposer}`;
        if (proposer === 'llm') return this.model.propose(given, label);
        // A quick search leaves the rest to a model that is asked next.
        const effort = this.budget.expired ? undefined : searchEffort(proposer, state);
        return this.calls.propose(this.calls.proposeInput(proposer, given, label, effort));
      },
      verify: (candidate: Candidate, label) =>
        this.calls.verify(candidate.tree, `${prefix}/verify-${label}`, state, `verify: ${candidate.summary}`),
      runSuggested: (candidate, verification) =>
        this.calls.runSuggested(candidate, verification, `${prefix}/suggested`),
    });
    return { type: 'repaired', round };
  }

  /** Asks for an action that is not a diff; a refusal ends the run. */
  private async refusedAction(
    kind: 'execute' | 'repair',
    step: string,
    description: string,
  ): Promise<HealEvent | undefined> {
    if (this.input.approval.level !== 'HIGH') return undefined;
    const hash = await this.calls.briefly('hash the action', (activities) =>
      activities.hashAction({ step: this.calls.step(step), description: `${step}: ${description}` }),
    );
    const answer = await this.gate.ask({ kind, hash, summary: description, files: [], diffExcerpt: '' });
    if (answer.status === 'granted') return undefined;
    const reason = answer.status === 'expired' ? 'nobody answered in time' : answer.reason;
    return { type: 'refused', reason: `Not allowed to ${description}: ${reason}` };
  }

  private async finish(ended: HealState): Promise<HealResult> {
    const { heavyFolders } = this.input;
    const { state: trimmed, quarantined } = await this.quarantine(ended);
    const delivered = await deliver(trimmed, this.gate, this.progress, {
      compare: (tree, label) =>
        this.calls.briefly('diff', (activities) =>
          activities.compareTrees({ step: this.calls.step(label), base: trimmed.baseTree, tree }),
        ),
      edit: (tree, edits, label) =>
        this.calls.store('edit').editTree({ step: this.calls.step(label), tree, edits, heavyFolders }),
      verify: (tree, label) => this.calls.verify(tree, label, trimmed),
      leaveOut: (tree, tests, label) => this.leaveOut(tree, tests, label),
      publish: async (tree) => {
        await this.desk.close();
        return this.calls.publish(tree, trimmed.baseTree);
      },
    });
    await this.desk.close();
    const leftOut = [...quarantined, ...delivered.leftOut];
    return CancellationScope.nonCancellable(() => this.conclude(delivered, leftOut));
  }

  /** Generated tests that fail on a change which passes all of the user's tests are left out. */
  private async quarantine(state: HealState): Promise<{ state: HealState; quarantined: string[] }> {
    const quarantined = state.verification ? failingGenerated(state.verification) : [];
    if (quarantined.length === 0 || state.status === 'failed') return { state, quarantined: [] };
    const tree = await this.leaveOut(state.tree, quarantined, 'quarantine');
    return tree === undefined ? { state, quarantined: [] } : { state: { ...state, tree }, quarantined };
  }

  private async leaveOut(
    tree: TreeHash,
    tests: readonly string[],
    label: string,
  ): Promise<TreeHash | undefined> {
    const edits = tests.map((path) => ({ action: 'delete' as const, path }));
    const { heavyFolders } = this.input;
    const input = { step: this.calls.step(label), tree, edits, heavyFolders };
    const edited = await this.calls.store('leave out failing generated tests').editTree(input);
    return 'tree' in edited ? edited.tree : undefined;
  }

  private async conclude(
    { state, diff, delivery }: Delivered,
    quarantinedTests: string[],
  ): Promise<HealResult> {
    this.budget.close();
    this.timings.waitingMs = this.waitedMs();
    this.timings.workMs = this.worked();
    const budget = this.budget.report();
    const spent = { ...state, usage: addUsage(state.usage, this.budget.givenUp) };
    const result = healResult(spent, { delivery, diff, quarantinedTests, timings: this.timings, budget });
    const record = JSON.stringify({
      version: 1,
      input: this.input,
      result,
      repairHistory: state.repairHistory,
    });
    await this.keepAudit(record);
    this.progress.status.status = result.status;
    // Whoever reads the list must not take a repair for published that was rejected or in conflict.
    const delivered = delivery.status === 'published' || delivery.status === 'nothing-to-publish';
    this.progress.end(delivered ? result.status : delivery.status);
    return result;
  }

  private waitedMs(): number {
    return this.gate.waitedMs + this.budget.waitedMs;
  }

  /** Tells the time worked since now: without waiting for people. */
  private stopwatch(): () => number {
    const [startedMs, waitedMs] = [nowMs(), this.waitedMs()];
    return () => nowMs() - startedMs - (this.waitedMs() - waitedMs);
  }

  /** The files may be published by now, so a store that is full must not cost the result. */
  private async keepAudit(record: string): Promise<void> {
    try {
      await this.calls.briefly('keep the audit record', (activities) =>
        activities.writeAudit({ step: this.calls.step('audit'), record }),
      );
    } catch (error) {
      log.warn('The audit record could not be kept', { error });
    }
  }
}
