import type { MadeCall } from '../../domain/agent/loop-run';
import type { BlobHash, EffectKey, TreeHash } from '../../domain/ids';
import type { Redact } from '../../domain/redact';
import type { ModelClient, ToolSpec } from '../../model';
import type { Sandbox } from '../../sandbox';
import type { BlobStore } from '../../store';
import type { AgentTask, DataTask } from '../agent/task';
import { DATA_TOOLS } from './data';
import type { DataContext } from './data/context';
import type { Tool } from './tool';
import { AnalyzeErrorOutput } from './data/analyze-error';
import { CheckCodeOutput, TestCodeOutput } from './data/check-code';

export interface ToolDeps {
  model: ModelClient;
  blobs: BlobStore;
  sandbox: Sandbox;
  redact: Redact;
}

/** One call, as a tool set makes its context of it. */
export interface CallParts extends ToolDeps {
  key: EffectKey;
  signal: AbortSignal;
  /** Try of the activity, from 1. */
  attempt: number;
  task: AgentTask;
  /** The run's files now, where its tools work on files. */
  tree?: TreeHash;
  /** Node of the transcript with the turn that makes the call; absent: the machine makes it. */
  turn?: BlobHash;
}

/** Source of tools: those of Kintsugi; a server of tools or a user's own are others. */
export interface ToolSource<Context> {
  /** Runs whose task names this set have its tools. */
  toolSet: AgentTask['toolSet'];
  tools: readonly Tool<Context>[];
  contextOf(parts: CallParts): Context | Promise<Context>;
  /** Their results are those of tools on a directory. */
  ofDirectory?: true;
  /** Arguments of a call that the machine makes, where it makes any of these tools. */
  madeArguments?(made: MadeCall, parts: Pick<CallParts, 'blobs' | 'task'>): Promise<unknown>;
}

export interface BoundTool {
  tool: Tool<unknown>;
  contextOf(parts: CallParts): unknown;
  /** Its results are those of tools on a directory. */
  ofDirectory?: true;
  madeArguments: ToolSource<unknown>['madeArguments'];
}

const dataTools: ToolSource<DataContext> = {
  toolSet: 'data',
  tools: DATA_TOOLS,
  contextOf: (parts) => ({ ...parts, task: dataTask(parts.task) }),
  madeArguments: (made, { blobs, task }) => madeArguments(made, { blobs, task: dataTask(task) }),
};

function dataTask(task: AgentTask): DataTask {
  if (task.toolSet !== 'data') throw new Error('tools on data are called for a task on data');
  return task;
}

/** The tools that Kintsugi brings: one line a set. */
export const BUILT_IN_TOOLS: readonly ToolSource<never>[] = [dataTools as ToolSource<never>];

/** Tools by their set and name. */
export class ToolRegistry {
  private readonly bound = new Map<string, Map<string, BoundTool>>();

  /** `ofRun`: tools that a run brings itself, by its id. */
  constructor(
    private readonly sources: readonly ToolSource<never>[] = BUILT_IN_TOOLS,
    private readonly ofRun: (run: string) => Promise<readonly ToolSource<never>[]> = () =>
      Promise.resolve([]),
  ) {
    for (const source of sources) this.add(source);
  }

  /** The tools with those of a run; of two with one name the run's own is left out. */
  async forRun(run: string): Promise<ToolRegistry> {
    const own = await this.ofRun(run);
    if (own.length === 0) return this;
    const isNew = (toolSet: string) => (one: { name: string }) => this.tool(toolSet, one.name) === undefined;
    return new ToolRegistry([
      ...this.sources,
      ...own.map((source) => ({ ...source, tools: source.tools.filter(isNew(source.toolSet)) })),
    ]);
  }

  toolsOf(toolSet: string): BoundTool[] {
    return [...(this.bound.get(toolSet)?.values() ?? [])];
  }

  /** A tool of a set. Undefined: this worker does not have it, though the worker of the turn had. */
  tool(toolSet: string, name: string): BoundTool | undefined {
    return this.bound.get(toolSet)?.get(name);
  }

  private add({ toolSet, tools, contextOf, ofDirectory, madeArguments: made }: ToolSource<unknown>): void {
    const known = this.bound.get(toolSet) ?? new Map<string, BoundTool>();
    for (const tool of tools) {
      if (!/^\w{1,64}$/.test(tool.name)) throw new Error(`${tool.name} is no name of a tool.`);
      if (known.has(tool.name))
        throw new Error(`Two tools of the set ${toolSet} have the name ${tool.name}.`);
      known.set(tool.name, { tool, contextOf, ofDirectory, madeArguments: made });
    }
    this.bound.set(toolSet, known);
  }
}

/** Tools as a model is told of them. */
export function specsOf(tools: readonly BoundTool[]): ToolSpec[] {
  return tools.map(({ tool: { name, description, input } }) => ({ name, description, parameters: input }));
}

/** Arguments of a call that the machine makes, put together from what earlier calls have stored. */
async function madeArguments(
  made: MadeCall,
  { blobs, task }: { blobs: BlobStore; task: DataTask },
): Promise<unknown> {
  const code = made.code === undefined ? undefined : String(await blobs.load(made.code));
  const { functionName } = task;
  switch (made.tool) {
    case 'generateCode':
      return { previousCode: code, issuesToFix: await issuesOf(made, blobs) };
    case 'testCode':
    case 'checkCode':
      return { code, functionName };
    case 'analyzeError': {
      const [error = ''] = await issuesOf({ run: made.run }, blobs);
      const issues = made.run === undefined ? await issuesOf({ check: made.check }, blobs) : [];
      return made.run === undefined
        ? { code, error: issues.join('\n'), errorType: 'static' }
        : { code, error, errorType: 'runtime' };
    }
  }
}

/** Problems for the next version: runtime errors first, then suggestions, then what the check found. */
async function issuesOf(
  { run, check, analysis }: Pick<MadeCall, 'run' | 'check' | 'analysis'>,
  blobs: BlobStore,
): Promise<string[]> {
  const ran = run === undefined ? undefined : TestCodeOutput.parse(await json(blobs, run));
  const analysed = analysis === undefined ? undefined : AnalyzeErrorOutput.parse(await json(blobs, analysis));
  const checked = check === undefined ? undefined : CheckCodeOutput.parse(await json(blobs, check));
  return [
    ...(ran && !ran.success ? [`Runtime error: ${ran.error}`] : []),
    ...(analysed ? [analysed.analysis, ...analysed.suggestions] : []),
    ...(checked?.issues ?? []),
  ];
}

async function json(blobs: BlobStore, hash: BlobHash): Promise<unknown> {
  return JSON.parse(String(await blobs.load(hash)));
}
