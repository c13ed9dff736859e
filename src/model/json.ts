import { z } from 'zod';
import { fitSchema, type Fitted } from './fit-schema';

export type ParsedReply<T> = Fitted<T>;

/** JSON Schema for the wire: every property required and none besides, as strict endpoints demand. */
export function wireSchema(schema: z.ZodType): Record<string, unknown> {
  const wire = withoutDefaults(z.toJSONSchema(schema)) as Record<string, unknown>;
  delete wire['$schema'];
  if (wire['type'] === 'object') wire['required'] ??= [];
  return wire;
}

/** Strict endpoints refuse the keyword `default`. */
function withoutDefaults(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutDefaults);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(
        ([key, value]) =>
          key !== 'default' || (typeof value === 'object' && value !== null && 'type' in value),
      )
      .map(([key, value]) => [key, withoutDefaults(value)]),
  );
}

/** True if a schema can be held to strictly: every property of every object required, and none besides. */
export function isStrict(node: unknown): boolean {
  if (Array.isArray(node)) return node.every(isStrict);
  if (typeof node !== 'object' || node === null) return true;
  const { type, properties, required, additionalProperties } = node as Record<string, unknown>;
  if (type === 'object') {
    const names = Object.keys(properties ?? {});
    const demanded = Array.isArray(required) ? required : [];
    if (additionalProperties !== false || names.some((name) => !demanded.includes(name))) return false;
  }
  return Object.values(node).every(isStrict);
}

/** Reads a reply as JSON of the schema. The error is what the model is told when it is asked again. */
export function parseReply<S extends z.ZodType>(text: string, schema: S): ParsedReply<z.output<S>> {
  const values = jsonValues(text);
  if (values.length === 0) return { ok: false, error: 'The reply is not JSON.' };
  const parsed = values.map((value) => fitSchema(value, schema));
  // A model that thinks aloud writes drafts before its answer.
  return parsed.findLast(({ ok }) => ok) ?? parsed[0] ?? { ok: false, error: 'The reply does not fit.' };
}

/** The JSON value of a reply: all of it, a fenced block, or the first object that stands in it. */
export function extractJson(text: string): { value: unknown } | undefined {
  const [value] = jsonValues(text);
  return value === undefined ? undefined : { value };
}

/** The text without the thoughts that some models put before their answer; their beginning may stand in the prompt. */
export function withoutThoughts(text: string): string {
  const whole = text.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>\s*/i, '');
  if (whole !== text || /<think(?:ing)?>/i.test(text)) return whole;
  return text.replace(/^[\s\S]*?<\/think(?:ing)?>\s*/i, '');
}

function jsonValues(reply: string): object[] {
  const text = withoutThoughts(reply);
  return [text, fencedBlock(text), ...balancedObjects(text)].flatMap((candidate) => {
    if (candidate === undefined || candidate.trim() === '') return [];
    try {
      const value: unknown = JSON.parse(candidate);
      return typeof value === 'object' && value !== null ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** The text of the first fenced block that is closed. */
function fencedBlock(text: string): string | undefined {
  const open = /```(?:json)?(?=\s)/.exec(text);
  if (!open) return undefined;
  const from = open.index + open[0].length;
  for (let end = text.indexOf('```', from); end >= 0; end = text.indexOf('```', end + 3)) {
    const lineStart = text.lastIndexOf('\n', end) + 1;
    if (lineStart > from && text.slice(lineStart, end).trim() === '') return text.slice(from, lineStart);
  }
  return undefined;
}

/** The `{…}` stretches of a text at their outermost, at most 5, by counting braces outside strings. */
function balancedObjects(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let i = 0; i < text.length && found.length < 5; i += 1) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i += 1;
      else if (char === '"') inString = false;
    } else if (char === '"' && depth > 0) inString = true;
    else if (char === '{') {
      if (depth === 0) start = i;
      depth += 1;
    } else if (char === '}' && depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(text.slice(start, i + 1));
    }
  }
  return found;
}
