import { Said } from '../run/said';
import { ChosenTests } from './choice';
import { z } from 'zod';
import { withoutMark } from '../exact';
import { FailureAnalysis, FailureKind, SourceLocation } from './failure';
import { FoundCheck } from './detected';
import { FileCoverage } from './coverage';
import { ChanceRuns, ChanceUse, FlakyRuns } from './chance';
import { BlobHash, TreeHash } from '../ids';
import { Reporting, Selection } from './reporting';

/** Limits of one sandboxed test file. Times in ms, sizes in MiB. */
export const SandboxLimits = z.object({
  /** Wall time of one test file, everything included. */
  wallMs: z.number().int().positive().default(10_000),
  /** Longest uninterrupted turn of user code. */
  turnMs: z.number().int().positive().default(5_000),
  heapMb: z.number().int().positive().default(128),
  /** Console output kept per test file, KiB. */
  outputKb: z.number().int().positive().default(256),
  /** Most KiB of JSON that a called function may return; of more a sample is shown. */
  resultKb: z.number().int().positive().max(8192).default(256),
});
export type SandboxLimits = z.infer<typeof SandboxLimits>;

/** A project's own check, run in a checkout through `sh -c`. */
export const CommandCheck = z.object({
  command: withoutMark(z.string().min(1)),
  timeoutMs: z.number().int().positive().default(300_000),
  /** Line that is run where it is more than what people type. */
  line: z.string().optional(),
  /** Absent: the command is one test, which passes with exit code 0. */
  reporting: Reporting.optional(),
  /** Absent: it runs only as a whole. */
  selection: Selection.optional(),
});
export type CommandCheck = z.infer<typeof CommandCheck>;

/** A command of the project as its people run it. What it says counts once, before a change is offered, and then as a whole. */
export const Gate = z.object({
  check: CommandCheck,
  /** Runner of the sandbox's tests that it is, where it is no more than that. */
  runner: z.enum(['jest', 'vitest', 'node']).optional(),
});
export type Gate = z.infer<typeof Gate>;

/** Checks that decide if a tree is good. */
export const VerificationSpec = z.object({
  /** Globs of test files for the sandbox; absent: the usual Jest names; empty: no sandbox tests. */
  tests: z.array(z.string()).optional(),
  commands: z.array(CommandCheck).default([]),
  /** Commands that have to be green as well before a change is offered. */
  gates: z.array(Gate).default([]),
  /** Globs of package names that the sandbox may load; absent: all that the project has installed. */
  packages: z.array(z.string()).optional(),
  /** Lets commands run without bubblewrap where it is missing. */
  allowUnsandboxed: z.boolean().default(false),
  /** Lets commands make namespaces of users, as browsers and containers do for isolation of their own. */
  allowUserns: z.boolean().default(false),
  limits: SandboxLimits.default(() => SandboxLimits.parse({})),
});
export type VerificationSpec = z.infer<typeof VerificationSpec>;

/** How one test failed. Texts are bounded by the reporter (16 KiB each). */
export const TestFailure = z.object({
  /** Constructor name of what was thrown, for example `TypeError`. */
  errorName: z.string(),
  /** Kind of the failure by the analysis table. */
  kind: FailureKind.optional(),
  message: z.string(),
  stack: z.string().optional(),
  location: SourceLocation.optional(),
  expected: z.string().optional(),
  received: z.string().optional(),
  diff: z.string().optional(),
  /** Phase in which a test failed. `collect`: the test file itself did not load, or holds no test. */
  phase: z.enum(['collect', 'hook', 'test', 'run']).default('test'),
});
export type TestFailure = z.infer<typeof TestFailure>;

export const TestStatus = z.enum(['passed', 'failed', 'skipped', 'todo']);
export type TestStatus = z.infer<typeof TestStatus>;

/** Result of one test. `id` is `file > describe > … > name`, made unique by ` (2)` where names repeat. */
export const TestResult = z.object({
  id: z.string(),
  file: z.string(),
  /** describe titles, then the test's own. Empty for a failure to collect. */
  path: z.array(z.string()),
  status: TestStatus,
  durationMs: z.number(),
  failure: TestFailure.optional(),
  console: z.array(z.object({ level: z.string(), text: z.string() })).default([]),
});
export type TestResult = z.infer<typeof TestResult>;

/** How a check ended: `completed` even when tests failed; the others say what stopped it. */
export const CheckEnd = z.enum([
  'completed',
  'timeout',
  'memory',
  'processes',
  'disk',
  'crash',
  'output',
  'cancelled',
  'not-run',
]);
export type CheckEnd = z.infer<typeof CheckEnd>;

/** Tests of a check, or of several, by how they ended. */
export const TestTotals = z.object({
  passed: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  todo: z.number().int(),
});
export type TestTotals = z.infer<typeof TestTotals>;

/** Tests inside a command, as its test runner counted them in what it printed. */
export const SeenTests = z.object({ passed: z.number().int(), failed: z.number().int() });
export type SeenTests = z.infer<typeof SeenTests>;

/**
 * Source of a verdict: the sandbox, whose verdicts can't be forged, or commands, whose verdicts the code under test
 * could influence.
 */
export const Trust = z.enum(['sandbox', 'command', 'mixed', 'none']);
export type Trust = z.infer<typeof Trust>;

/** Runner of a test file outside of the sandbox. */
export const TestRunner = z.enum(['jest', 'vitest', 'node']);
export type TestRunner = z.infer<typeof TestRunner>;

/** Files and folders of a tree that a command read. */
export const OpenedPaths = z.object({ files: z.array(z.string()), folders: z.array(z.string()) });
export type OpenedPaths = z.infer<typeof OpenedPaths>;

/** A judge, and why it is one, as a part of a sentence. */
export const JudgingFile = z.object({ path: z.string(), why: Said });
export type JudgingFile = z.infer<typeof JudgingFile>;

/** Judges of the unchanged project, beside those that the general rule protects. */
export const Judges = z.object({
  /** Files that the program does not own: a repair may change one only where the user named it for a change. */
  files: z.array(JudgingFile),
  /** Folders that hold nothing but judges: a repair adds none to them. */
  folders: z.array(z.string()),
  /** Files that the failures of commands are in. */
  failing: z.array(z.string()),
  /** Commands were seen opening files; else judges were found by their names alone. */
  observed: z.boolean(),
});
export type Judges = z.infer<typeof Judges>;

/** Result of one test file in the sandbox or of one command: one shape for both. */
export const CheckReport = z.object({
  /** Test file path, or the command line. */
  name: z.string(),
  kind: z.enum(['tests', 'command']),
  /** Of a test file; absent: jest. */
  runner: TestRunner.optional(),
  /** Sandbox verdicts can't be forged; a command's can. */
  trust: z.enum(['sandbox', 'command']),
  end: CheckEnd,
  /** Exit code of a command; null when it was killed or never ran. */
  exitCode: z.number().int().nullable().optional(),
  tests: z.array(TestResult),
  /** Reason why it did not run. */
  notRun: Said.optional(),
  stdout: z.string(),
  stderr: z.string(),
  /** Blob of the whole output of a command, both streams as they came. */
  output: BlobHash.optional(),
  durationMs: z.number(),
  totals: TestTotals,
  /** Of a command: absent where it printed no counts that are known. */
  seen: SeenTests.optional(),
  /** Of a command whose reads were watched, and of a test file of the sandbox. */
  opened: OpenedPaths.optional(),
  /** Of a command that measured the lines that its tests execute. */
  coverage: z.array(FileCoverage).optional(),
  /** Most that resident memory grew by, MiB; absent where nobody measured it. */
  memoryMb: z.number().optional(),
  /** Of a test file in the sandbox: built-ins, globals and shared modules that its program changed, see verify/taint.ts. */
  changed: z.array(z.string()).optional(),
  /** Likewise: chance and time that program and tests asked for. Absent: none. */
  chance: z.array(ChanceUse).optional(),
});
export type CheckReport = z.infer<typeof CheckReport>;

/** Everything a verification saw; kept whole in the blob store. */
export const VerificationReport = z.object({
  version: z.literal(1),
  tree: TreeHash,
  checks: z.array(CheckReport),
  /** Ids that changed between two runs of the same tree. */
  flaky: z.array(z.string()),
  flakyRuns: z.array(FlakyRuns).optional(),
  /** Paths that a repair may not change beyond the general rule: tests of unusual names, and what sets tests up. */
  judging: z.array(z.string()).optional(),
  judges: Judges.optional(),
  /** Absent where nothing gave a reason to run a green tree again. */
  chance: ChanceRuns.optional(),
  /** Parts of the project's configuration that were not honoured, a sentence each. */
  notes: z.array(z.string()).optional(),
  /** Pairs of tests that can't both pass, a sentence each. */
  contradictions: z.array(z.string()).optional(),
});
export type VerificationReport = z.infer<typeof VerificationReport>;

export const FailedCheck = z.object({
  id: z.string(),
  /** The test file or command it belongs to. */
  check: z.string(),
  kind: z.enum(['tests', 'command']),
  runner: TestRunner.optional(),
  end: CheckEnd,
  failure: TestFailure,
  /** The report does not show it: it is a test that the change made vanish. */
  vanished: z.literal(true).optional(),
});
export type FailedCheck = z.infer<typeof FailedCheck>;

/** A failed check as history carries it: bounded texts, and the analysis of the whole report. */
export const ListedFailure = FailedCheck.extend({ analysis: FailureAnalysis });
export type ListedFailure = z.infer<typeof ListedFailure>;

/** First 2 KiB that one check printed. */
export const CheckOutput = z.object({ check: z.string(), text: z.string() });
export type CheckOutput = z.infer<typeof CheckOutput>;

/** Test files that the sandbox can't run. Nobody knows whether their tests pass. */
export const NotRun = z.object({
  count: z.number().int(),
  /** At most 5 of them. */
  files: z.array(z.string()),
  /** Thing that the first of them lacks, with the way out. */
  reason: Said,
});
export type NotRun = z.infer<typeof NotRun>;

/** A judge that is not seen to judge as it did before. */
export const Unseen = z.discriminatedUnion('of', [
  /** A check that no longer opens a file, and `more` of them. */
  z.object({ of: z.literal('unopened'), check: z.string(), first: z.string(), more: z.number().int() }),
  /** A test file that did not load before, and now runs without `count` tests: the first of them. */
  z.object({
    of: z.literal('untold'),
    check: z.string(),
    tests: z.array(z.string()),
    count: z.number().int(),
  }),
  /** A command that shows fewer tests passing than it has to; `green`: it ends well. */
  z.object({
    of: z.literal('uncounted'),
    check: z.string(),
    passed: z.number().int(),
    needed: z.number().int(),
    green: z.boolean(),
  }),
]);
export type Unseen = z.infer<typeof Unseen>;

/** Comparison with the baseline's report. */
export const VerificationComparison = z.object({
  /** Failed before, pass now. */
  fixed: z.number().int(),
  /** Passed before, fail or are missing now. */
  broken: z.number().int(),
  /** At most 20 ids of what was fixed. */
  fixedIds: z.array(z.string()),
  /** At most 10 ids of what broke; a command stands for the tests inside it. */
  brokenIds: z.array(z.string()),
  /** The first 3. */
  unseen: z.array(Unseen).optional(),
  /** Built-ins that the program changes and the baseline's did not, and how many are not named; the change counts as broken. */
  changes: z.object({ names: z.array(z.string()), more: z.number().int() }).optional(),
});
export type VerificationComparison = z.infer<typeof VerificationComparison>;

/** Missing part without which a project's own test runner can't run: itself in the project's packages, or the machine that has these. */
export const MissingRunner = z.object({ runner: z.string().optional() });
export type MissingRunner = z.infer<typeof MissingRunner>;

/** Changed lines of a file, from 1 and rising, that no test executes; at most 50 of them. */
export const UntestedLines = z.object({ path: z.string(), lines: z.array(z.number().int()) });
export type UntestedLines = z.infer<typeof UntestedLines>;

/** Facts that the workflow decides on; at most 32 KiB. The whole report is the blob `report`. */
export const Verification = z.object({
  tree: TreeHash,
  report: BlobHash,
  /** At least one check ran, none failed, flaky ones aside. */
  success: z.boolean(),
  trust: Trust,
  passed: z.number().int(),
  /** Those of them that were not flaky in the baseline: what progress is counted by. */
  steadyPassed: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  /** At most 10 failures, those that say most first. */
  failures: z.array(ListedFailure),
  /** SHA-256 over the sorted ids of all failing tests: with the tree, the fingerprint of progress. */
  failingHash: z.string(),
  flaky: z.array(z.string()),
  flakyRuns: z.array(FlakyRuns).optional(),
  comparison: VerificationComparison.optional(),
  /** Generated tests apart: they rank and never block where the project has checks of its own. */
  generated: z.object({ passed: z.number().int(), failedFiles: z.array(z.string()) }).optional(),
  /** Nothing but generated tests verified the tree. */
  onlyGenerated: z.boolean(),
  notRun: NotRun.optional(),
  /** Changed files of a request that no test executes, at most 10; absent: none, or nobody knows. */
  unexecuted: z.array(z.string()).optional(),
  /** Their lines, and those of files that are executed in part. */
  untested: z.array(UntestedLines).optional(),
  /** Failing tests that execute a changed line, at most 10; absent: none, or nobody knows. */
  redOnChange: z.array(z.string()).optional(),
  chance: ChanceRuns.optional(),
  /** Of a baseline whose tests the sandbox ran: what lacks for the project's own test runner to confirm a change, if anything. */
  ownRunner: z.object({ missing: MissingRunner.optional() }).optional(),
  /** Of a baseline whose checks were found rather than given: those that every verification of the run uses. */
  found: z.object({ spec: VerificationSpec, checks: z.array(FoundCheck) }).optional(),
  /** Of a run of some tests alone. */
  chosen: ChosenTests.optional(),
  /** At most 10 sentences about what was not honoured. */
  notes: z.array(z.string()).optional(),
  /** At most 5 sentences about tests that can't both pass. */
  contradictions: z.array(z.string()).optional(),
  /** First 2 KiB of each stream over all checks. */
  stdout: z.string(),
  stderr: z.string(),
  /** Outputs of at most 2 checks that printed anything: of the failures first, then of the commands. */
  outputs: z.array(CheckOutput).optional(),
  testFiles: z.number().int(),
  /** One run of all checks, ms: neither loading the program nor runs that confirm the first count. */
  durationMs: z.number(),
});
export type Verification = z.infer<typeof Verification>;

/** How many tests ended how. */
export function totalsOf(tests: readonly Pick<TestResult, 'status'>[]): TestTotals {
  const totals: TestTotals = { passed: 0, failed: 0, skipped: 0, todo: 0 };
  for (const { status } of tests) totals[status] += 1;
  return totals;
}
