import { z } from 'zod';
import {
  type CodeGraph,
  type GraphAnswer,
  type GraphTask,
  type ImpactAnswer,
  type WalkLimits,
  createCodeGraph,
} from '../../codebase/graph';
import { wholeNumber, type Config } from '../../config';
import { badInput, EXIT, infrastructure } from '../../domain/kintsugi-error';
import { folderAndText, readFolderAndText } from './folder-argument';
import { renderCalls, renderDefinitions, renderImpact, renderReferences } from './graph-render';
import { valueBy } from './option-value';
import { createOutput } from './output';
import { shownName } from '../../domain/shown';
import { readableText } from '../../machine/text/text-form';
import { listSources } from '../list-sources';
import type { Cli } from './command-names';

/** Each command reads the whole project anew, on a machine that may be busy. */
const DEADLINE_MS = 180_000;

/**
 * Opens the graph of a directory while `use` runs, without a server. Nothing is stored. Throws a sentence for a path that is no
 * directory, or can't be a project.
 */
async function withCodeGraph<T>(
  config: Config,
  path: string,
  use: (graph: CodeGraph, task: GraphTask) => Promise<T>,
): Promise<T> {
  const { directory, tree, files, read } = await listSources(config, path);
  const text = (file: string): Promise<string | undefined> => {
    const bytes = read(file);
    return Promise.resolve(bytes && readableText(bytes));
  };
  const graph = createCodeGraph({ deadlineMs: DEADLINE_MS });
  try {
    const { signal } = new AbortController();
    return await use(graph, { files: { name: tree, files, text }, directory, signal });
  } finally {
    graph.close();
  }
}

interface GraphFlags extends WalkLimits {
  json?: boolean;
}

/** Answer for programs and for people. */
interface Told {
  readonly json: object;
  readonly lines: readonly string[];
  readonly isPartial: boolean;
}

/** A question about a symbol: its command, and how it is answered. */
interface GraphCommand {
  readonly name: string;
  readonly description: string;
  /** Depth where `--depth` is not given; absent: the command follows no chains. */
  readonly depth?: number;
  answer(graph: CodeGraph, task: GraphTask, symbol: string, limits: WalkLimits): Promise<Told>;
}

const LIMIT = 100;
const DEPTH = z
  .string()
  .regex(/^[1-5]$/, 'it must be a number from 1 to 5')
  .transform(Number);

const COMMANDS: readonly GraphCommand[] = [
  {
    name: 'definition',
    description: 'show where a symbol is declared, or what the name at a place means',
    answer: async (graph, task, symbol, limits) =>
      listed(await graph.definition(task, symbol, limits), task, symbol, renderDefinitions),
  },
  {
    name: 'references',
    description: 'list all places that name a symbol',
    answer: async (graph, task, symbol, limits) =>
      listed(await graph.references(task, symbol, limits), task, symbol, renderReferences),
  },
  {
    name: 'callers',
    description: 'list who calls a symbol, by chains of calls',
    depth: 1,
    answer: async (graph, task, symbol, limits) =>
      listed(await graph.callers(task, symbol, limits), task, symbol, renderCalls),
  },
  {
    name: 'callees',
    description: 'list whom a symbol calls, by chains of calls',
    depth: 1,
    answer: async (graph, task, symbol, limits) =>
      listed(await graph.callees(task, symbol, limits), task, symbol, renderCalls),
  },
  {
    name: 'impact',
    description: 'list what a change of a symbol or a file touches: symbols, files and the tests among them',
    depth: 3,
    answer: async (graph, task, symbol, limits) => {
      const { impact, more, isPartial } = answered(await graph.impact(task, symbol, limits), task, symbol);
      return { json: { ...impact, more, isPartial }, lines: renderImpact(impact, more), isPartial };
    },
  },
];

/** Adds the commands that follow symbols through the code of a directory. They need no server. */
export function addGraphCommands({ program, config, exit }: Cli): void {
  for (const entry of COMMANDS) {
    const command = program.command(entry.name).description(entry.description);
    folderAndText(command, 'symbol', symbolHelp(entry));
    if (entry.depth !== undefined)
      command.option(
        '--depth <n>',
        `how far to follow from the symbol, 1 to 5 (${entry.depth})`,
        valueBy(DEPTH),
      );
    command
      .option('--limit <n>', `most results for each symbol of the name (${LIMIT})`, valueBy(wholeNumber))
      .option('--json', 'print JSON')
      .action(async () => {
        await run(config(), entry, ...readFolderAndText(command), command.opts<GraphFlags>());
        exit(EXIT.healed);
      });
  }
}

function symbolHelp({ name }: GraphCommand): string {
  const forms = 'name, Outer.name, path#Outer.name or path:line:column';
  return name === 'impact' ? `${forms}; or the path of a file` : forms;
}

async function run(
  config: Config,
  { name, depth, answer }: GraphCommand,
  dir: string,
  symbol: string,
  flags: GraphFlags,
): Promise<void> {
  const output = createOutput({ json: flags.json ?? false, color: config.color });
  output.progress('reading the sources');
  const limits = { limit: flags.limit ?? LIMIT, depth: flags.depth ?? depth };
  const told = await withCodeGraph(config, dir, (graph, task) => answer(graph, task, symbol, limits));
  output.clearProgress();
  if (flags.json) output.print(JSON.stringify({ version: 1, command: name, symbol, ...told.json }));
  else for (const line of told.lines) output.print(line);
  if (told.isPartial) output.note('The time did not suffice: there may be more.');
}

function listed<T>(
  answer: GraphAnswer<T>,
  task: GraphTask,
  symbol: string,
  render: (answer: Extract<GraphAnswer<T>, { status: 'answered' }>) => string[],
): Told {
  const found = answered(answer, task, symbol);
  const { matches, moreMatches, isPartial } = found;
  return { json: { matches, moreMatches, isPartial }, lines: render(found), isPartial };
}

/** The answer itself. Throws a sentence where there is none. */
function answered<A extends GraphAnswer<unknown> | ImpactAnswer>(
  answer: A,
  { directory = '' }: GraphTask,
  symbol: string,
): Extract<A, { status: 'answered' }> {
  if (answer.status === 'unknown') {
    const near = answer.nearest.map(shownName);
    const hint =
      near.length > 0
        ? `did you mean ${near.join(', ')}?`
        : 'check its name, and that the folder is the right one.';
    throw badInput(`There is no symbol ${shownName(symbol)} in ${shownName(directory)}: ${hint}`);
  }
  if (answer.status === 'unanswered')
    throw infrastructure(
      `The question could not be answered: ${answer.reason}. Ask about a part of the project.`,
    );
  return answer as Extract<A, { status: 'answered' }>;
}
