/**
 * `npm run bench:heals -- [--heals N]`: many heals at once, of projects with one bug each: on the embedded server, and on
 * the topology with one and with two workers, all on this machine.
 */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BROKEN_SUM } from '../test/support/kintsugi';
import { startService, type Service, type ServiceOptions } from './service';
import { median, rounded, timed } from './statistics';
import { startBacking } from './topology/backing';

interface Measured {
  seconds: number;
  healsPerSecond: number;
  /** From the start of a run to its result, ms. */
  medianMs: number;
  slowestMs: number;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A new project, whose texts nobody has seen. */
function makeProject(folder: string, name: string): string {
  const project = path.join(folder, name);
  for (const [file, text] of Object.entries(BROKEN_SUM)) {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), file.endsWith('.ts') ? `${text}// ${name}\n` : text);
  }
  return project;
}

async function healOne({ client }: Service, directory: string): Promise<number> {
  const started = performance.now();
  const handle = await client.heal({ directory, approval: { level: 'LOW' } });
  const { status, delivery } = await handle.result();
  if (status !== 'recovered' || delivery.status !== 'published')
    throw new Error(
      `A heal ended with ${status} and ${delivery.status}: npm run topology -- --test looks closer.`,
    );
  return performance.now() - started;
}

/** Starts workers, warms each with one heal and lets them heal at once, in equal shares. */
async function measure(heals: number, workers: readonly Omit<ServiceOptions, 'say'>[]): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-heals-'));
  const services: Service[] = [];
  try {
    for (const options of workers) services.push(await startService({ ...options, say }));
    for (const [index, service] of services.entries())
      await healOne(service, makeProject(folder, `warm-${index}`));
    const projects = Array.from({ length: heals }, (_, index) => makeProject(folder, `project-${index}`));
    let times: number[] = [];
    const ms = await timed(async () => {
      const works = projects.map((project, index) => {
        const service = services[index % services.length];
        return service ? healOne(service, project) : Promise.reject(new Error('no worker'));
      });
      times = await Promise.all(works);
    });
    return {
      seconds: rounded(ms / 1_000),
      healsPerSecond: rounded((heals / ms) * 1_000, 2),
      medianMs: Math.round(median(times)),
      slowestMs: Math.round(Math.max(...times)),
    };
  } finally {
    for (const service of services) await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function sayRow(name: string, { seconds, healsPerSecond, medianMs, slowestMs }: Measured): void {
  say(
    `${name.padEnd(24)}${String(seconds).padStart(8)} s ${String(healsPerSecond).padStart(8)} heals/s, median ${medianMs} ms, slowest ${slowestMs} ms`,
  );
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { heals: { type: 'string', default: '100' } } });
  const heals = Number(values.heals);
  if (!(heals >= 1)) throw new Error(`--heals ${values.heals}: give a number from 1.`);
  const embedded = await measure(heals, [{}]);
  sayRow('embedded server', embedded);
  const backing = await startBacking(say);
  try {
    const one = await measure(heals, [{ backing: backing.variables('one') }]);
    sayRow('topology, one worker', one);
    const two = await measure(heals, [
      { backing: backing.variables('two') },
      { backing: backing.variables('two') },
    ]);
    sayRow('topology, two workers', two);
    say(JSON.stringify({ bench: 'heals', heals, embedded, topologyOne: one, topologyTwo: two }));
  } finally {
    await backing.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
