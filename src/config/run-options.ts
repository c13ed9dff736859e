/** Options of one run, besides settings that have a flag: one row each. */
import { z } from 'zod';
import { Executor, RepairMode, TaskType } from '../domain/heal/input';
import { ApprovalLevel } from '../domain/run/input';
import { option } from './option';
import { names, text, wholeMs, wholeNumber, word, wordsOf } from './values';

/** Limits of a test file: one turn of its event loop may take half of the whole time. */
const testLimits = wholeNumber.transform((seconds) => ({
  wallMs: seconds * 1_000,
  turnMs: Math.ceil((seconds * 1_000) / 2),
}));

const yes = z.literal(true);

export const RUN_OPTIONS = {
  test: option({
    flag: '--test <glob>',
    group: 'Checks',
    schema: z.string(),
    repeats: true,
    otherwise: 'those of the project',
    help: 'test files for the sandbox; !GLOB leaves some out; repeatable',
    input: 'verification.tests',
  }),
  check: option({
    flag: '--check <command>',
    group: 'Checks',
    schema: z.string(),
    repeats: true,
    help: 'check command of the project, like "npm test"; repeatable',
    input: 'verification.commands',
  }),
  noSandboxTests: option({
    flag: '--no-sandbox-tests',
    group: 'Checks',
    schema: yes,
    means: [],
    help: 'run the check commands only, no tests in the sandbox',
    input: 'verification.tests',
  }),
  packages: option({
    flag: '--packages <names>',
    group: 'Checks',
    schema: names,
    repeats: true,
    otherwise: 'all',
    help: 'packages that the sandbox may load; repeatable',
    input: 'verification.packages',
  }),
  testTimeout: option({
    flag: '--test-timeout <seconds>',
    group: 'Checks',
    schema: testLimits,
    otherwise: '10',
    help: 'time limit of each test file in the sandbox',
    input: 'verification.limits',
  }),
  checkTimeout: option({
    flag: '--check-timeout <seconds>',
    group: 'Checks',
    schema: wholeNumber,
    otherwise: '300',
    help: 'time limit of each check command',
  }),
  allowUnsandboxed: option({
    flag: '--allow-unsandboxed',
    group: 'Checks',
    schema: yes,
    help: 'if bubblewrap is missing, run commands without it, those of a model included',
    input: 'verification.allowUnsandboxed',
  }),
  mode: option({
    flag: '--mode <mode>',
    group: 'Repair',
    schema: word(RepairMode),
    choices: wordsOf(RepairMode),
    otherwise: 'speed',
    help: 'speed: ask the model only if single edits fail; precision: always ask it',
    input: 'mode',
  }),
  task: option({
    flag: '--task <type>',
    group: 'Repair',
    schema: word(TaskType),
    choices: wordsOf(TaskType),
    otherwise: 'debug',
    help: 'kind of task',
    input: 'taskType',
  }),
  impacted: option({
    flag: '--impacted <file...>',
    group: 'Repair',
    schema: text,
    repeats: true,
    help: 'files that the request is about; unlocks them if they are protected as tests',
    input: 'impactedFiles',
  }),
  maxAttempts: option({
    flag: '--max-attempts <n>',
    group: 'Repair',
    schema: wholeNumber,
    otherwise: '3',
    help: 'most repairs to try',
    input: 'maxAttempts',
  }),
  executor: option({
    flag: '--executor <who>',
    group: 'Agent',
    schema: word(Executor),
    choices: wordsOf(Executor),
    otherwise: 'tools with --mode precision, else answer',
    help: 'who carries the request out; answer: one answer of the model; tools: an agent that reads, edits and runs tests',
    input: 'executor',
  }),
  maxCalls: option({
    flag: '--max-calls <n>',
    group: 'Agent',
    schema: wholeNumber,
    otherwise: '200',
    help: 'most calls of tools of an agent',
    input: 'maxCalls',
  }),
  timeLimit: option({
    flag: '--time-limit <time>',
    group: 'Repair',
    schema: wholeMs,
    otherwise: 'none',
    help: 'work time after which the run ends with what it has, like 90s, 30m or 2h; waiting for you does not count',
    input: 'timeLimitMs',
  }),
  topUpWithin: option({
    flag: '--top-up-within <time>',
    group: 'Budget',
    schema: wholeMs,
    otherwise: '24h',
    help: 'how long the run waits for a top-up before it goes on without the model',
    input: 'budget.topUpDeadlineMs',
  }),
  approval: option({
    flag: '--approval <level>',
    group: 'Publishing',
    schema: word(ApprovalLevel),
    choices: wordsOf(ApprovalLevel),
    otherwise: 'medium',
    help: 'low: ask about tools of your own servers only; medium: ask before publishing; high: ask before every action',
    input: 'approval.level',
  }),
  partial: option({
    flag: '--partial',
    group: 'Publishing',
    schema: yes,
    help: 'if you changed some files meanwhile, publish the others',
    input: 'partial',
    forkHelp: 'publish all or nothing, even if that run was to publish in part',
  }),
  dryRun: option({
    flag: '--dry-run',
    group: 'Publishing',
    schema: yes,
    help: 'publish nothing; say what publishing would do, conflicts included',
    input: 'dryRun',
    forkHelp: 'publish, even if that run was a dry run',
  }),
};
