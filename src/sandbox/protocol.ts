/** Messages between the supervisor and its children. What a child sends is checked: it may have been taken over. */
import { z } from 'zod';
import type { InputForm } from '../domain/values/dataset';
import type { TestConfig } from '../domain/verification/test-config';
import type { SandboxLimits } from '../domain/verification/verification';
import type { Link } from './links';
import type { Draw } from './runtime-protocol';
import { ChanceUse } from '../domain/verification/chance';
import { TestFailure, TestStatus } from '../domain/verification/verification';

/** Path and text. */
export type FileEntry = [string, string];

/** Context of a program, without the parts that a child asks for when it needs them. */
export interface ContextMessage {
  t: 'context';
  id: number;
  /** Programs with the same packages share what is known of them; 0: there are none. */
  packages: number;
  config: TestConfig | undefined;
  assetPaths: string[];
}

export interface RunRequest {
  t: 'run';
  program: number;
  context: number;
  testFile: string;
  limits: SandboxLimits;
  bail: boolean;
  coverage: boolean;
  draw?: Draw;
  last?: string;
}

export interface CallRequest {
  t: 'call';
  program: number;
  context: number;
  module: string;
  name: string;
  /** JSON of the list of arguments. */
  data: string;
  /** Present: the child asks for the data in pieces, which become the first argument. */
  input?: InputForm;
  alias?: string;
  limits: SandboxLimits;
}

export interface TrialOpenRequest {
  t: 'trial-open';
  program: number;
  context: number;
  testFiles: string[];
  limits: SandboxLimits;
  ignored: string[];
  failing: string[];
  /** Longest turn, ms, as measured by another child; absent: measure it. */
  turnMs?: number;
}

export interface TrialVariant {
  index: number;
  files: FileEntry[];
}

export type ParentMessage =
  | { t: 'program'; id: number; files: FileEntry[] }
  | ContextMessage
  | RunRequest
  | CallRequest
  | TrialOpenRequest
  | { t: 'try'; variants: TrialVariant[] }
  | { t: 'trial-close' };

/** Answer to `more`. */
export interface Piece {
  t: 'piece';
  text: string;
  /** There is no further one. */
  last: boolean;
}

/** Answer to an ask: links in the order they were asked for, texts of files that the child does not have yet. */
export interface Answer {
  links: Link[];
  files: FileEntry[];
  /** Bytes as base64. */
  assets: FileEntry[];
}

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
  late: z.literal(true).optional(),
});
export type TestFrame = z.infer<typeof TestFrame>;

const LineNumbers = z.array(z.number().int());

/** At the end of a run, when it was asked for: lines by path. */
const CoverageFrame = z.object({
  t: z.literal('coverage'),
  lines: z.record(z.string(), z.object({ executable: LineNumbers, hit: LineNumbers, tested: LineNumbers })),
});
export type CoverageFrame = z.infer<typeof CoverageFrame>;

/** Asks kept in one frame. */
export const MAX_ASKED = 20_000;

/** Question of a child, which waits for the answer. */
const AskFrame = z.object({
  t: z.literal('ask'),
  links: z
    .array(z.object({ from: Text, specifier: Text, kind: z.enum(['import', 'require']) }))
    .max(MAX_ASKED),
  /** Paths of assets. */
  assets: z.array(Text).max(MAX_ASKED),
});
export type AskFrame = z.infer<typeof AskFrame>;

/** Outcome of a call. `value` is JSON. */
const ResultFrame = z.object({
  t: z.literal('result'),
  outcome: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: z.string(), text: Text, truncated: z.boolean() }),
    z.object({
      ok: z.literal(false),
      failure: TestFailure,
      fault: z.enum(['syntax', 'import', 'missing-function', 'runtime']),
    }),
  ]),
  console: z.array(ConsoleEntry),
});
export type ResultFrame = z.infer<typeof ResultFrame>;

/** Asks for a piece of a call's data; 0 begins anew. */
const MoreFrame = z.object({ t: z.literal('more'), index: z.number().int().nonnegative() });

/** The child loads a compiler, or has loaded it and grown by so much. */
const CompilerFrame = z.object({
  t: z.literal('compiler'),
  state: z.enum(['loading', 'loaded']),
  bytes: z.number().int().nonnegative(),
});
export type CompilerFrame = z.infer<typeof CompilerFrame>;

/** Built-ins, globals and shared modules that the program changed since the last such frame. */
const ChangedFrame = z.object({ t: z.literal('changed'), names: z.array(Text).max(2_001) });

/** Modules of the project that a test file and its program load. */
const LoadedFrame = z.object({ t: z.literal('loaded'), paths: z.array(Text).max(MAX_ASKED) });

const Verdict = z.object({
  index: z.number().int(),
  passed: z.boolean(),
  passedTests: z.number().int().nonnegative(),
  end: z.enum(['completed', 'timeout', 'memory']),
  costMs: z.number().nonnegative(),
});
export type Verdict = z.infer<typeof Verdict>;

/** Messages of a child. */
export const ChildMessage = z.discriminatedUnion('t', [
  z.object({ t: z.literal('ready') }),
  z.object({ t: z.literal('restart') }),
  z.object({ t: z.literal('collected'), tests: z.number().int().nonnegative() }),
  z.object({ t: z.literal('start'), id: Text, path: Path }),
  TestFrame,
  ResultFrame,
  MoreFrame,
  z.object({ t: z.literal('output'), stdout: z.string(), stderr: z.string() }),
  z.object({ t: z.literal('end'), end: z.enum(['completed', 'timeout', 'memory']) }),
  z.object({ t: z.literal('opened'), turnMs: z.number().positive() }),
  Verdict.extend({ t: z.literal('verdict') }),
  AskFrame,
  CompilerFrame,
  CoverageFrame,
  ChangedFrame,
  ChanceUse.extend({ t: z.literal('chance') }),
  LoadedFrame,
]);
export type ChildMessage = z.infer<typeof ChildMessage>;
