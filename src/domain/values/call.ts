/** A function called with data in the sandbox, and what came of it. */
import { z } from 'zod';

/** Limits of one call. Times in ms, sizes as named. */
export const CallLimits = z.object({
  /** Wall time from when the data is there. */
  wallMs: z.number().int().positive().max(600_000).default(30_000),
  /** Longest uninterrupted turn. */
  turnMs: z.number().int().positive().max(600_000).default(20_000),
  /** Objects in the isolate, data included, MiB. */
  heapMb: z.number().int().min(16).max(1_024).default(512),
  /** Console output kept, KiB. */
  outputKb: z.number().int().positive().max(256).default(8),
  /** Serialised result, KiB. */
  resultKb: z.number().int().positive().max(8_192).default(32),
});
export type CallLimits = z.infer<typeof CallLimits>;

export const FunctionCall = z.object({
  /** Text of one module, in TypeScript or JavaScript, with or without `export`. */
  source: z.string(),
  /** Name of the function, or `Class.method`. */
  name: z.string(),
  /** Further arguments, after the data; JSON. */
  args: z.array(z.unknown()).default([]),
  /** Libraries that the module may import; absent: all of `LIBRARIES`. */
  libraries: z.array(z.string()).optional(),
  limits: CallLimits.default(() => CallLimits.parse({})),
});
export type FunctionCall = z.input<typeof FunctionCall>;

export const CallErrorKind = z.enum(['runtime', 'timeout', 'memory', 'missing-function', 'syntax', 'import']);
export type CallErrorKind = z.infer<typeof CallErrorKind>;

export const CallError = z.object({
  kind: CallErrorKind,
  /** Class of what was thrown. */
  name: z.string(),
  message: z.string(),
  /** Place in the given source, from 1. */
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  /** The innermost frames that lie in the given source, `analyse (3:12)`. */
  stack: z.array(z.string()),
});
export type CallError = z.infer<typeof CallError>;

/** Outcome of a call. A failing function is a value, too. */
export const CallOutcome = z.object({
  success: z.boolean(),
  /** Form of the returned value (docs/result-format.md); present on success. */
  result: z.unknown().optional(),
  /** Parts of the result were left out. */
  truncated: z.boolean(),
  error: CallError.optional(),
  /** Lines that the function printed, shortened. */
  console: z.string(),
  ms: z.number(),
  /** Most that the process grew by, MiB; absent where the system does not say. */
  memoryMb: z.number().optional(),
});
export type CallOutcome = z.infer<typeof CallOutcome>;
