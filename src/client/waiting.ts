import { usdText } from '../domain/run/budget-report';
import { isAwaiting, standingText } from '../domain/run/outcomes';
import type { Say } from '../domain/run/said';
import { elapsedText, momentText } from '../domain/run/times';
import { openQuestion, type RunStatus } from '../domain/run/status';
import type { KintsugiClient } from './client';
import type { RunSummary } from './run-list';

/** A run that waits for people, as inbox and dashboard tell of it. */
export interface WaitingRun {
  readonly run: RunSummary;
  /** Its question: `publish 2 changed files`. */
  readonly what: string;
  readonly warnings: readonly string[];
  /** ISO 8601, workflow time; absent where no worker answers. */
  readonly since?: string;
  readonly deadline?: string;
  /** Hash that an answer names. */
  readonly hash?: string;
  /** Who is asked besides whoever looks, and by which ways people were told. */
  readonly delegate?: string;
  readonly told: readonly string[];
  /** Cost of its models so far, like `$0.02`. */
  readonly spent?: string;
}

/** Most runs whose questions are asked for, and the time that each may take to answer. */
const MOST_ASKED = 30;
const ANSWER_MS = 1_500;

/** Those of the open runs that wait for people, the longest wait first. */
export async function waitingRuns(
  client: KintsugiClient,
  open: readonly RunSummary[],
): Promise<WaitingRun[]> {
  const waiting = await Promise.all(
    open
      .filter(isAwaiting)
      .map(async (run, at) => waitingRun(run, at < MOST_ASKED ? await statusOf(client, run.id) : undefined)),
  );
  return waiting.sort((a, b) => (a.since ?? '').localeCompare(b.since ?? ''));
}

/** How a run stands; undefined where no worker answers in time. */
async function statusOf(client: KintsugiClient, id: string): Promise<RunStatus | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_MS);
  });
  const status = client.run(id).status();
  return Promise.race([status.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}

function waitingRun(run: RunSummary, status: RunStatus | undefined): WaitingRun {
  const asked = status && openQuestion(status, run.language);
  const { costMicroUsd } = status?.usage ?? {};
  return {
    run,
    what: asked?.summary ?? standingText(run, run.language),
    warnings: asked?.warnings ?? [],
    since: asked?.requestedAt,
    deadline: asked?.deadline,
    hash: asked?.hash,
    delegate: asked?.delegate,
    told: asked?.told ?? [],
    ...(costMicroUsd !== undefined && { spent: usdText(costMicroUsd) }),
  };
}

/** Since when a run waits and until when, what it has cost, and who knows. */
export function waitFacts(
  { since, deadline, delegate, told, spent }: Omit<WaitingRun, 'run' | 'what' | 'warnings'>,
  nowMs: number,
  say: Say,
): string[] {
  const asked = [...(delegate === undefined ? [] : [delegate]), ...told];
  return [
    ...(since === undefined ? [] : [say`waits for ${elapsedText(nowMs - Date.parse(since))}`]),
    ...(deadline === undefined ? [] : [say`until ${momentText(deadline)}`]),
    ...(spent === undefined ? [] : [say`${spent} spent`]),
    ...(asked.length === 0 ? [] : [say`told: ${asked.join(', ')}`]),
  ];
}
