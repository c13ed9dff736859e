/**
 * `npm run topology -- [--test] [--backup] [--data FOLDER]`: the services of `docker-compose.yml`, really run on this
 * machine without Docker, on loopback. Without `--test` and `--backup` they run until Ctrl-C.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepareTopology, WORKERS, type Topology } from './topology/start';

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

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' }, only: { type: 'string' } } });
  const folder = values.data
    ? path.resolve(values.data)
    : mkdtempSync(path.join(tmpdir(), 'kintsugi-topology-'));
  const topology = await prepareTopology({ folder, say });
  const ended = new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
  try {
    const only = values.only?.split(',');
    await topology.engine.build(only);
    await Promise.race([topology.engine.up(only), ended]);
    if (!only) sayPlaces(topology);
    say('Ctrl-C ends it.');
    await ended;
  } finally {
    await topology.engine.down();
    if (values.data === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
