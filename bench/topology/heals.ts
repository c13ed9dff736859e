/** Heals on a topology: a project in a worker's folder, a run begun in its container, and how it went. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HealResult, KintsugiClient, RunStatus } from '../../src/client';
import { openClient } from '../../src/client/open';
import { loadConfig } from '../../src/config';
import { BROKEN_SUM } from '../../test/support/kintsugi';
import { WORKERS, type Topology, type WorkerName } from './start';

const START_DEADLINE_MS = 90_000;
const STATUS_DEADLINE_MS = 3 * 60_000;
const RUN_DEADLINE_MS = 10 * 60_000;
const RETRY_MS = 500;

export interface Heal {
  id: string;
  worker: WorkerName;
  /** The file that has the bug, on this machine. */
  file: string;
}

/** How a run ended, by its result, by the directory and by its history. */
interface Outcome {
  /** True if the result says so and the file in the directory is repaired. */
  recovered: boolean;
  /** True if the run never ended, or its result and the directory say different things. */
  lost: boolean;
  /** Workers that performed effects of it. */
  workers: string[];
}

/** A client on this machine. It has a data folder of its own and no worker. */
export function connectTo({ engine, values }: Topology): Promise<KintsugiClient> {
  const config = loadConfig({
    PATH: loadConfig().path,
    KINTSUGI_HOME: path.join(engine.folder, 'client'),
    TEMPORAL_ADDRESS: engine.addressOf('temporal', 7233),
    TEMPORAL_NAMESPACE: values['KINTSUGI_NAMESPACE'],
  });
  return openClient(config, { start: 'none' });
}

/** Begins a run in a worker's container, of a new project with one bug. `flags` are further flags of `kintsugi heal`. */
async function beginHeal(
  { engine, projects }: Topology,
  worker: WorkerName,
  name: string,
  flags: readonly string[],
): Promise<Heal> {
  const folder = path.join(projects(worker), name);
  for (const [file, text] of Object.entries(BROKEN_SUM)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const command = ['kintsugi', 'heal', `/projects/${name}`, '--detach', '--json', ...flags];
  const { code, output } = await engine.container(worker).exec(command, START_DEADLINE_MS);
  const [, id] = /"taskId":"([^"]+)"/.exec(output) ?? [];
  if (id === undefined) throw new Error(`${worker} did not begin the run (code ${code}):\n${output}`);
  return { id, worker, file: path.join(folder, 'src', 'sum.ts') };
}

/** Waits until a run stands as it is expected to. */
export async function untilStatus(
  client: KintsugiClient,
  { id }: Heal,
  isSo: (status: RunStatus) => boolean,
): Promise<RunStatus> {
  let last: RunStatus | undefined;
  for (
    const startedMs = performance.now();
    performance.now() - startedMs < STATUS_DEADLINE_MS;
    await delay(200)
  ) {
    last = await client
      .run(id)
      .status()
      .catch(() => undefined);
    if (last && isSo(last)) return last;
  }
  throw new Error(`The run ${id} does not go on as expected: its phase is ${last?.phase ?? 'unknown'}.`);
}

/** Outcomes of several runs, counted. */
export interface Tally {
  runs: number;
  recovered: number;
  lost: number;
  /** Runs that had effects on several workers. */
  moved: number;
}

/** Waits for the end of runs and counts how they went. */
export async function tallyOf(client: KintsugiClient, heals: readonly Heal[]): Promise<Tally> {
  const outcomes = await Promise.all(heals.map((heal) => outcomeOf(client, heal)));
  const count = (pick: (outcome: Outcome) => boolean): number => outcomes.filter(pick).length;
  return {
    runs: heals.length,
    recovered: count(({ recovered }) => recovered),
    lost: count(({ lost }) => lost),
    moved: count(({ workers }) => workers.length > 1),
  };
}

/** Begins so many runs of each worker's directories, on both workers at once. */
export async function beginHeals(
  topology: Topology,
  each: number,
  name: string,
  flags: readonly string[],
): Promise<Heal[]> {
  const begun = await Promise.all(
    WORKERS.map(async (worker) => {
      const heals: Heal[] = [];
      for (let index = 0; index < each; index += 1)
        heals.push(await beginHeal(topology, worker, `${name}-${index}`, flags));
      return heals;
    }),
  );
  return begun.flat();
}

/** Waits for the end of a run, however often the server is away meanwhile. */
async function outcomeOf(client: KintsugiClient, heal: Heal): Promise<Outcome> {
  const result = await endOf(client, heal.id);
  const repaired = readFileSync(heal.file, 'utf8').includes('a + b');
  const published = result?.delivery.status === 'published';
  const recovered = result?.status === 'recovered' && published && repaired;
  return {
    recovered,
    lost: result === undefined || published !== repaired,
    workers: await workersOf(client, heal.id),
  };
}

async function endOf(client: KintsugiClient, id: string): Promise<HealResult | undefined> {
  const handle = client.temporal.workflow.getHandle(id);
  for (
    const startedMs = performance.now();
    performance.now() - startedMs < RUN_DEADLINE_MS;
    await delay(RETRY_MS)
  ) {
    const execution = await handle.describe().catch(() => undefined);
    if (execution === undefined || execution.status.name === 'RUNNING') continue;
    if (execution.status.name !== 'COMPLETED') return undefined;
    const result = await client
      .run(id)
      .result()
      .catch(() => undefined);
    if (result) return result;
  }
  return undefined;
}

/** Host names of the workers that took activities of a run. */
async function workersOf(client: KintsugiClient, id: string): Promise<string[]> {
  const { events } = await client.temporal.workflow.getHandle(id).fetchHistory();
  const names = (events ?? []).flatMap(({ activityTaskStartedEventAttributes: started }) => {
    const [, name] = /@(\S+)/.exec(started?.identity ?? '') ?? [];
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)].sort();
}
