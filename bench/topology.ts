/**
 * `npm run topology -- [--test] [--backup] [--data FOLDER]`: the services of `docker-compose.yml`, really run on this
 * machine without Docker, on loopback. Without `--test` and `--backup` they run until Ctrl-C.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { healDisturbed, startOnOlderDatabase } from './topology/disturbed';
import { healRestored } from './topology/restored';
import { prepareTopology, WORKERS, type Topology } from './topology/start';

interface Options {
  data?: string;
  test?: boolean;
  backup?: boolean;
  only?: string[];
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function sayPlaces({ engine, projects }: Topology): void {
  say(`\nTemporal     ${engine.addressOf('temporal', 7233)}`);
  say(`Web UI       http://${engine.addressOf('ui', 8080)}`);
  say(`S3           http://${engine.addressOf('s3', 7070)}`);
  say(`PostgreSQL   ${engine.addressOf('database', 5432)}`);
  for (const worker of WORKERS)
    say(`${worker}     process ${engine.container(worker).pid}, projects ${projects(worker)}`);
  say(`Data, logs and .env: ${engine.folder}`);
}

/** Starts everything, does the work and ends everything, however the work goes. Resolves to the exit code. */
async function run({ data, test, backup, only }: Options, interrupted: Promise<never>): Promise<number> {
  const folder = data ? path.resolve(data) : mkdtempSync(path.join(tmpdir(), 'kintsugi-topology-'));
  const topology = await prepareTopology({ folder, say });
  const topologies = [topology];
  try {
    await topology.engine.build(only);
    const starting = test ? startOnOlderDatabase(topology, say) : topology.engine.up(only);
    await Promise.race([starting, interrupted]);
    if (!only) sayPlaces(topology);
    if (!test && !backup) {
      say('Ctrl-C ends it.');
      return await interrupted;
    }
    const work = backup
      ? healRestored(topology, (another) => topologies.push(another), say)
      : healDisturbed(topology, say);
    const outcome = await Promise.race([work, interrupted]);
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
    return outcome.topology === 'ok' ? 0 : 1;
  } finally {
    for (const { engine } of topologies) await engine.down();
    if (data === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

class Interrupted extends Error {}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      test: { type: 'boolean' },
      backup: { type: 'boolean' },
      only: { type: 'string' },
    },
  });
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => reject(new Interrupted()));
  });
  // It may come while nobody waits for it.
  interrupted.catch(() => undefined);
  try {
    return await run({ ...values, only: values.only?.split(',') }, interrupted);
  } catch (error) {
    if (error instanceof Interrupted) return values.test || values.backup ? 130 : 0;
    throw error;
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
