import { z } from 'zod';
import type { RawToolCall, ToolCall, ToolMessage, ToolSpec } from './types';

/** One tool call: usable, or the complaint about it for the model. */
export type ReadCall = { ok: true; call: ToolCall } | { ok: false; id: string; error: string };

/** Holds a model's calls to the tools that it was given. */
export function readToolCalls(calls: readonly RawToolCall[], tools: readonly ToolSpec[]): ReadCall[] {
  return calls.map((call) => readToolCall(call, tools));
}

function readToolCall({ id, name, arguments: text }: RawToolCall, tools: readonly ToolSpec[]): ReadCall {
  const tool = tools.find((known) => known.name === name);
  if (!tool) {
    const known = tools.map((each) => each.name).join(', ');
    return { ok: false, id, error: `There is no tool "${name}". The tools are: ${known}.` };
  }
  const given = argumentsOf(text);
  if (given === undefined) return { ok: false, id, error: `The arguments of ${name} are not a JSON object.` };
  const parsed = tool.parameters.safeParse(given.value);
  if (parsed.success) return { ok: true, call: { id, name, arguments: parsed.data } };
  return {
    ok: false,
    id,
    error: `The arguments of ${name} do not fit its schema.\n${z.prettifyError(parsed.error)}`,
  };
}

/** A tool without arguments is often called with none at all. */
function argumentsOf(text: string): { value: object } | undefined {
  if (text.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { value } : undefined;
  } catch {
    return undefined;
  }
}

/** The turn and the answers to its calls: what is wrong with some, and that the others were not run. */
export function turnBack(
  text: string,
  calls: readonly RawToolCall[],
  read: readonly ReadCall[],
): ToolMessage[] {
  const answers = read.map((one): ToolMessage => {
    const toolCallId = one.ok ? one.call.id : one.id;
    const content = one.ok
      ? 'Not run, because another call of this turn cannot be used. Call it again.'
      : `Not run. ${one.error} Correct the call and make it again.`;
    return { role: 'tool', toolCallId, content };
  });
  return [{ role: 'assistant', content: text, toolCalls: calls }, ...answers];
}
