import type { Config } from '../../config';
import type { RunVerdict } from '../../domain/run/retention';
import { plural, sizeText } from '../../domain/text';
import type { KeptTotals } from '../../workspace';
import type { Affected, CollectReport, TierStats, VerifyReport } from '../../store/retention';

/** Note for a collection without a server. */
export const UNASKED =
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
export function renderStats(
  tiers: readonly TierStats[],
  kept: KeptFiles,
  config: Config,
  asked: boolean,
): string[] {
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
export function renderCollection(tiers: readonly CollectReport[]): string[] {
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
export function renderKept({ held, collected }: KeptFiles, { dryRun }: { dryRun: boolean }): string[] {
  if (held.runs + collected.runs === 0) return [];
  const [stays, goes] = [held, collected].map(
    ({ files, bytes }) => `${plural(files, 'file')}, ${sizeText(bytes)}`,
  );
  return [
    `Put aside by goals: ${stays ?? ''} kept; ${dryRun ? 'could be removed' : 'removed'}: ${goes ?? ''}`,
  ];
}

/** Lines of `store verify`. */
export function renderVerification(tiers: readonly VerifyReport[]): string[] {
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
