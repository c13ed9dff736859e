import { z } from 'zod';
import { TreeHash } from '../ids';
import { Finding, kindOf } from './findings';

/** Tests of a verification by how they ended. */
export const TestCounts = z.object({
  passed: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
});
export type TestCounts = z.infer<typeof TestCounts>;

/** Judgement of a gate on the files as they were at a check. */
export const GateVerdict = z.object({
  version: z.literal(1),
  /** Number of the message that asked for it. */
  number: z.number().int(),
  verdict: z.enum(['proven', 'refused', 'unjudged']),
  base: TreeHash,
  tree: TreeHash,
  /** Changed files. */
  files: z.number().int(),
  tests: TestCounts,
  /** At most 40, those that refuse first. */
  findings: z.array(Finding),
  /** The tree was judged before: nothing was run again. */
  isRecorded: z.boolean(),
});
export type GateVerdict = z.infer<typeof GateVerdict>;

const MOST_FINDINGS = 40;
const MESSAGE_CHARACTERS = 500;
const ORDER = ['unjudges', 'refuses', 'notes'] as const;

/** The verdict that findings lead to: what cannot be judged is never proven, and never refused for that alone. */
export function verdictOf(
  facts: Omit<GateVerdict, 'version' | 'verdict' | 'findings' | 'isRecorded'>,
  found: readonly Finding[],
): GateVerdict {
  const weights = new Set(found.map(({ id }) => kindOf(id).weight));
  const verdict = weights.has('refuses') ? 'refused' : weights.has('unjudges') ? 'unjudged' : 'proven';
  const findings = ORDER.flatMap((weight) => found.filter(({ id }) => kindOf(id).weight === weight))
    .slice(0, MOST_FINDINGS)
    .map((one) => ({ ...one, message: one.message.slice(0, MESSAGE_CHARACTERS) }));
  return { version: 1, verdict, ...facts, findings, isRecorded: false };
}
