/** What one run can be told, besides settings that have a flag: one row each. */
import { z } from 'zod';
import { ApprovalLevel, RepairMode, TaskType } from '../domain/heal/input';
import { option } from './option';
import { names, text, wholeMs, wholeNumber, word, wordsOf } from './values';

/** A file that may take longer may also be busy for longer in one go. */
const testLimits = wholeNumber.transform((seconds) => ({
  wallMs: seconds * 1_000,
  turnMs: Math.ceil((seconds * 1_000) / 2),
}));

const yes = z.literal(true);

export const RUN_OPTIONS = {
  topUpWithin: option({
    flag: '--top-up-within <time>',
    schema: wholeMs,
    otherwise: '24h',
    help: 'how long it waits for a top-up before it goes on without the model',
    input: 'budget.topUpDeadlineMs',
  }),
  impacted: option({
    flag: '--impacted <file...>',
    schema: text,
    repeats: true,
    help: 'files that the request is about',
    input: 'impactedFiles',
  }),
  mode: option({
    flag: '--mode <mode>',
    schema: word(RepairMode),
    choices: wordsOf(RepairMode),
    otherwise: 'speed',
    help: 'speed: mutation first; precision: ask the model as well',
    input: 'mode',
  }),
  task: option({
    flag: '--task <type>',
    schema: word(TaskType),
    choices: wordsOf(TaskType),
    otherwise: 'debug',
    help: 'kind of task',
    input: 'taskType',
  }),
  check: option({
    flag: '--check <command>',
    schema: z.string(),
    repeats: true,
    help: 'a check command of the project; repeat for several',
    input: 'verification.commands',
  }),
  checkTimeout: option({
    flag: '--check-timeout <seconds>',
    schema: wholeNumber,
    otherwise: '300',
    help: 'time limit of each check command',
  }),
  testTimeout: option({
    flag: '--test-timeout <seconds>',
    schema: testLimits,
    otherwise: '10',
    help: 'time limit of each test file in the sandbox',
    input: 'verification.limits',
  }),
  test: option({
    flag: '--test <glob>',
    schema: z.string(),
    repeats: true,
    otherwise: 'as configured',
    help: 'test files for the sandbox, !GLOB leaves some out; repeat for several',
    input: 'verification.tests',
  }),
  noSandboxTests: option({
    flag: '--no-sandbox-tests',
    schema: yes,
    means: [],
    help: 'run only the check commands, no tests in the sandbox',
    input: 'verification.tests',
  }),
  packages: option({
    flag: '--packages <names>',
    schema: names,
    repeats: true,
    otherwise: 'all',
    help: 'packages that the sandbox may load; repeat for several',
    input: 'verification.packages',
  }),
  timeLimit: option({
    flag: '--time-limit <time>',
    schema: wholeMs,
    otherwise: 'none',
    help: 'most time that the run may work, for example 90s, 30m or 2h, waiting for you not counted; it then ends with what it has',
    input: 'timeLimitMs',
  }),
  generateTests: option({
    flag: '--generate-tests',
    schema: yes,
    help: 'let the model write tests for the changed code',
    input: 'generateTests',
  }),
  maxAttempts: option({
    flag: '--max-attempts <n>',
    schema: wholeNumber,
    otherwise: '3',
    help: 'repairs allowed',
    input: 'maxAttempts',
  }),
  approval: option({
    flag: '--approval <level>',
    schema: word(ApprovalLevel),
    choices: wordsOf(ApprovalLevel),
    otherwise: 'medium',
    help: 'low: never ask; medium: before publishing; high: before every action',
    input: 'approval.level',
  }),
  allowUnsandboxed: option({
    flag: '--allow-unsandboxed',
    schema: yes,
    help: 'run check commands, also those that a model suggests, without bubblewrap where it is missing',
    input: 'verification.allowUnsandboxed',
  }),
  partial: option({
    flag: '--partial',
    schema: yes,
    help: 'where you changed some of the paths meanwhile, publish the others',
    input: 'partial',
    forkHelp: 'publish all or nothing, though that run was to publish in part',
  }),
  dryRun: option({
    flag: '--dry-run',
    schema: yes,
    help: 'publish nothing: say what publishing would do, conflicts included',
    input: 'dryRun',
    forkHelp: 'publish, though that run was a dry run',
  }),
};
