import { z } from 'zod';
import { said, type Said, type Say } from '../run/said';
import { CHANCE_SHARE } from '../verification/chance';

/** Milliseconds by part of the run and in all. Waiting for people, to answer or to top up, is no work. */
export const Timings = z.object({
  importMs: z.number(),
  baselineMs: z.number(),
  executeMs: z.number(),
  /** One entry for each time that tests were written, without scoring them. */
  testGenerationMs: z.array(z.number()),
  testScoringMs: z.number(),
  /** One entry for each of the first 100 rounds. */
  repairMs: z.array(z.number()),
  waitingMs: z.number(),
  workMs: z.number(),
});
export type Timings = z.infer<typeof Timings>;

/** Seed 000's five times. They are targets, reported beside what was measured; limits are set elsewhere. */
export const TARGETS_MS = {
  generation: 10_000,
  testGeneration: 5_000,
  execution: 3_000,
  iteration: 15_000,
  total: 60_000,
} as const;

export const TargetName = z.enum(['generation', 'testGeneration', 'execution', 'iteration', 'total']);
export type TargetName = z.infer<typeof TargetName>;

/** A target beside the measured time, ms; the longest of several measurements. */
export const TimeTarget = z.object({
  name: TargetName,
  targetMs: z.number(),
  /** Absent where the run had no such part. */
  measuredMs: z.number().optional(),
  met: z.boolean().optional(),
});
export type TimeTarget = z.infer<typeof TimeTarget>;

/** The five targets beside a run's times. */
export function timeTargets(timings: Timings, executionMs: number | undefined): TimeTarget[] {
  const { executeMs, testGenerationMs, repairMs, workMs } = timings;
  const measured: Record<TargetName, number | undefined> = {
    generation: executeMs > 0 ? executeMs : undefined,
    testGeneration: testGenerationMs.length > 0 ? Math.max(...testGenerationMs) : undefined,
    execution: executionMs,
    iteration: repairMs.length > 0 ? Math.max(...repairMs) : undefined,
    total: workMs,
  };
  return TargetName.options.map((name) => {
    const measuredMs = measured[name];
    const targetMs = TARGETS_MS[name];
    return measuredMs === undefined
      ? { name, targetMs }
      : { name, targetMs, measuredMs, met: measuredMs <= targetMs };
  });
}

/** Time to rerun a green baseline in, ms, to find flaky tests. Undefined for a run with a request, whose result does not rest on its baseline alone. */
export function chanceTime({
  request,
  timeLimitMs = TARGETS_MS.total,
}: {
  request?: string;
  timeLimitMs?: number;
}): number | undefined {
  return request === undefined ? timeLimitMs * CHANCE_SHARE : undefined;
}

const LABELS: Record<TargetName, Said> = {
  generation: said`code`,
  testGeneration: said`tests written`,
  execution: said`one run of the checks`,
  iteration: said`one repair`,
  total: said`whole run`,
};

/** `one repair 4.2 s of 15 s, whole run 71.0 s of 60 s (late)`. */
export function targetsLine(targets: readonly TimeTarget[], say: Say): string {
  return targets
    .flatMap(({ name, targetMs, measuredMs = -1, met }) => {
      const took = say`${LABELS[name]} ${(measuredMs / 1000).toFixed(1)} s of ${targetMs / 1000} s`;
      return measuredMs < 0 ? [] : [met ? took : say`${took} (late)`];
    })
    .join(', ');
}
