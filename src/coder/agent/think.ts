import type { Turn, TurnCall } from '../../domain/agent/calls';
import { MOST_CALLS_OF_A_TURN } from '../../domain/agent/calls';
import type { Heard } from '../../domain/agent/state';
import type { BlobHash, EffectKey } from '../../domain/ids';
import { shortHash } from '../../machine/hash';
import { firstLine } from '../../domain/text';
import { type ReadCall, type ToolMessage, withinContext } from '../../model';
import { renderPrompt } from '../prompts';
import { specText } from '../tools/data/generate-code';
import { specsOf, type BoundTool, type ToolDeps, type ToolRegistry } from '../tools/registry';
import { readTask, type AgentTask } from './task';
import { answersTo, keepNode, newestTurns, type TranscriptNode, withinShares } from './transcript';

/** Input of one turn of the model. */
export interface ThinkInput {
  key: EffectKey;
  task: BlobHash;
  /** Newest node of the transcript; absent: this is the first turn. */
  transcript?: BlobHash;
  /** Answers to the calls of that node. */
  heard: readonly Heard[];
}

export interface ThinkDeps extends ToolDeps {
  registry: ToolRegistry;
}

const SAID_CHARS = 200;
const SUMMARY_CHARS = 80;
const PROBLEM_CHARS = 600;

/** Takes one turn of the model: its reply becomes a node of the transcript, and its calls are described for the workflow. */
export async function think(
  deps: ThinkDeps,
  input: ThinkInput,
  { signal, attempt }: { signal: AbortSignal; attempt: number },
): Promise<Turn> {
  const { blobs, model } = deps;
  const { key, transcript } = input;
  const task = await readTask(blobs, input.task);
  const tools = deps.registry.toolsOf(task.toolSet);
  const heard = await answersTo(blobs, transcript, input.heard);
  const reply = await withinContext({ model, key }, async (budget, compactable) =>
    model.tools({
      ...compactable,
      purpose: 'code',
      messages: await conversation(deps, task, transcript, heard, budget),
      tools: specsOf(tools),
      key,
      signal,
      attempt,
      model: task.model,
    }),
  );
  signal.throwIfAborted();
  const node = (said: readonly ToolMessage[], calls: TranscriptNode['calls']) =>
    keepNode(blobs, {
      version: 1,
      previous: transcript,
      heard: heard,
      said: said as TranscriptNode['said'],
      calls,
    });
  if (!reply.ok) {
    const problem = deps.redact(reply.error).slice(0, PROBLEM_CHARS);
    return { transcript: await node(reply.back, []), calls: [], said: '', problem, usage: reply.usage };
  }
  return {
    transcript: await node([reply.message], reply.calls.map(nodeCall)),
    calls: reply.calls.map((call, index) => described(call, index, tools, deps.redact)),
    said: firstLine(deps.redact(reply.text), SAID_CHARS),
    usage: reply.usage,
  };
}

/** Messages of a turn: the rules and the task whole, the newest answers in half of the budget at most, and the newest turns as far as they fit. */
export async function conversation(
  { blobs }: Pick<ToolDeps, 'blobs'>,
  task: AgentTask,
  transcript: BlobHash | undefined,
  heard: readonly ToolMessage[],
  budget: number,
): Promise<ToolMessage[]> {
  const answers = withinShares(heard, budget / 2);
  const left = budget - answers.reduce((sum, { content }) => sum + content.length, 0);
  return [...promptOf(task), ...(await newestTurns(blobs, transcript, left)), ...answers];
}

function promptOf({ functionName, maxIterations, spec, currentStep, dataText }: AgentTask): ToolMessage[] {
  return renderPrompt('agent.react.v1', {
    functionName,
    maxIterations: String(maxIterations),
    executionSpec: specText(spec),
    currentStep: specText(currentStep),
    data: dataText ?? '(none: code is checked, and not run)',
  });
}

function nodeCall(read: ReadCall): TranscriptNode['calls'][number] {
  return read.ok ? read.call : { id: read.id, name: read.name };
}

/** A call as the workflow knows it: bounded, since a model can make many in one turn. */
function described(
  read: ReadCall,
  index: number,
  tools: readonly BoundTool[],
  redact: (text: string) => string,
): TurnCall {
  const bare = { kind: 'read', work: 'quick', loop: '', summary: '' } as const;
  if (!read.ok) {
    const chars = index < MOST_CALLS_OF_A_TURN ? PROBLEM_CHARS : 60;
    return { ...bare, tool: read.name.slice(0, 64), problem: redact(read.error).slice(0, chars) };
  }
  const { name, arguments: given } = read.call;
  const found = tools.find(({ tool }) => tool.name === name);
  if (!found) return { ...bare, tool: name, problem: 'There is no such tool.' };
  const { tool } = found;
  const input = given as never;
  return {
    tool: name,
    kind: tool.kind,
    work: tool.activity,
    loop: shortHash(`${name} ${tool.loopKey?.(input) ?? canonical(given)}`),
    summary: firstLine(redact(tool.summary(input)), SUMMARY_CHARS),
    iterates: tool.iterates,
    act: tool.act?.(input),
    question: tool.asks?.(input),
  };
}

/** JSON with the fields of objects in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, given: unknown) =>
    typeof given === 'object' && given !== null && !Array.isArray(given)
      ? Object.fromEntries(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)))
      : given,
  );
}
