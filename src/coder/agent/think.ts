import type { Turn, TurnCall } from '../../domain/agent/calls';
import { MOST_CALLS_OF_A_TURN } from '../../domain/agent/calls';
import { shortHash } from '../../machine/hash';
import { firstLine } from '../../domain/text';
import { type ReadCall, type ToolMessage, withinContext } from '../../model';
import { specsOf, type BoundTool } from '../tools/registry';
import { openTurn, type ThinkDeps, type ThinkInput } from './open-turn';
import { keepNode, type TranscriptNode } from './transcript';

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
  const { task, tools, heard, keep, messages } = await openTurn(deps, input);
  const reply = await withinContext({ model, key, prompt: messages }, (given) =>
    model.tools({
      ...given,
      purpose: 'code',
      tools: specsOf(tools),
      signal,
      attempt,
      model: task.model,
    }),
  );
  signal.throwIfAborted();
  const node = async (said: readonly ToolMessage[], calls: TranscriptNode['calls']) =>
    keepNode(blobs, {
      version: 1,
      previous: transcript,
      heard: heard as TranscriptNode['heard'],
      said: said as TranscriptNode['said'],
      calls,
      known: await keep(),
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
