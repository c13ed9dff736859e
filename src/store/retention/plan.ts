import {
  RunRecord,
  verdictOnRun,
  type RetentionRules,
  type RunsOnServer,
  type RunVerdict,
} from '../../domain/run/retention';
import { recordRef } from '../ref-names';
import type { RefStore } from '../types';

/** A run with references, and whether they are kept. */
export interface RunWithVerdict {
  run: string;
  seenMs: number;
  verdict: RunVerdict;
}

/** Rules of a collection, for either tier. */
export interface CollectRules extends RetentionRules {
  /** Absent where no server could be asked: then only what no reference names may go. */
  server?: RunsOnServer;
  /** Texts besides references whose hashes are kept: journals of publishes. */
  alsoKept?: readonly string[];
  /** Says what would be collected and removes nothing. */
  dryRun: boolean;
  /** Collects also where folders that are named cannot be read, so that what they hold counts as not named. */
  force?: boolean;
  signal?: AbortSignal;
  progress?(line: string): void;
}

/** Keeps what a run is, for those who collect. */
export async function keepRunRecord(refs: RefStore, run: string, record: RunRecord): Promise<void> {
  await refs.putOnce(recordRef(run), JSON.stringify(record));
}

/** Undefined for a run that has kept nothing yet. */
export async function readRunRecord(refs: RefStore, run: string): Promise<RunRecord | undefined> {
  const value = await refs.get(recordRef(run));
  const parsed = value === undefined ? undefined : RunRecord.safeParse(JSON.parse(value));
  return parsed?.success ? parsed.data : undefined;
}

/** Verdicts on all runs of a tier, those seen last first. */
export async function verdictsOnRuns(refs: RefStore, rules: CollectRules): Promise<RunWithVerdict[]> {
  const runs: RunWithVerdict[] = [];
  for (const { run, seenMs } of await refs.runs()) {
    const namespaceId = (await readRunRecord(refs, run))?.namespaceId;
    runs.push({ run, seenMs, verdict: verdictOnRun({ run, seenMs, namespaceId }, rules.server, rules) });
  }
  return runs.sort((a, b) => b.seenMs - a.seenMs);
}

/** Runs whose data a collection of any tier would remove. */
export async function collectableRuns(
  store: { local: { refs: RefStore }; shared?: { refs: RefStore } },
  rules: CollectRules,
): Promise<string[]> {
  const tiers = [store.local.refs, ...(store.shared ? [store.shared.refs] : [])];
  const runs = (await Promise.all(tiers.map((refs) => verdictsOnRuns(refs, rules)))).flat();
  return [...new Set(runs.flatMap(({ run, verdict }) => (verdict === 'collectable' ? [run] : [])))];
}

/** Result of a collection of one tier; a dry run says what it would be. */
export interface CollectReport {
  tier: 'local' | 'shared';
  dryRun: boolean;
  runs: Partial<Record<RunVerdict, number>>;
  /** Runs whose references were removed. */
  collectedRuns: string[];
  blobs: number;
  /** Bytes of these blobs; in the shared tier of the objects that held them. */
  bytes: number;
}
