import { fitSchema, readJson } from './fit-schema';
import type { RawToolCall, ReadCall, ToolSpec } from './types';

/** Holds a model's calls to the tools that it was given. An error names the mistake, for the model and for people. */
export function readToolCalls(calls: readonly RawToolCall[], tools: readonly ToolSpec[]): ReadCall[] {
  return calls.map((call) => readToolCall(call, tools));
}

function readToolCall({ id, name, arguments: text }: RawToolCall, tools: readonly ToolSpec[]): ReadCall {
  const refused = (error: string): ReadCall => ({ ok: false, id, name, error });
  const tool = tools.find((known) => known.name === name);
  if (!tool) {
    const known = tools.map((each) => each.name).join(', ');
    return refused(`There is no tool "${name.slice(0, 100)}". The tools are: ${known}.`);
  }
  const given = argumentsOf(text);
  if ('problem' in given) return refused(`The arguments of ${name} are ${given.problem}.`);
  const fitted = fitSchema(given.value, tool.parameters);
  if (fitted.ok) return { ok: true, call: { id, name, arguments: fitted.value } };
  return refused(
    `The arguments of ${name} do not fit its schema: ${fitted.error.slice(0, MOST_ISSUE_CHARS)}.`,
  );
}

const MOST_ISSUE_CHARS = 1_000;

/** The object in a text, which some models write as text in JSON once more. A tool without arguments is often called with none. */
export function argumentsOf(text: string): { value: object } | { problem: string } {
  if (text.trim() === '') return { value: {} };
  const read = readJson(text);
  if ('problem' in read) return { problem: `not JSON (${read.problem})` };
  const { value } = read;
  if (typeof value === 'string') return argumentsOf(value);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
  return {
    problem: `not a JSON object but ${Array.isArray(value) ? 'a list' : JSON.stringify(value).slice(0, 40)}`,
  };
}
