import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import type { TreeHash } from '../domain/ids';
import type { SnapshotRef } from '../domain/run/checkpoints';
import { HOST_WORDS } from '../domain/run/host-words';
import { spoken } from '../domain/run/outcomes';
import { listedConflicts } from '../domain/run/rollback';
import type { HealResult } from '../domain/heal/result';
import { childRequest, handledOfHeal } from '../domain/session/child';
import { repositoryAsk } from '../domain/session/commit';
import { withExportProof } from '../domain/session/exports';
import type { Handled } from '../domain/session/handling';
import type { SessionInput } from '../domain/session/input';
import { askedKind, HISTORY_KINDS, type QuestionKind } from '../domain/session/question-kinds';
import { sessionMachine } from '../domain/session/machine';
import { MODES } from '../domain/session/modes';
import type { SavedState, SessionEffect, SessionEvent } from '../domain/session/state';
import { firstLine } from '../domain/text';
import { ASIDE, CODE, SEARCH, verifyOptions, EDITS_ROW, STORE } from './activity-options';
import { agentCalls } from './agent-calls';
import { payOrFail } from './paid-calls';
import { lookAtWorker } from './look-at-worker';
import { brokenIs } from './broken';
import { hostRun, type Performers } from './run/host';
import type { HostActivities } from './host';
import type { Kit } from './run/kit';
import { nowMs } from './workflow-time';
import { withRefutation } from '../domain/heal/confirm';
import { STATE_WORDS } from '../domain/session/state-words';
import type { Verification } from '../domain/verification/verification';
import { judgeAgainst, verifyBefore } from './judge';

/** Talks with people about one project: a machine of modes whose handlers work on the project's files. */
export const session = hostRun(sessionMachine, sessionEffects);

/** How each effect of a session is performed, and the event that comes of it. */
function sessionEffects(kit: Kit<SessionInput>): Performers<SessionEffect, SessionEvent> {
  const calls = agentCalls(kit, () => verifyOptions(kit.input.verification));
  return {
    capture: brokenIs(async ({ label }) => {
      const [files, worker] = await Promise.all([
        capture(kit, label),
        lookAtWorker(kit, { needsModel: false }),
      ]);
      return { type: 'captured', files, hasModel: worker.modelConfigured };
    }),
    classify: brokenIs(async ({ label, text }) => ({
      type: 'classified',
      reading: await kit.quietly('read what is asked for', (activities) =>
        activities.classifyTask({ key: kit.key(label), text }),
      ),
    })),
    intent: (effect) => intend(kit, effect),
    handle: brokenIs(async (effect) => ({ type: 'handled', handled: await handle(kit, effect) })),
    'begin-talk': brokenIs(async ({ label, mode, task: told, material, tools }) => {
      const { directory, verification: spec, heavyFolders, policy, model } = kit.input;
      const task = await kit.quietly('keep what a model is told', (activities) =>
        activities.beginTalk({
          key: kit.key(label),
          ...{ mode, task: told, material, tools, directory, spec, heavyFolders, policy, model },
        }),
      );
      return { type: 'talk-begun', task };
    }),
    think: brokenIs(calls.think),
    'call-tools': brokenIs(calls['call-tools']),
    'end-talk': brokenIs(async ({ label, mode, transcript, summary }) => ({
      type: 'talk-ended',
      answered: await kit.quietly('read the answer of the model', (activities) =>
        activities.endTalk({ key: kit.key(label), mode, transcript, summary }),
      ),
    })),
    commit: brokenIs(async ({ label, plan }) => {
      const made = await kit.onHost('commit', (activities) =>
        activities.commitChanges({ key: kit.key(label), directory: kit.input.directory, plan }),
      );
      return made.status === 'committed'
        ? { type: 'committed', commit: made.commit, notes: made.notes }
        : { type: 'not-committed', reason: made.reason };
    }),
    edit: brokenIs((effect) => takeOverEdit(kit, effect)),
    publish: brokenIs((effect) => publish(kit, effect)),
    rewind: brokenIs((effect) => rewind(kit, effect)),
    save: brokenIs(async ({ label, record }) => ({
      type: 'saved',
      saved: await kit.quietly('keep the turn', (activities) =>
        activities.keepRecord({ key: kit.key(label), record: JSON.stringify({ version: 1, ...record }) }),
      ),
    })),
    load: brokenIs((effect) => load(kit, effect)),
  };
}

async function load(
  kit: Kit<SessionInput>,
  { label, saved }: Extract<SessionEffect, { type: 'load' }>,
): Promise<SessionEvent> {
  const record = await kit.quietly('read the state of the checkpoint', (activities) =>
    activities.readSession({ key: kit.key(label), saved }),
  );
  return { type: 'loaded', record: record as SavedState };
}

async function capture(kit: Kit<SessionInput>, label: string) {
  const { directory, heavyFolders } = kit.input;
  const { tree, times } = await kit.onHost('look at the directory', (activities) =>
    activities.importWorkspace({ key: kit.key(label), directory, heavyFolders }),
  );
  return { tree, times };
}

/** Mode that a model takes a message to ask for; whatever goes wrong, people have the word. */
async function intend(
  kit: Kit<SessionInput>,
  { label, ask }: Extract<SessionEffect, { type: 'intent' }>,
): Promise<SessionEvent> {
  const input = { key: kit.key(label), ...ask, model: kit.input.model };
  try {
    // The row is told in English, as all rows are.
    const what = HOST_WORDS.en.calls.intent;
    const { value } = await payOrFail(
      kit,
      HOST_WORDS[kit.input.language].calls.intent,
      { of: 'intent', input },
      () => kit.call(what, ASIDE, (activities) => activities.readIntent(input)),
    );
    return { type: 'intended', ...value };
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return { type: 'intended' };
  }
}

/** Work of a mode: by a run of its own where files change, else by an activity that keeps none of what it writes. */
async function handle(
  kit: Kit<SessionInput>,
  { label, mode, task }: Extract<SessionEffect, { type: 'handle' }>,
): Promise<Handled> {
  const asked = askedKind(mode, task);
  const { child, tool } = MODES[mode];
  const isTrace = asked === 'trace' && mode === 'debug';
  // A question starts no run that changes files, whatever the mode.
  const isRequest = isTrace || (!asked && (child?.needsNoModel === true || !task.isQuestion));
  if (!child || !isRequest || !(task.hasModel || child.needsNoModel))
    return byTools(kit, { label, mode, task }, asked);
  // A survey lists what the run finds for itself; what other tools find people see beside its work.
  const looks = isTrace || (tool !== undefined && tool !== 'survey');
  if (!looks) {
    const done = await byChild(kit, { label, mode, task });
    return mode === 'refactor' && done.change ? proved(kit, label, done, done.change) : done;
  }
  const found = await byTools(kit, { label, mode, task }, asked);
  const done = await byChild(kit, { label: `${label}-heal`, mode, task });
  return withFindings(done, found);
}

/** The work of a run with what was found before it. Where nothing was to be changed, the findings are the result. */
function withFindings(done: Handled, found: Handled): Handled {
  const status = done.change || found.status === 'lacking' ? done.status : found.status;
  const answer = [found.answer, done.answer].filter(Boolean).join('\n\n');
  return { ...done, status, answer, about: found.about, detail: found.detail };
}

async function byTools(
  kit: Kit<SessionInput>,
  { label, mode, task }: Pick<Extract<SessionEffect, { type: 'handle' }>, 'label' | 'mode' | 'task'>,
  asked: QuestionKind | undefined,
): Promise<Handled> {
  const { directory, verification, heavyFolders, model, policy } = kit.input;
  const detect = { level: task.context.approvalLevel, policy, mode };
  const look = repositoryAsk(mode, task);
  const repository =
    look &&
    (await kit.onHost('look at the repository', (activities) =>
      activities.lookAtRepository({ key: kit.key(`${label}/repository`), directory, ...look }),
    ));
  const options = MODES[mode].runsChecks || asked === 'coverage' ? verifyOptions(verification) : SEARCH;
  const what = `${spoken(mode)}: ${firstLine(task.text, 120)}`;
  const work = (activities: HostActivities): Promise<Handled> =>
    activities.handleTask({
      key: kit.key(label),
      ...{ mode, task, asked },
      ...{ directory, spec: verification, heavyFolders, model, detect, repository },
    });
  const isOfHistory = asked !== undefined && HISTORY_KINDS.has(asked);
  return isOfHistory ? kit.onHost(what, work, HISTORY_MS) : kit.call(what, options, work);
}

/** Limit of a question about the history, ms. */
const HISTORY_MS = 60_000;

async function byChild(
  kit: Kit<SessionInput>,
  { label, mode, task }: Pick<Extract<SessionEffect, { type: 'handle' }>, 'label' | 'mode' | 'task'>,
): Promise<Handled> {
  const { directory, heavyFolders, language, approval, policy, model } = kit.input;
  const { indexed, verification, waitForLimitMs } = kit.input;
  // The session asks before it publishes; this run writes nothing.
  const level = task.context.approvalLevel === 'HIGH' ? 'HIGH' : 'LOW';
  const request = task.hasModel ? childRequest(mode, task) : undefined;
  const ended = await kit.child<HealResult>({
    kind: 'heal',
    label,
    summary: `${spoken(mode)}: ${firstLine(task.text, 120)}`,
    input: {
      version: 1,
      ...{ directory, heavyFolders, language, policy, model, indexed, verification, request, waitForLimitMs },
      approval: { ...approval, level },
      mode: 'PRECISION',
      executor: request === undefined ? undefined : 'tools',
      dryRun: true,
    },
    memo: {
      directory: directory.realpath,
      host: directory.hostName,
      request: task.text.slice(0, 200),
      language,
    },
  });
  if ('failed' in ended) return { status: 'failed', answer: ended.failed, error: { message: ended.failed } };
  return handledOfHeal(mode, ended.value);
}

/** The result of a refactoring with a look at what it exports. */
async function proved(
  kit: Kit<SessionInput>,
  label: string,
  handled: Handled,
  { base, tree }: NonNullable<Handled['change']>,
): Promise<Handled> {
  const found = await kit.call('compare what is exported', CODE, (activities) =>
    activities.compareExports({ key: kit.key(`${label}/exports`), before: base, after: tree }),
  );
  return withExportProof(handled, found, kit.input.language);
}

interface DirectoryChange {
  label: string;
  base: TreeHash;
  tree: TreeHash;
  restored?: SnapshotRef;
  /** The directory was captured as `base` a moment ago. */
  isBaseFresh?: boolean;
}

/** Changes the directory, and looks at it anew, since people may have changed other files; after a fresh look at the change alone. */
async function publish(
  kit: Kit<SessionInput>,
  { label, base, tree, restored, isBaseFresh }: DirectoryChange,
): Promise<SessionEvent> {
  const { directory, heavyFolders } = kit.input;
  const { outcome, files } = await kit.onHost('change the directory', (activities) =>
    activities.changeDirectory({
      key: kit.key(label),
      directory: directory.realpath,
      ...{ heavyFolders, base, tree, restored, isBaseFresh },
      mtimeMs: nowMs(),
    }),
  );
  if (outcome.status === 'conflict' || !files)
    return {
      type: 'publish-conflict',
      conflicts: outcome.status === 'conflict' ? outcome.conflicts : [],
    };
  const paths = 'files' in outcome ? outcome.files.map(({ path }) => path) : [];
  return { type: 'published', files, paths, change: { before: base, after: tree } };
}

/** Takes the session's changes back from the directory as it is: what people changed stays, or is a conflict. */
async function rewind(
  kit: Kit<SessionInput>,
  { label, undo, restored }: Extract<SessionEffect, { type: 'rewind' }>,
): Promise<SessionEvent> {
  const { directory, heavyFolders } = kit.input;
  const { present, merged } = await kit.onHost('find what taking the changes back gives', (activities) =>
    activities.takeBack({ key: kit.key(`${label}/before`), directory, heavyFolders, undo }),
  );
  if (merged.status === 'conflict')
    return { type: 'publish-conflict', conflicts: listedConflicts(merged.conflicts) };
  const { tree } = merged;
  const nothing = { before: tree, after: tree };
  if (tree === present.tree) return { type: 'published', files: present, paths: [], change: nothing };
  return publish(kit, { label, base: present.tree, tree, restored, isBaseFresh: true });
}

type EditEffect = Extract<SessionEffect, { type: 'edit' }>;

/** Takes over what people edited while they approved, and judges it by the checks of the files before the change. */
async function takeOverEdit(kit: Kit<SessionInput>, effect: EditEffect): Promise<SessionEvent> {
  const { directory, heavyFolders } = kit.input;
  const { label, base, tree, edits } = effect;
  const edited = await kit.call('take over the edits', STORE, (activities) =>
    activities.editTree({ key: kit.key(label), tree, edits, heavyFolders }),
  );
  if ('refusals' in edited)
    return {
      type: 'broken',
      reason: STATE_WORDS[kit.input.language].misfit(edited.refusals[0]?.message ?? ''),
    };
  const change = await kit.quietly('compare the change with the files before it', (activities) =>
    activities.compareTrees({
      key: kit.key(`${label}/diff`),
      ...{ base, tree: edited.tree, directory: directory.realpath },
    }),
  );
  return { type: 'edited', change, verification: await judge(kit, { ...effect, tree: edited.tree }) };
}

/** Verdict on a change as a run of `heal` comes to it: the files before it say which checks there are, and its own command has a word. */
async function judge(
  kit: Kit<SessionInput>,
  { label, base, tree, detect: rights }: EditEffect,
): Promise<Verification> {
  const baseline = await verifyBefore(kit, { label: `${label}/verify-before`, tree: base, rights });
  const { verification, confirmation } = await judgeAgainst(kit, {
    ...{ label, row: EDITS_ROW, base, tree, baseline },
  });
  return confirmation?.status === 'disagrees'
    ? withRefutation(verification, confirmation, kit.input.language)
    : verification;
}
