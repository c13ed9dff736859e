import { appendFile, readFile, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory, NativeConnection } from '@temporalio/worker';
import { z } from 'zod';
import { givenPolicy, type Config } from '../config';
import { readMessage } from '../domain/message';
import { writerOf } from '../domain/proof';
import { RunPolicy } from '../domain/run/policy/run-policy';
import { Lru } from '../machine/lru';
import { isBelow } from '../machine/paths';
import { readSigned } from '../temporal/data-converter';

/** Runs whose admission is kept in mind. */
const MOST_RUNS = 1_000;

/** The parts of a run's input that ask something of its owner. */
const Asked = z.looseObject({
  version: z.number().optional(),
  /** A path where the input is still to be completed. */
  directory: z.union([z.string(), z.looseObject({ realpath: z.string() })]).optional(),
  data: z.string().optional(),
  roots: z.array(z.string()).default([]),
  folders: z.looseObject({ roots: z.array(z.string()) }).optional(),
  approval: z.looseObject({ level: z.string().optional(), onExpiry: z.string().optional() }).optional(),
  verification: z
    .looseObject({ allowUnsandboxed: z.boolean().optional(), allowUserns: z.boolean().optional() })
    .optional(),
  policy: RunPolicy.optional(),
});
type Asked = z.infer<typeof Asked>;

/** The server's own record of a start. */
interface Started {
  workflowType?: { name?: string | null } | null;
  parentWorkflowExecution?: { workflowId?: string | null } | null;
  continuedExecutionRunId?: string | null;
  initiator?: number | null;
}

/** `CONTINUE_AS_NEW_INITIATOR_WORKFLOW`: neither a retry nor a schedule. */
const BY_WORKFLOW = 1;

export interface AdmissionDeps {
  config: Pick<Config, 'home' | 'policy' | 'approval' | 'onlyFolders'>;
  connection: Pick<NativeConnection, 'workflowService'>;
  namespace: string;
  /** Secret of the data folder, with which Kintsugi's client and worker sign what they write. */
  key: string;
  /** File with the folders that the owner's client has opened, one a line. */
  opened: string;
}

/**
 * Lets no activity begin for a run that somebody else has started and that asks for more than the owner allows: whoever
 * reaches the port of the embedded server can start runs.
 */
export function admission(deps: AdmissionDeps): ActivityInterceptorsFactory {
  const known = new Lru<string, Promise<string | undefined>>(MOST_RUNS);
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const run = info.workflowExecution;
        // Whoever reaches the server can ask for any activity, too.
        if (!run || input.args.some((given) => writerOf(given) !== 'worker'))
          throw ApplicationFailure.nonRetryable('The activity was not asked for by Kintsugi.', 'BadInput');
        const refusal = known.getOr(run.runId, () => refusalOf(deps, run));
        // A server that did not answer is asked again.
        refusal.catch(() => known.delete(run.runId));
        const reason = await refusal;
        if (reason !== undefined) throw ApplicationFailure.nonRetryable(reason, 'BadInput');
        return next(input);
      },
    },
  });
}

async function refusalOf(
  deps: AdmissionDeps,
  execution: { workflowId: string; runId: string },
): Promise<string | undefined> {
  const { history } = await deps.connection.workflowService.getWorkflowExecutionHistory({
    ...{ namespace: deps.namespace, execution, maximumPageSize: 1 },
  });
  const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
  const given = (started.input?.payloads ?? []).map((payload) => readSigned(payload, deps.key));
  const read = readMessage(Asked, given[0]?.value, 'The input of the run');
  if (read.refusal !== undefined) return read.refusal;
  const asked = read.value;
  const folders = foldersOf(asked);
  const starter = isOwnStart(started) ? 'worker' : 'client';
  if (given.every(({ writer }) => writer === starter))
    // What a run goes on with was admitted when it began, and may be a link by now.
    return starter === 'client' ? remember(deps.opened, folders) : undefined;
  const more =
    given.length > 1
      ? 'go on as another run has stood'
      : started.workflowType?.name === 'rollback'
        ? 'roll anything back'
        : await askedTooMuch(deps, asked, folders);
  return more && `The run was not started by Kintsugi's own client, so it may not ${more}.`;
}

/** True for a run that another one has started, or has gone on as. What a worker wrote is no input for any other. */
function isOwnStart({ parentWorkflowExecution, continuedExecutionRunId, initiator }: Started): boolean {
  const byWorkflow = initiator === BY_WORKFLOW && Boolean(continuedExecutionRunId);
  return Boolean(parentWorkflowExecution?.workflowId) || byWorkflow;
}

function foldersOf({ directory, data, roots, folders }: Asked): string[] {
  const own = [pathOf(directory), data && dirname(data)];
  return [...new Set([...own.flatMap((path) => path || []), ...roots, ...(folders?.roots ?? [])])];
}

function pathOf(directory: Asked['directory']): string | undefined {
  return typeof directory === 'string' ? directory : directory?.realpath;
}

async function askedTooMuch(
  { config, opened }: AdmissionDeps,
  asked: Asked,
  folders: readonly string[],
): Promise<string | undefined> {
  const { approval, verification, policy, directory, version } = asked;
  if (verification?.allowUnsandboxed || verification?.allowUserns)
    return 'run commands with less isolation: start it with kintsugi';
  const { onExpiry } = config.approval;
  if (approval?.level === 'LOW' || (approval?.onExpiry === 'approve' && onExpiry !== 'approve'))
    return 'publish what nobody has approved: start it with kintsugi';
  const allowed = [...(await openedFolders(opened)), ...config.onlyFolders];
  for (const folder of folders) {
    // By way of a link another folder could take its place later.
    const isReal = (await realpath(folder).catch(() => undefined)) === folder;
    const holdsData = isBelow(folder, config.home) || isBelow(config.home, folder);
    if (!isReal || holdsData || !allowed.some((one) => isBelow(folder, one)))
      return `open ${folder}: start it with kintsugi, or name the folder in KINTSUGI_ONLY_FOLDERS`;
  }
  // The worker gives its owner's policy to what is still to be completed.
  if (version === undefined && policy === undefined) return undefined;
  const own = await givenPolicy(config, pathOf(directory)).catch(() => 'none that can be read');
  return isDeepStrictEqual(policy, own)
    ? undefined
    : 'have a policy other than yours: start it with kintsugi';
}

async function openedFolders(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

async function remember(file: string, folders: readonly string[]): Promise<undefined> {
  const known = new Set(await openedFolders(file));
  const fresh = folders.filter((folder) => !known.has(folder) && !folder.includes('\n'));
  if (fresh.length > 0)
    await appendFile(file, fresh.map((folder) => `${folder}\n`).join(''), { mode: 0o600 });
}
