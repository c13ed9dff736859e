import { randomBytes } from 'node:crypto';
import type { Client, Workflow, WorkflowHandle, WorkflowStartOptions } from '@temporalio/client';
import { MAIN_TASK_QUEUE, startAttributes } from '../messages';

/** A run as a client starts it. */
export interface NewRun {
  /** Name of its workflow. */
  kind: string;
  /** Beginning of its id: `heal-shop`. */
  name: string;
  input: object;
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

/** Starts a run under an id of its own. */
export function startRun<T extends Workflow>(client: Client, run: NewRun): Promise<WorkflowHandle<T>> {
  const { kind, name, input, directory, host, request, summary, indexed } = run;
  // The input was read by its schema; the compiler can't tell that a workflow of any kind takes it.
  return (client.workflow as AnyStarter).start(kind, {
    taskQueue: MAIN_TASK_QUEUE,
    workflowId: `${name.slice(0, MOST_ID_CHARS)}-${randomBytes(4).toString('hex')}`,
    args: [input],
    memo: { directory: directory ?? '', ...(host !== undefined && { host }), request, ...run.memo },
    staticSummary: summary,
    staticDetails: detailsOf(run),
    typedSearchAttributes: indexed ? startAttributes(run) : undefined,
  }) as Promise<WorkflowHandle<T>>;
}

/** Markdown below the title: where the run works, for what, and what verifies it. */
function detailsOf({ directory, host, request, checks = [] }: NewRun): string {
  const at = host === undefined ? '' : ` on ${host}`;
  return [
    ...(directory === undefined ? [] : [`- **directory**: \`${directory}\`${at}`]),
    ...(request === '' ? [] : [`- **request**: ${request}`]),
    ...checks.map((check) => `- **check**: ${check}`),
  ].join('\n');
}

/** A name as a part of an id. */
export function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 40) || 'root';
}
