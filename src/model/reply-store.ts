import { z } from 'zod';
import { BlobHash, type EffectKey } from '../domain/ids';
import { Usage } from '../domain/run/budget';
import { redact } from '../domain/redact';
import { sha256 } from '../machine/hash';
import { Lru } from '../machine/lru';
import { isReplyRef, partOf, type BlobStore, type RefStore } from '../store';
import type { Completion } from './completion';
import { lostAmong } from './call-notes';
import { wireTools } from './request';
import type { BoughtCall, ToolMessage, ToolOptions } from './types';

const RawToolCalls = z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() }));

/** A reply as it is kept: with the prompt (secrets redacted) that bought it. The reply itself is raw. */
const StoredReply = z.object({
  version: z.literal(1),
  model: z.string(),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.string(),
      toolCalls: RawToolCalls.optional(),
      toolCallId: z.string().optional(),
    }),
  ),
  text: z.string(),
  finishReason: z.string(),
  refusal: z.string().optional(),
  toolCalls: RawToolCalls.optional(),
  thoughts: z.string().optional(),
  usage: Usage,
});
export type StoredReply = z.infer<typeof StoredReply>;

/** `attempt`: the try of the activity that bought it. */
const ReplyRef = z.object({ blob: BlobHash, model: z.string(), usage: Usage, attempt: z.number().int() });

/** A stored reply, and the try of its activity that bought it. */
export interface KeptReply {
  ref: BlobHash;
  reply: StoredReply;
  attempt: number;
}

/** A request as far as it decides the reply. */
export interface ReplyRequest {
  model: string;
  messages: readonly ToolMessage[];
  schema?: unknown;
  tools?: ToolOptions['tools'];
  toolChoice?: ToolOptions['toolChoice'];
}

/** Redacted texts that are remembered, and the longest of them: some 8 MB at most. */
const REMEMBERED_TEXTS = 1_000;
const REMEMBERED_CHARS = 4_000;

/** Replies by call and request: written once, before anyone sees them, and never bought again. */
export class ReplyStore {
  /** Each turn of a conversation stores all turns before it, which were redacted then. */
  private readonly cleaned = new Lru<string, string>(REMEMBERED_TEXTS);

  constructor(
    private readonly blobs: BlobStore,
    private readonly refs: RefStore,
    private readonly secrets: readonly string[],
  ) {}

  /** The stored reply; undefined where none was bought yet. */
  async find(key: EffectKey, request: ReplyRequest): Promise<KeptReply | undefined> {
    const value = await this.refs.get(replyKey(key, request));
    return value === undefined ? undefined : this.load(value);
  }

  /** Stores a reply; resolves to the one that stands, which is another if someone was faster. */
  async keep(key: EffectKey, request: ReplyRequest, completion: Completion, attempt = 1): Promise<KeptReply> {
    const reply: StoredReply = {
      version: 1,
      model: request.model,
      messages: request.messages.map((message) => this.presentable(message)),
      ...completion,
    };
    const blob = await this.blobs.put(Buffer.from(JSON.stringify(reply)));
    const value = JSON.stringify({ blob, model: request.model, usage: completion.usage, attempt });
    return this.load(await this.refs.putOnce(replyKey(key, request), value));
  }

  private presentable(message: ToolMessage): StoredReply['messages'][number] {
    const clean = (text: string) => this.clean(text);
    const { role, content } = message;
    const kept = { role, content: clean(content) };
    if (message.role === 'tool') return { ...kept, toolCallId: message.toolCallId };
    if (!('toolCalls' in message)) return kept;
    const toolCalls = message.toolCalls.map((call) => ({ ...call, arguments: clean(call.arguments) }));
    return { ...kept, toolCalls };
  }

  private clean(text: string): string {
    if (text.length > REMEMBERED_CHARS) return redact(text, this.secrets);
    return this.cleaned.getOr(text, () => redact(text, this.secrets));
  }

  private async load(value: string): Promise<KeptReply> {
    const { blob, attempt } = ReplyRef.parse(JSON.parse(value));
    return { ref: blob, reply: await readReply(this.blobs, blob), attempt };
  }
}

async function readReply(blobs: BlobStore, ref: BlobHash): Promise<StoredReply> {
  const bytes = await blobs.load(ref);
  return StoredReply.parse(JSON.parse(bytes.toString('utf8')));
}

/** Calls that a call, or a part of it, has paid for: with a reply, and with a lost one. */
export async function boughtCalls(
  key: EffectKey,
  { refs, blobs }: { refs: RefStore; blobs: BlobStore },
): Promise<BoughtCall[]> {
  const own = (await refs.list(key.run)).filter((ref) => isPartOf(ref.effect, key));
  const bought = own
    .filter((ref) => isReplyRef(ref.effect))
    .map(({ effect: key, value }) => ({ key, ...ReplyRef.parse(JSON.parse(value)) }));
  const replies = await Promise.all(bought.map(({ blob }) => readReply(blobs, blob)));
  return [...replies, ...lostAmong(own, new Map(bought.map(({ key, attempt }) => [key, attempt])))];
}

export async function hasReplies(run: string, refs: RefStore): Promise<boolean> {
  return (await refs.list(run)).some(({ effect }) => isReplyRef(effect));
}

/** Another request at the same call is another call: a mended prompt does not meet an old reply. */
export function replyKey(
  key: EffectKey,
  { model, messages, schema, tools, toolChoice }: ReplyRequest,
): EffectKey {
  const parts: unknown[] = [model, messages.map(partsOf), schema ?? null];
  if (tools) parts.push(wireTools(tools, false), toolChoice ?? 'auto');
  return replyRef(key, sha256(JSON.stringify(parts)));
}

function partsOf(message: ToolMessage): unknown[] {
  const parts: unknown[] = [message.role, message.content];
  if (message.role === 'tool') parts.push(message.toolCallId);
  else if ('toolCalls' in message)
    parts.push(message.toolCalls.map(({ id, name, arguments: text }) => [id, name, text]));
  return parts;
}

/** Reply of a model, by the first digits of its request's hash. */
export function replyRef(key: EffectKey, requestHash: string): EffectKey {
  return partOf(key, `model/${requestHash.slice(0, 24)}`);
}

export function isPartOf(name: string, { effect }: EffectKey): boolean {
  return name.startsWith(`${effect}/`);
}
