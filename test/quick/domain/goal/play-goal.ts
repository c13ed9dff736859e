/** A whole goal on a tree in memory: the real machine, the real tools and merges, without a server. */
import type { GoalInput } from '../../../../src/domain/goal/input';
import { goalMachine as machine } from '../../../../src/domain/goal/machine';
import type { GivenPlan } from '../../../../src/domain/goal/plan';
import type { GoalResult } from '../../../../src/domain/goal/result';
import type { GoalEffect, GoalEvent, GoalState } from '../../../../src/domain/goal/state';
import type { KitEffect, KitEvent } from '../../../../src/domain/run/machine';
import type { TreeHash } from '../../../../src/domain/ids';
import { keep } from '../../../../src/coder/goal/task';
import { beginGoal, endGoal, makePlan, runStep, type StepDeps } from '../../../../src/coder/goal';
import { describeChange } from '../../../../src/workspace/manifest/describe-change';
import { goalContents } from '../../../../src/coder/tools/files';
import { afterTransition, firstState, type RunState } from '../../../../src/domain/run/state';
import { NO_USAGE } from '../../../../src/domain/run/budget';
import { asBlob, asTree } from '../../../support/hashes';
import { FilesRun, PLAIN_DOCUMENTS, type FolderTexts } from '../../../support/file-tools';

const ROOTS = ['/home/ann'];
const key = (effect: string) => ({ run: 'run-1', effect });

export interface Played {
  result: GoalResult;
  /** Tree after each step that is done, by its number; 0: before all. */
  trees: Map<number, TreeHash>;
  state: RunState<GoalState, GoalEffect | KitEffect>;
  effects: number;
}

/** Where a test goes back in the middle of a run, once. */
export interface GoBack {
  /** Before the step of this index is begun. */
  atStep: number;
  event(state: RunState<GoalState, GoalEffect | KitEffect>): Promise<KitEvent | undefined>;
}

/** Plays goals on one folder. `fails` says which try of which step fails before it does anything. */
export class GoalPlayer {
  private constructor(readonly files: FilesRun) {}

  static async on(texts: FolderTexts): Promise<GoalPlayer> {
    return new GoalPlayer(await FilesRun.on(texts));
  }

  async play(
    plan: GivenPlan,
    {
      fails = () => false,
      input = {},
      goBack,
    }: {
      fails?: (step: number, attempt: number) => boolean;
      input?: Partial<GoalInput>;
      goBack?: GoBack;
    } = {},
  ): Promise<Played> {
    const directory = { hostId: 'h', hostName: 'host', realpath: '/home/ann' };
    const parsed = machine.input.parse({
      directory,
      roots: ROOTS,
      plan,
      approval: { level: 'LOW' },
      ...input,
    });
    let run = firstState(parsed, machine.start(parsed, { id: 'run-1' }), 0);
    const trees = new Map([[0, this.files.tree]]);
    let open = goBack;
    let effects = 0;
    while (run.effect.type !== 'finish') {
      effects += 1;
      const { effect } = run;
      let event: GoalEvent | KitEvent | undefined;
      if (open && effect.type === 'run-step' && effect.index === open.atStep) {
        event = await open.event(run);
        open = undefined;
      }
      event ??= await this.perform(effect, run, parsed, fails);
      run = afterTransition(run, machine.decide(run.machine, event), effects);
      for (const [index, status] of run.machine.statuses.entries())
        if (status === 'done' && !trees.has(index + 1))
          trees.set(index + 1, asTree(run.machine.tree ?? asBlob('')));
    }
    const totals = { givenUp: NO_USAGE, clocks: {}, workMs: 0, waitingMs: 0, checkpoints: run.checkpoints };
    return { result: machine.result(run.machine, totals), trees, state: run, effects };
  }

  private async perform(
    effect: GoalEffect | KitEffect,
    run: RunState<GoalState>,
    input: GoalInput,
    fails: (step: number, attempt: number) => boolean,
  ): Promise<GoalEvent | KitEvent> {
    const { store } = this.files;
    const context = { signal: new AbortController().signal, attempt: 1, progress: () => undefined };
    switch (effect.type) {
      case 'begin': {
        const begun = await beginGoal(
          {
            ...store,
            capture: async () => ({
              tree: this.files.tree,
              times: await keep(store.blobs, {}),
              entries: 0,
              bytes: 0,
            }),
            turnsOf: () => Promise.resolve([]),
            learnedRows: () => Promise.resolve([]),
            knownFolders: () => Promise.resolve([]),
            timeRange: () => undefined,
          },
          { ...input, key: key('begin'), now: '2026-03-02T12:00:00.000Z' },
          context,
        );
        return { type: 'begun', ...begun, hasModel: false };
      }
      case 'plan': {
        const made = await makePlan(this.thinking(), { key: key(effect.label), ...effect }, context);
        return made.status === 'planned'
          ? { ...made, type: 'planned' }
          : { type: 'plan-refused', reason: made.reason, usage: NO_USAGE };
      }
      case 'run-step': {
        if (fails(effect.index + 1, run.machine.attempt)) {
          const outcome = await keep(store.blobs, { items: [], text: '', problem: 'it was made to fail' });
          const nothing = { done: 0, total: 0, failed: [], text: '', called: '', durationMs: 0 };
          return { type: 'step-done', outcome, ...nothing, problem: 'it was made to fail' };
        }
        const done = await runStep(
          this.steps(),
          { key: key(effect.label), timeLimitMs: 60_000, ...effect },
          context,
        );
        return { type: 'step-done', ...done };
      }
      case 'compare':
        return { type: 'compared', diff: await describeChange(store, { ...effect, roots: ROOTS }) };
      case 'publish':
        return { type: 'published', tree: effect.tree };
      case 'end': {
        const parts = { ...store, redact: same, learn: nothing, addTurn: nothing };
        const end = { key: key('end'), task: effect.task ?? asBlob(''), summary: effect.summary, now: '' };
        return { type: 'ended', report: await endGoal(parts, end) };
      }
      case 'ask':
        return { type: 'answered', answer: { status: 'granted', edits: [] } };
      default:
        throw new Error(`no ${effect.type} was expected`);
    }
  }

  private thinking() {
    const timeRange = () => undefined;
    return { ...this.files.store, redact: same, hasModel: false, runsCommands: true, timeRange };
  }

  private steps(): StepDeps {
    const { store } = this.files;
    return {
      ...store,
      documents: PLAIN_DOCUMENTS,
      redact: same,
      timeRange: () => undefined,
      chooseFolder: () => ({ none: true }),
      contentsOf: () => goalContents(store.blobs),
    };
  }
}

const same = (text: string) => text;
const nothing = () => Promise.resolve();
