/** A run in the trajectory format of Harbor (ATIF 1.7): what was asked, each turn of a model with its calls, and all that happened besides. */
import { z } from 'zod';
import { BlobHash } from '../../domain/ids';
import type { Redact } from '../../domain/redact';
import { redactJson } from '../../domain/redact/json';
import type { RunEvent } from '../../domain/run/events';
import type { Usage } from '../../domain/run/budget';
import type { ReadBlob } from '../event-log';

const SCHEMA_VERSION = 'ATIF-v1.7';

/** A turn of a transcript, as far as it is read here. */
const Node = z.object({
  heard: z.array(z.object({ role: z.string(), content: z.string(), toolCallId: z.string().optional() })),
  said: z.array(
    z.object({
      role: z.string(),
      content: z.string(),
      toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })).default([]),
    }),
  ),
});
type Node = z.infer<typeof Node>;

interface ToolCall {
  tool_call_id: string;
  function_name: string;
  arguments: Record<string, unknown>;
}

interface Step {
  step_id: number;
  timestamp?: string;
  source: 'user' | 'agent' | 'system';
  message: string;
  llm_call_count?: number;
  tool_calls?: ToolCall[];
  observation?: { results: { source_call_id?: string; content: string }[] };
  extra?: Record<string, unknown>;
}

/** A run, as its trajectory tells it: facts of its report, which hold no secret. */
export interface ToldRun {
  id: string;
  kind: string;
  /** Of Kintsugi. */
  version: string;
  /** Words of the user. */
  asked: string;
  events: readonly RunEvent[];
  usage?: Usage;
}

/** The trajectory as JSON, without secrets. Turns whose texts are on another machine are told by their events. */
export async function trajectoryText(run: ToldRun, readBlob: ReadBlob, redact: Redact): Promise<string> {
  const nodes = await turnsIn(run.events, readBlob);
  const first: Step = { step_id: 1, source: 'user', message: run.asked };
  const { begun, rest } = toolResults(run.events, nodes);
  const told = rest.map((event, index): Step => {
    const node = nodes.get(event.sequence);
    const step = { step_id: index + 2, timestamp: event.at };
    if (!node)
      return {
        ...step,
        source: 'system',
        message: event.text,
        extra: { kind: event.kind, ...event.fields },
      };
    return {
      ...step,
      source: 'agent',
      llm_call_count: 1,
      ...turnOf(node, begun.get(event.sequence), redact),
    };
  });
  const steps = [first, ...told];
  return JSON.stringify(
    {
      schema_version: SCHEMA_VERSION,
      session_id: run.id,
      agent: { name: `kintsugi ${run.kind}`, version: run.version, model_name: run.usage?.models?.[0] },
      steps,
      final_metrics: run.usage && metricsOf(run.usage, steps.length),
    },
    null,
    2,
  );
}

/** Turns of models, by the number of the event that tells of each. */
async function turnsIn(events: readonly RunEvent[], readBlob: ReadBlob): Promise<Map<number, Node>> {
  const turns = new Map<number, Node>();
  for (const { sequence, kind, fields } of events) {
    const hash = kind === 'reply' ? BlobHash.safeParse(fields['transcript']) : undefined;
    const text = hash?.success ? await readBlob(hash.data) : undefined;
    if (text !== undefined) turns.set(sequence, Node.parse(JSON.parse(text)));
  }
  return turns;
}

/** Results of the calls of each turn, by the call's id where the next turn heard them; and the events that are steps of their own. */
function toolResults(
  events: readonly RunEvent[],
  nodes: ReadonlyMap<number, Node>,
): { begun: Map<number, Map<string, string>>; rest: RunEvent[] } {
  const begun = new Map<number, Map<string, string>>();
  const rest: RunEvent[] = [];
  let open: { at: number; ids: string[] } | undefined;
  for (const event of events) {
    const node = nodes.get(event.sequence);
    if (node) {
      const results = open && begun.get(open.at);
      for (const { toolCallId, content } of node.heard)
        if (toolCallId !== undefined && results) results.set(toolCallId, content);
      open = { at: event.sequence, ids: callsOf(node).map(({ id }) => id) };
      begun.set(event.sequence, new Map());
    } else if (event.kind === 'tool-result' && open) {
      const id = open.ids.shift();
      if (id !== undefined) begun.get(open.at)?.set(id, event.text);
      continue;
    }
    rest.push(event);
  }
  return { begun, rest };
}

function callsOf({ said }: Node): Node['said'][number]['toolCalls'] {
  return said.flatMap(({ role, toolCalls }) => (role === 'assistant' ? toolCalls : []));
}

function turnOf(
  node: Node,
  results: ReadonlyMap<string, string> | undefined,
  redact: Redact,
): Pick<Step, 'message' | 'tool_calls' | 'observation'> {
  const said = node.said.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  const calls = callsOf(node);
  const heard = calls.flatMap(({ id }) => {
    const content = results?.get(id);
    return content === undefined ? [] : [{ source_call_id: id, content: redact(content) }];
  });
  return {
    message: redact(said.join('\n')),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, arguments: given }) => ({
        tool_call_id: id,
        function_name: name,
        arguments: argumentsOf(redactJson(given, redact)),
      })),
    }),
    ...(heard.length > 0 && { observation: { results: heard } }),
  };
}

/** Arguments as an object, as the format wants them; what a model wrote wrong is told as text. */
function argumentsOf(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : { value: read };
  } catch {
    return { text };
  }
}

function metricsOf(
  { inputTokens, outputTokens, cachedInputTokens, costMicroUsd, modelCalls }: Usage,
  steps: number,
): Record<string, unknown> {
  return {
    total_prompt_tokens: inputTokens,
    total_completion_tokens: outputTokens,
    total_cached_tokens: cachedInputTokens,
    total_cost_usd: costMicroUsd === undefined ? undefined : costMicroUsd / 1e6,
    total_steps: steps,
    extra: { model_calls: modelCalls },
  };
}
