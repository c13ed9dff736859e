import { z } from 'zod';

export type ParsedReply<T> = { ok: true; value: T } | { ok: false; error: string };

/** JSON Schema for the wire: every property required and none besides, as strict endpoints demand. */
export function wireSchema(schema: z.ZodType): Record<string, unknown> {
  const wire = withoutDefaults(z.toJSONSchema(schema)) as Record<string, unknown>;
  delete wire['$schema'];
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

/** Reads a reply as JSON of the schema. The error is what the model is told when it is asked again. */
export function parseReply<S extends z.ZodType>(text: string, schema: S): ParsedReply<z.output<S>> {
  const json = extractJson(text);
  if (json === undefined) return { ok: false, error: 'The reply is not JSON.' };
  const parsed = schema.safeParse(json.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, error: z.prettifyError(parsed.error) };
}

/** The JSON value of a reply: all of it, a fenced block, or the first object that stands in it. */
export function extractJson(text: string): { value: unknown } | undefined {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1];
  const candidates = [text, fenced, ...balancedObjects(text)];
  for (const candidate of candidates) {
    if (candidate === undefined || candidate.trim() === '') continue;
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null) return { value };
    } catch {
      continue;
    }
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
