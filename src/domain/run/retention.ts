import { z } from 'zod';

/** Identity of a run, kept with its data: enough to ask its server how it stands. */
export const RunRecord = z.object({
  version: z.literal(1),
  workflowId: z.string(),
  /** Id of the namespace, which is unique among all servers; absent where it could not be asked for. */
  namespaceId: z.string().optional(),
  namespace: z.string(),
});
export type RunRecord = z.infer<typeof RunRecord>;

/** How the runs of one namespace stand, by the run id of their first execution. */
export interface RunsOnServer {
  namespaceId: string;
  /** When a run ended, ms since 1970; `open` while it has not. */
  ends: ReadonlyMap<string, number | 'open'>;
}

/**
 * Why a run's data is kept, or that it may go. `recent`: it wrote within the grace time. `foreign`: another Temporal
 * server knows it. `unasked`: no server could be asked.
 */
export type RunVerdict = 'running' | 'recent' | 'retained' | 'foreign' | 'unasked' | 'collectable';

export interface RetentionRules {
  nowMs: number;
  graceMs: number;
  retentionMs: number;
  /** Runs of other servers get a verdict too, by when they were last seen. */
  foreignToo: boolean;
}

/** Verdict on one run. A run that its server has forgotten counts as ended when it was last seen. */
export function verdictOnRun(
  run: { run: string; seenMs: number; namespaceId?: string },
  server: RunsOnServer | undefined,
  { nowMs, graceMs, retentionMs, foreignToo }: RetentionRules,
): RunVerdict {
  if (!server) return 'unasked';
  const end = server.ends.get(run.run);
  if (end === 'open') return 'running';
  if (nowMs - run.seenMs < graceMs) return 'recent';
  const isForeign =
    end === undefined && run.namespaceId !== undefined && run.namespaceId !== server.namespaceId;
  if (isForeign && !foreignToo) return 'foreign';
  return nowMs - (end ?? run.seenMs) < retentionMs ? 'retained' : 'collectable';
}

/** How long what was stored is left alone, whoever names it. */
export const DEFAULT_GRACE_MS = 24 * 3_600_000;

export function retentionMs(days: number): number {
  return days * 24 * 3_600_000;
}
