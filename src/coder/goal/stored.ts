import { z } from 'zod';
import { ToolOutcome } from '../../domain/goal/outcome';
import { Plan, type PlanStep } from '../../domain/goal/plan';
import type { BlobHash } from '../../domain/ids';
import { Lru } from '../../machine/lru';
import type { BlobSink, BlobStore } from '../../store';

/** Plans that are remembered: every step of a run reads its own, which may be 600 KB. */
const REMEMBERED = 8;
const plans = new Lru<BlobHash, Plan>(REMEMBERED);

/** Reads a stored plan. Nobody may change it: it is remembered. */
export async function readPlan(blobs: Pick<BlobStore, 'load'>, hash: BlobHash): Promise<Plan> {
  const known = plans.get(hash);
  if (known) return known;
  const plan = Plan.parse(JSON.parse(String(await blobs.load(hash))));
  plans.set(hash, plan);
  return plan;
}

/** Keeps a plan; resolves to its blob. */
export function keepPlan(blobs: BlobSink, steps: readonly PlanStep[]): Promise<BlobHash> {
  return keep(blobs, { version: 1, steps });
}

/** Reads the outcome of a step. */
export async function readOutcome(blobs: Pick<BlobStore, 'load'>, hash: BlobHash): Promise<ToolOutcome> {
  return ToolOutcome.parse(JSON.parse(String(await blobs.load(hash))));
}

/** Reads arguments that took the place of a plan's. */
export async function readArgs(
  blobs: Pick<BlobStore, 'load'>,
  hash: BlobHash,
): Promise<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(String(await blobs.load(hash))));
}

/** Keeps a value as JSON; resolves to its blob. */
export function keep(blobs: BlobSink, value: object): Promise<BlobHash> {
  return blobs.put(Buffer.from(JSON.stringify(value)));
}
