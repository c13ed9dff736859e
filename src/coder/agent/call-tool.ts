import { EXCERPT_OF_A_CALL, type CallDone } from '../../domain/agent/calls';
import type { CallSource } from '../../domain/agent/loop-run';
import type { BlobHash, EffectKey, TreeHash } from '../../domain/ids';
import { addUsage, NO_USAGE, type Usage } from '../../domain/run/budget';
import { firstIssue } from '../../domain/issue-words';
import { firstLine } from '../../domain/text';
import type { ModelClient, Question } from '../../model';
import type { BoundTool, CallParts, ToolDeps, ToolRegistry } from '../tools/registry';
import { hasTool, readTask } from './task';
import { readNode } from './transcript';

/** Input of one call of a tool: its arguments are in the store. */
export interface CallToolInput {
  key: EffectKey;
  task: BlobHash;
  /** The run's files now, where its tools work on files. */
  tree?: TreeHash;
  tool: string;
  source: CallSource;
}

/** Notes that a call begins; resolves to false where an earlier try has begun it. */
export interface Begins {
  begin(): Promise<boolean>;
}

export type CallToolDeps = ToolDeps & { registry: ToolRegistry };

interface OpenCall {
  bound: BoundTool;
  parts: CallParts;
  input: unknown;
}

/** Carries out a call, stores its output whole, and tells the workflow in few words what came of it. */
export async function callTool(
  deps: CallToolDeps,
  given: CallToolInput & Begins,
  context: { signal: AbortSignal; attempt: number },
): Promise<CallDone> {
  const metered = meteredModel(deps.model);
  const open = await openCall({ ...deps, model: metered.model }, given, context);
  if ('problem' in open) return failed(deps, open.problem);
  const { bound, parts, input } = open;
  const { tool } = bound;
  // What must not be done twice is not done again where nobody knows whether it was done.
  if (tool.once && !(await given.begin())) return failed(deps, MAYBE_DONE);
  const own = await bound.contextOf(parts);
  const output = await tool.run(own, input as never);
  context.signal.throwIfAborted();
  const blob = await keep(deps, output);
  return {
    ok: tool.succeeded?.(output) ?? succeeded(output),
    blob,
    excerpt: firstLine(deps.redact(tool.shown?.(output) ?? textOf(output)), EXCERPT_OF_A_CALL),
    facts: await tool.facts?.(own, input as never, output),
    usage: metered.usage(),
  };
}

const MAYBE_DONE =
  'The worker ended while it carried this call out, so it may have been done: look, before you make it again.';

/** A call that was not carried out, as its result. */
async function failed(deps: CallToolDeps, error: string): Promise<CallDone> {
  const blob = await keep(deps, { success: false, error });
  return { ok: false, blob, excerpt: firstLine(deps.redact(error), EXCERPT_OF_A_CALL), usage: NO_USAGE };
}

function keep({ blobs }: CallToolDeps, output: unknown): Promise<BlobHash> {
  return blobs.put(Buffer.from(JSON.stringify(output)));
}

/** First question of a call to a model; undefined where it asks none. */
export async function questionOfCall(
  deps: CallToolDeps,
  given: CallToolInput,
): Promise<Question | undefined> {
  const context = { signal: new AbortController().signal, attempt: 1 };
  const open = await openCall(deps, given, context);
  if ('problem' in open) return undefined;
  const { bound, parts, input } = open;
  return bound.tool.question?.(await bound.contextOf(parts), input as never);
}

async function openCall(
  { registry, model, blobs, sandbox, redact }: CallToolDeps,
  { key, task: hash, tree, tool, source }: CallToolInput,
  context: { signal: AbortSignal; attempt: number },
): Promise<OpenCall | { problem: string }> {
  const task = await readTask(blobs, hash);
  const bound = registry.tool(task.toolSet, tool);
  if (!bound || !hasTool(task, bound.tool))
    return { problem: `The tool ${tool} is not there any more: go on without it.` };
  const given =
    'made' in source
      ? await bound.madeArguments?.(source.made, { blobs, task })
      : (await readNode(blobs, source.turn)).calls[source.index]?.arguments;
  const turn = 'turn' in source ? source.turn : undefined;
  const parts = { model, blobs, sandbox, redact, key, task, tree, turn, ...context };
  const input = bound.tool.input.safeParse(given);
  if (!input.success)
    return { problem: `The arguments do not fit ${tool} any more: ${firstIssue(input.error).message}.` };
  return { bound, parts, input: input.data };
}

function meteredModel(client: ModelClient): { model: ModelClient; usage(): Usage } {
  let sum = NO_USAGE;
  const counted = <R extends { usage: Usage }>(reply: R): R => {
    sum = addUsage(sum, reply.usage);
    return reply;
  };
  const model: ModelClient = {
    contentChars: client.contentChars,
    structured: async (options) => counted(await client.structured(options)),
    text: async (options) => counted(await client.text(options)),
    tools: async (options) => counted(await client.tools(options)),
    bought: (key) => client.bought(key),
  };
  return { model, usage: () => sum };
}

function succeeded(output: unknown): boolean {
  return (output as { success?: unknown } | null)?.success !== false;
}

/** Words of an output for people: its message, error or analysis, else its issues, else all of it. */
function textOf(output: unknown): string {
  const { message, error, analysis, issues, result } = (output ?? {}) as Record<string, unknown>;
  const shown = (result as { text?: unknown } | null | undefined)?.text;
  const said = [message, error, analysis, shown].find((text) => typeof text === 'string' && text !== '');
  if (typeof said === 'string') return said;
  if (Array.isArray(issues)) return issues.join(' ');
  return JSON.stringify(output).slice(0, 2 * EXCERPT_OF_A_CALL);
}
