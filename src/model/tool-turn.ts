import { z } from 'zod';
import type { RawToolCall, ReadCall, ToolSpec } from './types';

/** Holds a model's calls to the tools that it was given. */
export function readToolCalls(calls: readonly RawToolCall[], tools: readonly ToolSpec[]): ReadCall[] {
  return calls.map((call) => readToolCall(call, tools));
}

function readToolCall({ id, name, arguments: text }: RawToolCall, tools: readonly ToolSpec[]): ReadCall {
  const refused = (why: string): ReadCall => ({
    ok: false,
    id,
    name,
    error: `Not run. ${why} Correct the call and make it again.`,
  });
  const tool = tools.find((known) => known.name === name);
  if (!tool) {
    const known = tools.map((each) => each.name).join(', ');
    return refused(`There is no tool "${name.slice(0, 100)}". The tools are: ${known}.`);
  }
  const given = argumentsOf(text);
  if (given === undefined) return refused(`The arguments of ${name} are not a JSON object.`);
  const parsed = tool.parameters.safeParse(given.value);
  if (parsed.success) return { ok: true, call: { id, name, arguments: parsed.data } };
  const issues = z.prettifyError(parsed.error).slice(0, MOST_ISSUE_CHARS);
  return refused(`The arguments of ${name} do not fit its schema.\n${issues}\n`);
}

const MOST_ISSUE_CHARS = 2_000;

/** A tool without arguments is often called with none at all. */
function argumentsOf(text: string): { value: object } | undefined {
  if (text.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { value } : undefined;
  } catch {
    return undefined;
  }
}
