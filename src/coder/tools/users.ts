import { z } from 'zod';
import { shortHash } from '../../machine/hash';
import type { CallParts } from './registry';
import { defineTool, type Tool } from './tool';

/** Time of one call, ms: whoever wants to wait longer for people or machines answers that it has begun. */
export const CALL_MS = 120_000;
/** Characters of arguments in a question. */
const SHOWN_CHARS = 1_000;

const Output = z.object({ success: z.boolean(), text: z.string() });

/** A tool of the user's own: of a server, or of a module. */
export interface UsersTool {
  /** As a model calls it. */
  name: string;
  description: string;
  input: z.ZodObject;
  /** As people and the policy call it: `mcp:mail/send`. */
  place: string;
  call(
    input: Record<string, unknown>,
    options: { signal: AbortSignal; timeoutMs: number },
  ): Promise<{ ok: boolean; text: string }>;
}

/** The tool as models have it. What it says about itself is not believed: each call counts as one that changes something, and asks. */
export function usersTool({ name, description, input: schema, place, call }: UsersTool): Tool<CallParts> {
  const words = place.slice(place.indexOf(':') + 1);
  return defineTool<CallParts>()({
    name,
    description: description.slice(0, 1_024),
    input: schema,
    output: Output,
    kind: 'write',
    activity: 'model',
    once: true,
    shown: ({ text }) => text,
    summary: () => `call ${words}`,
    act: (input) => ({
      tool: place,
      summary: `call ${words} with ${shown(input)}`,
      // An answer is to these arguments, whatever part of them is shown.
      binds: shortHash(JSON.stringify(input)),
    }),
    run: async ({ signal, redact }, input) => {
      const { ok, text } = await call(input, { signal, timeoutMs: CALL_MS });
      return { success: ok, text: redact(text) };
    },
  });
}

/** A JSON Schema of arguments; one that can't be read lets any arguments through, and the tool says what is wrong. */
export function schemaOf(schema: Record<string, unknown>): z.ZodObject {
  try {
    const read = z.fromJSONSchema(schema);
    return read instanceof z.ZodObject ? read : z.looseObject({});
  } catch {
    return z.looseObject({});
  }
}

function shown(input: unknown): string {
  const text = JSON.stringify(input);
  const more = text.length - SHOWN_CHARS;
  return more > 0 ? `${text.slice(0, SHOWN_CHARS)}… (and ${more} more characters)` : text;
}
