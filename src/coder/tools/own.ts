import { z } from 'zod';
import { firstIssue } from '../../domain/first-issue';
import type { AgentTask } from '../agent/task';
import type { CallParts, ToolSource } from './registry';
import { schemaOf, usersTool } from './users';

/** A tool of a user's module. */
export interface OwnTool {
  /** Letters, digits and `_`, at most 64. */
  name: string;
  description: string;
  /** JSON Schema of its arguments, an object; absent: it takes any. */
  input?: Record<string, unknown>;
  /** Carries out a call. What it returns is told to the model as JSON, or as it stands where it is a text; an error is a failure. */
  run(input: Record<string, unknown>, options: { signal: AbortSignal }): unknown;
}

const OwnTools = z
  .array(
    z.looseObject({
      name: z.string().regex(/^\w{1,64}$/, 'must be letters, digits and "_", at most 64'),
      description: z.string().min(1),
      input: z.record(z.string(), z.unknown()).optional(),
      run: z.custom<OwnTool['run']>((value) => typeof value === 'function', 'must be a function'),
    }),
  )
  .max(64);

/** Reads what a module exports as tools; a problem is a sentence. */
export function readOwnTools(exported: unknown): { tools: OwnTool[] } | { problem: string } {
  const parsed = OwnTools.safeParse(exported);
  if (parsed.success) return { tools: parsed.data };
  const { where, message } = firstIssue(parsed.error);
  return { problem: [where, message].filter(Boolean).join(': ') };
}

/** Tools of a user's module as a source of a tool set. */
export function ownTools(tools: readonly OwnTool[], toolSet: AgentTask['toolSet']): ToolSource<CallParts> {
  const made = tools.map((tool) =>
    usersTool({
      name: tool.name,
      description: tool.description,
      input: schemaOf({ type: 'object', ...tool.input }),
      place: `own:${tool.name}`,
      call: (input, options) => callOwn(tool, input, options),
    }),
  );
  return { toolSet, tools: made, contextOf: (parts) => parts };
}

async function callOwn(
  { name, run }: OwnTool,
  input: Record<string, unknown>,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<{ ok: boolean; text: string }> {
  const limit = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, limit]);
  try {
    // A tool that does not heed its signal is not waited for.
    const ended = new Promise<never>((_, reject) =>
      either.addEventListener('abort', () => reject(either.reason as Error), { once: true }),
    );
    const value = await Promise.race([Promise.resolve(run(input, { signal: either })), ended]);
    return { ok: true, text: typeof value === 'string' ? value : (JSON.stringify(value) ?? 'done') };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return { ok: false, text: `${name} took longer than ${timeoutMs / 1000} s.` };
    return { ok: false, text: `${name} failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}
