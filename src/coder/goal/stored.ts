import { z } from 'zod';
import { ToolOutcome } from '../../domain/goal/outcome';
import { Plan, type PlanStep } from '../../domain/goal/plan';
import type { BlobHash } from '../../domain/ids';
import { Lru } from '../../machine/lru';
import type { BlobStore } from '../../store';

/** Plans that are remembered: every step of a run reads its own, which may be 600 KB. */
const REMEMBERED = 8;
const plans = new Lru<BlobHash, Plan>(REMEMBERED);

/** Reads a stored plan. Nobody may change it: it is remembered. */
export async function readPlan(blobs: Pick<BlobStore, 'get'>, hash: BlobHash): Promise<Plan> {
  const known = plans.get(hash);
  if (known) return known;
  const plan = Plan.parse(JSON.parse(String(await blobs.get(hash))));
  plans.set(hash, plan);
  return plan;
}

/** Keeps a plan; resolves to its blob. */
export function keepPlan(blobs: Pick<BlobStore, 'put'>, steps: readonly PlanStep[]): Promise<BlobHash> {
  return keep(blobs, { version: 1, steps });
}

/** Reads the outcome of a step. */
export async function readOutcome(blobs: Pick<BlobStore, 'get'>, hash: BlobHash): Promise<ToolOutcome> {
  return ToolOutcome.parse(JSON.parse(String(await blobs.get(hash))));
}

/** Reads arguments that took the place of a plan's. */
export async function readArgs(
  blobs: Pick<BlobStore, 'get'>,
  hash: BlobHash,
): Promise<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(String(await blobs.get(hash))));
}

/** Keeps a value as JSON; resolves to its blob. */
export function keep(blobs: Pick<BlobStore, 'put'>, value: object): Promise<BlobHash> {
  return blobs.put(Buffer.from(JSON.stringify(value)));
}
