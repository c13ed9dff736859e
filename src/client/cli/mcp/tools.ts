/** Tools for clients of the Model Context Protocol: each is a command of this CLI with --json. */
import { z } from 'zod';

/** A tool: the command that carries it out, and what it takes. */
export interface CommandTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** True: it changes nothing of the user's. */
  readonly reads: boolean;
  /** It answers questions for people, so only a user who allows it has it. */
  readonly answers?: true;
  args(input: never): readonly string[];
}

const defineTool = <I extends z.ZodObject>(
  tool: Omit<CommandTool, 'args' | 'input'> & { input: I; args(input: z.output<I>): readonly string[] },
): CommandTool => tool;

const directory = z.string().min(1).describe('Absolute path of the project.');
const run = z.string().min(1).describe('Id of a run, the beginning of it, or `last`.');
const level = z
  .enum(['low', 'medium', 'high'])
  .optional()
  .describe(
    'When people are asked: low never, medium before files change (the default), high before everything.',
  );

const flag = (name: string, value: string | number | undefined): string[] =>
  value === undefined ? [] : [name, String(value)];

/** All tools, in the order in which clients list them. */
export const TOOLS: readonly CommandTool[] = [
  defineTool({
    name: 'heal',
    title: 'Heal failing tests',
    description:
      'Starts a run that repairs failing tests of a project, and verifies the repair; with a request it changes the code first. Gives the id of the run at once: ask `status` for it. A change is published when people approve it.',
    input: z.object({ directory, request: z.string().optional(), approval: level }),
    reads: false,
    args: ({ directory: dir, request, approval }) => [
      ...['heal', dir, ...(request === undefined ? [] : [request])],
      ...['--detach', ...flag('--approval', approval)],
    ],
  }),
  defineTool({
    name: 'agent',
    title: 'Carry out a request',
    description:
      'Starts a run in which an agent with tools carries a request out on a project; needs a model. Gives the id of the run at once.',
    input: z.object({ directory, request: z.string().min(1), approval: level }),
    reads: false,
    args: ({ directory: dir, request, approval }) => [
      ...['agent', dir, request, '--detach', ...flag('--approval', approval)],
    ],
  }),
  defineTool({
    name: 'goal',
    title: 'Carry out a goal on files',
    description:
      'Starts a run that carries out a goal on the files of a folder by a plan. Gives its id at once.',
    input: z.object({ directory, goal: z.string().min(1), approval: level }),
    reads: false,
    args: ({ directory: dir, goal, approval }) => [
      ...['goal', dir, goal, '--detach', ...flag('--approval', approval)],
    ],
  }),
  defineTool({
    name: 'gate_begin',
    title: 'Begin a gate',
    description:
      'Keeps the present state of a project, with the verdict of its tests: `gate_check` judges later changes against it.',
    input: z.object({ directory }),
    reads: true,
    args: ({ directory: dir }) => ['gate', 'begin', dir],
  }),
  defineTool({
    name: 'gate_check',
    title: 'Check a change',
    description:
      'Judges what changed since `gate_begin`: exit code 0 proven, 1 refused with the reasons, 7 cannot be judged. Call it before you say that you are done.',
    input: z.object({ directory }),
    reads: true,
    args: ({ directory: dir }) => ['gate', 'check', dir],
  }),
  defineTool({
    name: 'search',
    title: 'Find code',
    description: 'Finds the code that a question is about: files, lines and declarations, the best first.',
    input: z.object({
      directory,
      question: z.string().min(1),
      limit: z.number().int().min(1).max(50).optional(),
    }),
    reads: true,
    args: ({ directory: dir, question, limit }) => ['search', dir, question, ...flag('--limit', limit)],
  }),
  defineTool({
    name: 'callers',
    title: 'Who calls it',
    description: 'Lists who calls a symbol, by chains of calls.',
    input: z.object({
      directory,
      symbol: z.string().min(1),
      depth: z.number().int().min(1).max(5).optional(),
    }),
    reads: true,
    args: ({ directory: dir, symbol, depth }) => ['callers', dir, symbol, ...flag('--depth', depth)],
  }),
  defineTool({
    name: 'impact',
    title: 'What a change touches',
    description: 'Lists the symbols, files and tests that a change of a symbol or a file touches.',
    input: z.object({
      directory,
      symbol: z.string().min(1),
      depth: z.number().int().min(1).max(5).optional(),
    }),
    reads: true,
    args: ({ directory: dir, symbol, depth }) => ['impact', dir, symbol, ...flag('--depth', depth)],
  }),
  defineTool({
    name: 'run_tests',
    title: 'Run the tests',
    description:
      'Runs the tests of a project as `heal` finds them, on a private copy, and tells those that fail.',
    input: z.object({ directory }),
    reads: true,
    args: ({ directory: dir }) => ['ask', dir, 'run the tests', '--mode', 'test'],
  }),
  defineTool({
    name: 'status',
    title: 'How a run stands',
    description: 'Tells how a run stands: its phase, the question that waits and its hash, its outcome.',
    input: z.object({ run }),
    reads: true,
    args: ({ run: id }) => ['status', id],
  }),
  defineTool({
    name: 'report',
    title: 'Report of a run',
    description: 'Tells what a run was asked, what it found and changed, and whose verdict its tests are.',
    input: z.object({ run }),
    reads: true,
    args: ({ run: id }) => ['report', id],
  }),
  defineTool({
    name: 'diff',
    title: 'Change of a run',
    description: 'Shows the change of a run as a unified diff.',
    input: z.object({ run }),
    reads: true,
    args: ({ run: id }) => ['diff', id],
  }),
  defineTool({
    name: 'approve',
    title: 'Approve',
    description: 'Approves the change with this hash, on behalf of the user. Show the user the diff first.',
    input: z.object({ run, hash: z.string().min(8), by: z.string().optional() }),
    reads: false,
    answers: true,
    args: ({ run: id, hash, by }) => ['approve', id, '--hash', hash, ...flag('--by', by)],
  }),
  defineTool({
    name: 'reject',
    title: 'Reject',
    description:
      'Rejects the change that a run asks about, with a reason that the next attempt takes into account.',
    input: z.object({ run, reason: z.string().min(1), hash: z.string().min(8).optional() }),
    reads: false,
    args: ({ run: id, reason, hash }) => ['reject', id, '--reason', reason, ...flag('--hash', hash)],
  }),
  defineTool({
    name: 'rollback',
    title: 'Take a change back',
    description:
      'Takes back what a run published; later changes of the user stay, or are a conflict and nothing changes.',
    input: z.object({ run, dryRun: z.boolean().optional() }),
    reads: false,
    args: ({ run: id, dryRun }) => ['rollback', id, ...(dryRun ? ['--dry-run'] : [])],
  }),
];

/** Result of a tool: the exit code of its command, and what it printed as JSON or text. */
export const ToolResult = z.object({
  /** 0: done; 1: not healed; 2: bad input; 3: infrastructure; 4: it waits; 5: conflict; 6: stopped; 7: cannot be judged. */
  exitCode: z.number().int(),
  result: z.unknown(),
});
