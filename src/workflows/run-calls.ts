import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities, EstimateInput } from '../activities/types';
import type { ProposeInput } from '../repair';
import { forkedFrom, type ForkOrigin } from '../domain/run/fork';
import type { HealInput } from '../domain/heal/input';
import type { HealEffect, HealState } from '../domain/heal/state';
import type { SearchEffort } from '../domain/heal/mutation/budget';
import type { StepKey, TreeHash } from '../domain/ids';
import { commandsToRun, SUGGESTED_TIMEOUT_MS } from '../domain/heal/suggested-checks';
import type {
  Candidate,
  Evidence,
  Proposal,
  ProposerName,
  SuggestedCheck,
  Usage,
} from '../domain/heal/proposal';
import type { TestJudgement } from '../domain/verification/test-judgement';
import type { RunnerOutcome } from '../domain/verification/own-runner';
import type { Verification, VerificationSpec } from '../domain/verification/verification';
import { CONFIRM, ESTIMATE, MODEL, SEARCH, STORE, verifyOptions } from './activity-options';
import { onHost } from './host';
import { QuickSteps, withinTask } from './quick-steps';
import { publishTree } from './publish-tree';
import { nowMs } from './workflow-time';

/** The activities of one run: each call with its step key, its options and a summary for the Web UI. */
export class RunCalls {
  private readonly run = workflowInfo().firstExecutionRunId;
  private readonly quick = new QuickSteps();
  private prefix = '';

  constructor(
    private readonly input: HealInput,
    private readonly onWaiting: (hostName: string) => void,
  ) {}

  proposeInput(
    proposer: ProposerName,
    evidence: Evidence,
    step: string,
    effort?: SearchEffort,
  ): ProposeInput {
    return {
      step: this.step(step),
      proposer,
      evidence,
      spec: this.input.verification,
      directory: this.input.directory,
      model: this.input.model,
      heavyFolders: this.input.heavyFolders,
      effort,
    };
  }

  propose(input: ProposeInput): Promise<Proposal> {
    const { proposer, evidence } = input;
    const options = proposer === 'llm' ? MODEL : SEARCH;
    const summary = `${proposer} proposer, round ${evidence.round}`;
    return proxyActivities<Activities>({ ...options, summary }).proposeRepairs(input);
  }

  /** The most that a step is expected to buy. */
  estimate(input: EstimateInput): Promise<Usage> {
    return withinTask(ESTIMATE, (activities) => activities.estimateStep(input));
  }

  /** What a step has bought that was given up. */
  bought(step: StepKey): Promise<Usage> {
    return this.store('count what was bought').boughtBy({ step });
  }

  verify(
    tree: TreeHash,
    step: string,
    state: HealState,
    summary = step.replace('/', ': '),
  ): Promise<Verification> {
    const { verification: spec, directory, heavyFolders } = this.input;
    const { baseline, generatedTests } = state;
    const input = {
      step: this.step(step),
      tree,
      spec,
      directory,
      heavyFolders,
      baseline: baseline?.report,
      rerunFailures: baseline === undefined,
      generatedTests,
    };
    const options = verifyOptions(spec);
    const title = summary.slice(0, 200);
    return isQuick(spec, baseline)
      ? this.quick.run(title, options, (activities) => activities.verifyTree(input))
      : proxyActivities<Activities>({ ...options, summary: title }).verifyTree(input);
  }

  /** The verification commands that a suggestion names, on what was applied. */
  runSuggested(
    { suggestion }: Candidate,
    { tree, report }: Verification,
    step: string,
  ): Promise<SuggestedCheck[]> {
    const { verification: spec, directory, heavyFolders } = this.input;
    const commands = commandsToRun(suggestion.verificationCommands);
    const checks = commands.map((command) => ({ command, timeoutMs: SUGGESTED_TIMEOUT_MS }));
    const options = { ...verifyOptions({ ...spec, commands: checks }), summary: 'suggested checks' };
    return proxyActivities<Activities>(options).runSuggestedChecks({
      step: this.step(step),
      tree,
      report,
      commands,
      spec,
      directory,
      heavyFolders,
    });
  }

  /** Runs the tests of a green tree by the project's own runner. */
  confirm({ tree, report, baseline }: Extract<HealEffect, { type: 'confirm' }>): Promise<RunnerOutcome> {
    const { verification: spec, directory, heavyFolders } = this.input;
    const options = { ...CONFIRM, summary: 'confirm by the project’s own test runner' };
    return proxyActivities<Activities>(options).confirmTree({
      step: this.step(`confirm/${tree.slice(0, 12)}`),
      tree,
      report,
      baseline,
      spec,
      directory,
      heavyFolders,
    });
  }

  judgeTests(base: TreeHash, tree: TreeHash, files: readonly string[]): Promise<TestJudgement> {
    const { verification: spec, directory } = this.input;
    const step = this.step(`judge-tests/${tree.slice(0, 12)}`);
    return proxyActivities<Activities>({ ...SEARCH, summary: 'try the generated tests' }).judgeTests({
      step,
      base,
      tree,
      files,
      spec,
      directory,
    });
  }

  publish(tree: TreeHash, base: TreeHash) {
    const { directory, heavyFolders, partial, dryRun } = this.input;
    const mtimeMs = nowMs();
    return publishTree(
      { base, tree, partial, dryRun },
      (label, given) =>
        this.host(given.dryRun ? 'plan the publishing' : 'publish the change', (activities) =>
          activities.publishTree({ step: this.step(label), directory, mtimeMs, ...given }),
        ),
      async (label) => {
        const captured = await this.host('keep what the directory holds', (activities) =>
          activities.importWorkspace({ step: this.step(label), directory, heavyFolders }),
        );
        return { tree: captured.tree, times: captured.times };
      },
    );
  }

  /** Where a forked run begins. */
  fork(origin: ForkOrigin, present: TreeHash) {
    const { heavyFolders } = this.input;
    const step = this.step('fork');
    return this.store(forkedFrom(origin)).forkTree({ step, origin, present, heavyFolders });
  }

  requestInput(step: string, state: HealState) {
    const { request = '', model, heavyFolders } = this.input;
    return { step: this.step(step), tree: state.tree, request, model, heavyFolders };
  }

  /** Steps after a rollback of the run are others than those before it, whatever their names. */
  rolledBack(id: number): void {
    this.prefix = `after-rollback-${id}/`;
  }

  step(step: string): StepKey {
    return { run: this.run, step: this.prefix + step };
  }

  store(summary: string) {
    return proxyActivities<Activities>({ ...STORE, summary });
  }

  /** A short read of the store, or a write that may be repeated. */
  briefly<T>(summary: string, act: (activities: Activities) => Promise<T>): Promise<T> {
    return this.quick.run(summary, STORE, act);
  }

  model(summary: string) {
    return proxyActivities<Activities>({ ...MODEL, summary });
  }

  host<T>(summary: string, act: Parameters<typeof onHost<T>>[2]): Promise<T> {
    return onHost(this.input.directory, summary, act, this.onWaiting);
  }
}

/** Tests of the sandbox that took this long on the unchanged files are quick on a change of them. */
const QUICK_BASELINE_MS = 250;

/** True if a verification can be a quick step. Commands may take any time. */
function isQuick({ commands }: VerificationSpec, baseline: Verification | undefined): boolean {
  return commands.length === 0 && baseline !== undefined && baseline.durationMs <= QUICK_BASELINE_MS;
}
