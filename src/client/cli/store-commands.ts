import type { Command } from 'commander';
import { duration, type Config } from '../../config';
import {
  DEFAULT_GRACE_MS,
  retentionMs,
  type RunsOnServer,
  type RunVerdict,
} from '../../domain/run/retention';
import { homePaths } from '../../machine/paths';
import { openStore, type OpenStore } from '../../store';
import { damagesOf, damageSentence } from '../../store/local';
import {
  collectableRuns,
  collectGarbage,
  type CollectRequest,
  storeStats,
  verifyStore,
  type Affected,
  type CollectReport,
  type TierStats,
  type VerifyReport,
} from '../../store/retention';
import { connectTo, readRunsOnServer, serverOf } from '../../temporal';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { collectKept, type KeptTotals } from '../../workspace';
import { runningUp } from '../service';
import { valueBy } from './option-value';
import { createOutput, type Output } from './output';
import { plural, sizeText } from '../../domain/text';
import type { Cli } from './command-names';

interface Flags {
  json?: boolean;
  dryRun?: boolean;
  grace?: number;
  force?: boolean;
  foreign?: boolean;
  local?: boolean;
}

interface Context {
  store: OpenStore;
  config: Config;
  output: Output;
}

/** Deadline for the bucket, shorter than a worker's: somebody waits for the answer. */
const PATIENCE_MS = 8_000;

/** Adds `store stats`, `store gc` and `store verify`. */
export function addStoreCommands({ program, config, exit }: Cli): void {
  const store = program.command('store').description('look after the store: blobs, trees, references');
  const command = (
    name: string,
    description: string,
    carryOut: (context: Context, flags: Flags) => Promise<ExitCode>,
  ): Command =>
    store
      .command(name)
      .description(description)
      .option('--json', 'print JSON')
      .action(async (flags: Flags) => exit(await withStore(config(), flags, carryOut)));
  const withGrace = (made: Command): Command =>
    made.option(
      '--grace <time>',
      'leave alone what is younger than this (24h; at least 1h)',
      valueBy(duration),
    );

  withGrace(command('stats', 'count blobs, bytes and runs, and what gc could remove', showStats)).option(
    '--foreign',
    'count old runs of other Temporal servers as removable',
  );
  withGrace(command('gc', 'remove data that no open or kept run needs', collect))
    .option('--dry-run', 'say what would be removed and remove nothing')
    .option('--foreign', 'remove old runs of other Temporal servers, too')
    .option('--force', 'go on even if folders that runs name cannot be read');
  command('verify', 'rehash everything and name the damaged files of each run', verify).option(
    '--local',
    'skip the shared bucket',
  );
}

async function withStore(
  config: Config,
  flags: Flags,
  carryOut: (context: Context, flags: Flags) => Promise<ExitCode>,
): Promise<ExitCode> {
  const output = createOutput({ json: flags.json ?? false, color: config.color });
  const shared = config.s3 && { ...config.s3, deadlineMs: PATIENCE_MS };
  const store = await openStore(homePaths(config.home).store, { shared });
  if (store.local.recovered !== undefined) output.note(store.local.recovered);
  try {
    return await carryOut({ store, config, output }, flags);
  } finally {
    output.clearProgress();
    await store.close();
  }
}

async function showStats({ store, config, output }: Context, flags: Flags): Promise<ExitCode> {
  const server = await askServer(config);
  const request = { ...requestOf(config, server, output, flags), dryRun: true };
  const tiers = await storeStats(store, request);
  const kept = await keptFiles({ store, config }, request, await collectableRuns(store, request));
  if (flags.json)
    output.print(
      JSON.stringify({ serverAsked: server !== undefined, quota: config.storeQuota, tiers, kept }),
    );
  else for (const line of renderStats(tiers, kept, config, server !== undefined)) output.print(line);
  return EXIT.healed;
}

async function collect({ store, config, output }: Context, flags: Flags): Promise<ExitCode> {
  const server = await askServer(config);
  if (!server) output.note(UNASKED);
  const request = requestOf(config, server, output, flags);
  const tiers = await collectGarbage(store, request);
  const runs = tiers.flatMap(({ collectedRuns }) => collectedRuns);
  const kept = await keptFiles({ store, config }, request, runs);
  if (flags.json) output.print(JSON.stringify({ serverAsked: server !== undefined, tiers, kept }));
  else for (const line of [...renderCollection(tiers), ...renderKept(kept, request)]) output.print(line);
  return EXIT.healed;
}

/** Removes, or counts, what publishes to folders of people put aside for runs whose data goes. */
async function keptFiles(
  { store, config }: Pick<Context, 'store' | 'config'>,
  { nowMs, retentionMs: keptMs, dryRun }: CollectRequest,
  collected: readonly string[],
): ReturnType<typeof collectKept> {
  const { kept, journals } = homePaths(config.home);
  const known = (await store.refs.runs()).map(({ run }) => run);
  return collectKept({ kept, journals, collected, known, cutoffMs: nowMs - keptMs, dryRun });
}

async function verify({ store, output }: Context, flags: Flags): Promise<ExitCode> {
  const progress = (line: string) => output.progress(`… ${line}`);
  const tiers = await verifyStore(store, { localOnly: flags.local, progress });
  const good = tiers.every((tier) => tier.corrupt.length === 0 && tier.affected.length === 0);
  const damages = await damagesOf(store.local.folder);
  if (flags.json) output.print(JSON.stringify({ good, tiers, damages }));
  else for (const line of [...renderVerification(tiers), ...damages.map(damageSentence)]) output.print(line);
  return good ? EXIT.healed : EXIT.notHealed;
}

function requestOf(
  config: Config,
  server: RunsOnServer | undefined,
  output: Output,
  flags: Flags,
): CollectRequest {
  return {
    server,
    nowMs: Date.now(),
    graceMs: flags.grace ?? DEFAULT_GRACE_MS,
    retentionMs: retentionMs(config.retentionDays),
    foreignToo: flags.foreign ?? false,
    dryRun: flags.dryRun ?? false,
    force: flags.force,
    journals: homePaths(config.home).journals,
    progress: (line) => output.progress(`… ${line}`),
  };
}

/** States of the runs on the server. Undefined if no server answers. */
async function askServer(config: Config): Promise<RunsOnServer | undefined> {
  const server = serverOf(config, (await runningUp(config))?.state);
  if (!server) return undefined;
  try {
    const connection = await connectTo(server);
    try {
      return await readRunsOnServer(connection.workflowService, server.namespace);
    } finally {
      await connection.close();
    }
  } catch {
    return undefined;
  }
}

/** Note for a collection without a server. */
const UNASKED =
  'No Temporal server answers which runs have ended, so only data that no run names is collected: start the server with kintsugi up, or correct TEMPORAL_ADDRESS.';

const VERDICTS: Record<RunVerdict, string> = {
  running: 'open',
  recent: 'active within the grace time',
  retained: 'ended and kept',
  foreign: 'of another Temporal server (kept; --foreign collects old ones)',
  unasked: 'kept, since no server answers',
  collectable: 'collectable',
};

/** Lines of `store stats`. */
function renderStats(tiers: readonly TierStats[], kept: KeptFiles, config: Config, asked: boolean): string[] {
  const lines = tiers.flatMap((tier) => [
    `${tier.tier === 'local' ? 'This machine' : 'Shared'}: ${tier.place}`,
    `  ${plural(tier.blobs, 'blob')}, ${sizeText(tier.bytes)}${sizeNotes(tier, config)}`,
    `  runs: ${runsText(tier.runs)}`,
    `  could be collected: ${plural(tier.collectable.blobs, 'blob')}, ${sizeText(tier.collectable.bytes)}`,
  ]);
  lines.push(...renderKept(kept, { dryRun: true }));
  return asked ? lines : [...lines, UNASKED];
}

function sizeNotes({ tier, databaseBytes, objects }: TierStats, config: Config): string {
  if (objects) {
    const { packs, blobs, refs, leases } = objects;
    return ` in ${plural(packs, 'pack')} and ${plural(blobs, 'object')}; ${plural(refs, 'reference')}, ${plural(leases, 'lease')}`;
  }
  const quota = config.storeQuota === undefined ? 'no quota' : `quota ${sizeText(config.storeQuota)}`;
  return tier === 'local' ? ` (${quota}; database file: ${sizeText(databaseBytes ?? 0)})` : '';
}

function runsText(runs: Partial<Record<RunVerdict, number>>): string {
  const parts = Object.entries(runs).map(([verdict, count]) => `${count} ${VERDICTS[verdict as RunVerdict]}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** Lines of `store gc`. */
function renderCollection(tiers: readonly CollectReport[]): string[] {
  return tiers.map(({ tier, dryRun, blobs, bytes, collectedRuns, runs }) => {
    const what = `${plural(blobs, 'blob')}, ${sizeText(bytes)}, ${plural(collectedRuns.length, 'run')}`;
    const where = tier === 'local' ? 'This machine' : 'Shared';
    return `${where}: ${dryRun ? 'would collect' : 'collected'} ${what}. Runs: ${runsText(runs)}.`;
  });
}

/** Files that publishes to folders of people put aside: those that stay, and those that go or went. */
interface KeptFiles {
  held: KeptTotals;
  collected: KeptTotals;
}

/** Line about files that were put aside; none where there are none. */
function renderKept({ held, collected }: KeptFiles, { dryRun }: { dryRun: boolean }): string[] {
  if (held.runs + collected.runs === 0) return [];
  const [stays, goes] = [held, collected].map(
    ({ files, bytes }) => `${plural(files, 'file')}, ${sizeText(bytes)}`,
  );
  return [
    `Put aside by goals: ${stays ?? ''} kept; ${dryRun ? 'could be removed' : 'removed'}: ${goes ?? ''}`,
  ];
}

/** Lines of `store verify`. */
function renderVerification(tiers: readonly VerifyReport[]): string[] {
  return tiers.flatMap(({ tier, blobs, bytes, corrupt, affected }) => {
    const where = tier === 'local' ? 'This machine' : 'Shared';
    const verdict = corrupt.length + affected.length === 0 ? 'all whole' : `${corrupt.length} damaged`;
    return [
      `${where}: ${plural(blobs, 'blob')}, ${sizeText(bytes)} read: ${verdict}.`,
      ...corrupt.map((hash) => `  damaged: blob ${hash}`),
      ...affected.map((one) => `  ${affectedText(one)}`),
    ];
  });
}

function affectedText({ run, workflowId, effect, hash, problem, tree, path }: Affected): string {
  const place =
    tree === undefined
      ? `blob ${hash}`
      : `${path === '' ? 'the root folder' : JSON.stringify(path)} of tree ${tree}`;
  return `${problem}: ${place}, which run ${workflowId ?? run} names in effect ${effect}`;
}
