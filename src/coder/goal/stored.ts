import { z } from 'zod';
import { ToolOutcome } from '../../domain/goal/outcome';
import { Plan, type PlanStep } from '../../domain/goal/plan';
import type { BlobHash } from '../../domain/ids';
import type { BlobStore } from '../../store';

/** Reads a stored plan. */
export async function readPlan(blobs: Pick<BlobStore, 'get'>, hash: BlobHash): Promise<Plan> {
  return Plan.parse(JSON.parse(String(await blobs.get(hash))));
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
