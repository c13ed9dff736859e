import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import {
  WorkflowExecutionAlreadyStartedError,
  type Client,
  type Workflow,
  type WorkflowHandle,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { Language } from '../domain/run/language';
import { speaker } from '../domain/run/said';
import { badInput } from '../domain/kintsugi-error';
import { MAIN_TASK_QUEUE, startAttributes } from '../messages';
import { plainName } from './gate-record';

/** A run as a client starts it. */
export interface NewRun {
  /** Name of its workflow. */
  kind: string;
  /** Beginning of its id: `heal-shop`. */
  name: string;
  /** Its whole id, where only one such run may go on. */
  id?: string;
  input: { readonly language: Language } & Readonly<Record<string, unknown>>;
  /** Real path of the directory that it works on; absent: none. */
  directory?: string;
  /** Name of the machine of the directory. */
  host?: string;
  /** For the list of runs; empty: none that says more than the title. */
  request: string;
  /** Title of the run in the Web UI. */
  summary: string;
  /** Checks that verify its change, in Markdown. */
  checks?: readonly string[];
  mode?: string;
  /** False where the namespace refuses Kintsugi's search attributes. */
  indexed: boolean;
  /** More of the memo. */
  memo?: Readonly<Record<string, boolean | string>>;
}

interface AnyStarter {
  start(kind: string, options: WorkflowStartOptions): Promise<WorkflowHandle>;
}

const MOST_ID_CHARS = 200;

/** Starts a run under an id of its own. Throws a sentence where a run of its id goes on. */
export async function startRun<T extends Workflow>(client: Client, run: NewRun): Promise<WorkflowHandle<T>> {
  const { kind, name, id } = run;
  // The input was read by its schema; the compiler can't tell that a workflow of any kind takes it.
  const started = (client.workflow as AnyStarter).start(kind, {
    workflowId: id ?? `${name.slice(0, MOST_ID_CHARS)}-${randomBytes(4).toString('hex')}`,
    ...runOptions(run),
  });
  try {
    return (await started) as WorkflowHandle<T>;
  } catch (error) {
    if (id === undefined || !(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    throw badInput(`${id} goes on already: end it first, or give this one another name.`);
  }
}

/** Options of a run that do not depend on who starts it: a client, or a schedule. */
export function runOptions(run: NewRun) {
  const { input, directory, host, request, summary, indexed } = run;
  return {
    taskQueue: MAIN_TASK_QUEUE,
    args: [input],
    memo: {
      directory: directory ?? '',
      ...(host !== undefined && { host }),
      request,
      language: input.language,
      ...run.memo,
    },
    staticSummary: summary,
    staticDetails: detailsOf(run),
    typedSearchAttributes: indexed ? startAttributes(run) : undefined,
  };
}

/** Markdown below the title: where the run works, for what, and what verifies it. */
function detailsOf({ directory = '', host, request, checks = [], input }: NewRun): string {
  const say = speaker(input.language);
  const at = host === undefined ? `\`${directory}\`` : say`${`\`${directory}\``} on ${host}`;
  return [
    ...(directory === '' ? [] : [say`- **directory**: ${at}`]),
    ...(request === '' ? [] : [say`- **request**: ${request}`]),
    ...checks.map((check) => say`- **check**: ${check}`),
  ].join('\n');
}

/** Name of a directory as a part of an id. */
export function folderName({ realpath }: { realpath: string }): string {
  return plainName(basename(realpath));
}
