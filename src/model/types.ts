import type { z } from 'zod';
import type { BlobHash, EffectKey } from '../domain/ids';
import type { Usage } from '../domain/run/budget';

/** Purposes of calls; each can have its own model. */
export type Purpose = 'code' | 'test' | 'debug' | 'chat' | 'plan';

/** Settings of an endpoint. `timeoutMs` is the whole time of one call. */
export interface ModelSettings {
  /** Absent: the OpenAI API. */
  baseUrl?: string;
  apiKey: string;
  /** Set: the endpoint is Azure's, which takes it in each URL and the key in a header of its own. */
  apiVersion?: string;
  /** Used for every purpose that has none of its own. */
  model: string;
  purposes?: Partial<Record<Purpose, string>>;
  /** Models of the same endpoint that are asked where one before them fails, in this order. */
  fallbacks?: readonly string[];
  timeoutMs: number;
  /** Tokens that its context holds; absent: few, as all models have. */
  contextTokens?: number;
  /** Further values that stored prompts and errors must not show, beside the key. */
  secrets?: readonly string[];
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A model's call of a tool as it came: `arguments` is JSON text, if all is well. */
export interface RawToolCall {
  id: string;
  name: string;
  arguments: string;
}

/** A model's turn that calls tools; each call is answered by one `ToolResultMessage`. */
export interface ToolCallsMessage {
  role: 'assistant';
  content: string;
  toolCalls: readonly RawToolCall[];
}

export interface ToolResultMessage {
  role: 'tool';
  toolCallId: string;
  content: string;
}

export type ToolMessage = ChatMessage | ToolCallsMessage | ToolResultMessage;

/** Options of every call. */
export interface CallOptions {
  purpose: Purpose;
  messages: readonly ChatMessage[];
  /** Names the call within its run: with the hash of the request the key of the stored reply. */
  key: EffectKey;
  /** Stops the request itself. The call then rejects with `ModelError` of type `ModelCancelled`. */
  signal: AbortSignal;
  /** In place of the endpoint's own, and without its fallbacks: whoever names a model wants no other. */
  model?: string;
  /** Try of its activity, from 1: at first failures that may pass are waited for, then a fallback is asked. */
  attempt?: number;
  /** The caller can send less: a request that is too long then comes back before another model is asked. */
  compactable?: boolean;
}

export interface StructuredOptions<S extends z.ZodType> extends CallOptions {
  schema: S;
  /** Letters, digits, `_` and `-`, at most 64. */
  schemaName: string;
}

/** A tool that a model may call; its arguments are an object of the schema. */
export interface ToolSpec {
  /** Letters, digits, `_` and `-`, at most 64. */
  name: string;
  description: string;
  parameters: z.ZodType;
}

export interface ToolOptions extends Omit<CallOptions, 'messages'> {
  messages: readonly ToolMessage[];
  tools: readonly ToolSpec[];
  /** `required`: at least one call; `none`: text only, though the tools stand in the conversation. */
  toolChoice?: 'auto' | 'required' | 'none';
}

/** Facts of every usable reply besides its value. */
export interface ReplyFacts {
  usage: Usage;
  replyRef: BlobHash;
  /** The model that gave it: a fallback, where the first one failed. */
  model: string;
}

/** A reply that could not be used, kept whole in the blob `textRef`. */
export interface MalformedReply {
  ok: false;
  kind: 'malformed';
  textRef: BlobHash;
  /** One or a few lines: what is wrong with it. */
  error: string;
  usage: Usage;
  model: string;
}

export type StructuredReply<T> = ({ ok: true; value: T } & ReplyFacts) | MalformedReply;

export type TextReply = ({ ok: true; text: string } & ReplyFacts) | MalformedReply;

/** A call of a tool whose arguments are of the tool's schema. */
export interface ToolCall {
  id: string;
  name: string;
  arguments: unknown;
}

/** One tool call: usable, or the complaint about it for the model. */
export type ReadCall = { ok: true; call: ToolCall } | { ok: false; id: string; name: string; error: string };

/** A turn: text, calls, or both. `message` is what the conversation goes on with; every call of it wants an answer. */
export type ToolReply =
  | ({
      ok: true;
      text: string;
      calls: readonly ReadCall[];
      message: ChatMessage | ToolCallsMessage;
    } & ReplyFacts)
  | (MalformedReply & {
      /** The conversation goes on with these: what can be sent back of the reply, and the complaint. */
      back: readonly ToolMessage[];
    });

/** A call as a ledger has it: the model that was asked, and what it took. */
export interface BoughtCall {
  model: string;
  usage: Usage;
}

/**
 * Calls a model. Replies are stored before they are returned and a stored reply is never bought again.
 * Rejects with `ModelError` only; a reply that makes no sense is a value.
 */
export interface ModelClient {
  /** Characters of contents in one request: files, or what was said so far. */
  readonly contentChars: number;
  /** JSON of the schema, asked for again once if it does not fit. */
  structured<S extends z.ZodType>(options: StructuredOptions<S>): Promise<StructuredReply<z.output<S>>>;
  /** Plain text. Empty and cut-off texts are malformed. */
  text(options: CallOptions): Promise<TextReply>;
  /** One turn with tools. Calls that cannot be used, and replies that are of no use, are values: the caller tells the model. */
  tools(options: ToolOptions): Promise<ToolReply>;
  /** Calls bought at a call, or a part of it, in all its tries: those answered, and those whose reply was lost. */
  bought(key: EffectKey): Promise<BoughtCall[]>;
}
