/** Messages between the supervisor and its children. What a child sends is checked: it may have been taken over. */
import { z } from 'zod';
import type { SandboxLimits } from '../../domain/verification';
import { TestFailure, TestStatus } from '../../domain/verification';

/** Path and text. */
export type FileEntry = [string, string];

export interface RunRequest {
  t: 'run';
  program: number;
  testFile: string;
  limits: SandboxLimits;
  bail: boolean;
  coverage: boolean;
}

export interface JudgeOpenRequest {
  t: 'judge-open';
  program: number;
  testFiles: string[];
  limits: SandboxLimits;
  ignored: string[];
  failing: string[];
  /** Longest turn, ms, as measured by another child; absent: measure it. */
  turnMs?: number;
}

export interface JudgeVariant {
  index: number;
  files: FileEntry[];
}

export type ParentMessage =
  | { t: 'program'; id: number; files: FileEntry[] }
  | RunRequest
  | JudgeOpenRequest
  | { t: 'judge'; variants: JudgeVariant[] }
  | { t: 'judge-close' };

const Text = z.string().max(64 * 1024);
const Path = z.array(Text).max(200);
const ConsoleEntry = z.object({ level: z.string().max(20), text: Text });

const TestFrame = z.object({
  t: z.literal('test'),
  id: Text,
  path: Path,
  status: TestStatus,
  failure: TestFailure.optional(),
  console: z.array(ConsoleEntry),
  durationMs: z.number().nonnegative(),
  lines: z.record(z.string(), z.array(z.number().int())).optional(),
});
export type TestFrame = z.infer<typeof TestFrame>;

const Verdict = z.object({
  index: z.number().int(),
  passed: z.boolean(),
  passedTests: z.number().int().nonnegative(),
  end: z.enum(['completed', 'timeout', 'memory']),
});
export type Verdict = z.infer<typeof Verdict>;

/** What a child may say. */
export const ChildMessage = z.discriminatedUnion('t', [
  z.object({ t: z.literal('ready') }),
  z.object({ t: z.literal('restart') }),
  z.object({ t: z.literal('collected'), tests: z.number().int().nonnegative() }),
  z.object({ t: z.literal('start'), id: Text, path: Path }),
  TestFrame,
  z.object({ t: z.literal('output'), stdout: z.string(), stderr: z.string() }),
  z.object({ t: z.literal('end'), end: z.enum(['completed', 'timeout', 'memory']) }),
  z.object({ t: z.literal('opened'), turnMs: z.number().positive() }),
  Verdict.extend({ t: z.literal('verdict') }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;
