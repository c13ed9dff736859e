import type { z } from 'zod';
import type { BlobHash, StepKey } from '../../domain/ids';
import type { Usage } from '../../domain/proposal';

/** What a call is for; a model can be set for each. */
export type Purpose = 'plan' | 'code' | 'test' | 'debug' | 'analyze' | 'intent' | 'chat';

/** Settings of an endpoint. `timeoutMs` is the whole time of one call. */
export interface ModelSettings {
  /** Absent: the OpenAI API. */
  baseUrl?: string;
  apiKey: string;
  /** Used for every purpose that has none of its own. */
  model: string;
  purposes?: Partial<Record<Purpose, string>>;
  timeoutMs: number;
  /** Values that stored prompts and errors must not show, besides the key. */
  secrets?: readonly string[];
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** What every call says. */
export interface CallOptions {
  purpose: Purpose;
  messages: readonly ChatMessage[];
  /** Names the call within its run: with the hash of the request the key of the stored reply. */
  step: StepKey;
  /** Stops the request itself. The call then rejects with `ModelError` of type `ModelCancelled`. */
  signal: AbortSignal;
  /** Called every 2 s while a request is open. */
  heartbeat?: () => void;
  /** In place of the endpoint's own. */
  model?: string;
}

export interface StructuredOptions<S extends z.ZodType> extends CallOptions {
  schema: S;
  /** Letters, digits, `_` and `-`, at most 64. */
  schemaName: string;
}

/** A reply that could not be used, kept whole in the blob `textRef`. */
export interface MalformedReply {
  ok: false;
  kind: 'malformed';
  textRef: BlobHash;
  /** One or a few lines: what is wrong with it. */
  error: string;
  usage: Usage;
}

export type StructuredReply<T> = { ok: true; value: T; usage: Usage; replyRef: BlobHash } | MalformedReply;

export type TextReply = { ok: true; text: string; usage: Usage; replyRef: BlobHash } | MalformedReply;

/**
 * Calls a model. Replies are stored before they are returned and a stored reply is never bought again.
 * Rejects with `ModelError` only; a reply that makes no sense is a value.
 */
export interface ModelClient {
  /** JSON of the schema, asked for again once if it does not fit. */
  structured<S extends z.ZodType>(options: StructuredOptions<S>): Promise<StructuredReply<z.output<S>>>;
  /** Plain text. Empty and cut-off texts are malformed. */
  text(options: CallOptions): Promise<TextReply>;
}
