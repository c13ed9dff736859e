import { z } from 'zod';

/** Kinds of failures in the analysis table. */
export const FailureKind = z.enum([
  'syntax',
  'import',
  'type',
  'reference',
  'logic',
  'runtime',
  'timeout',
  'memory',
  'build',
  'lint',
  'environment',
  'flaky',
]);
export type FailureKind = z.infer<typeof FailureKind>;

/** A place in the user's files; line and column count from 1. */
export const SourceLocation = z.object({
  file: z.string(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
});
export type SourceLocation = z.infer<typeof SourceLocation>;

/** Analysis of one failure. An unrepairable one ends the run at once. */
export const FailureAnalysis = z.object({
  kind: FailureKind,
  /** `network`, `permission`, `missing-tool`, `missing-module` …: the row of the table that matched. */
  cause: z.string(),
  location: SourceLocation.optional(),
  /** Specifier of the import that failed, where the message names it. */
  module: z.string().optional(),
  repairable: z.boolean(),
  /** First line of the message, at most 300 characters. */
  summary: z.string(),
});
export type FailureAnalysis = z.infer<typeof FailureAnalysis>;
