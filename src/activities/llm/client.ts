import OpenAI, { APIError } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { z } from 'zod';
import { addUsage } from '../../domain/proposal';
import type { BlobStore, RefStore } from '../../store/types';
import { complete, type Completion } from './completion';
import { CallTimeoutError, classifyModelError, ModelError } from './errors';
import { parseReply, wireSchema, type ParsedReply } from './json';
import { ReplyStore, type ReplyRequest, type StoredReply } from './reply-store';
import type {
  CallOptions,
  ChatMessage,
  ModelClient,
  ModelSettings,
  StructuredOptions,
  StructuredReply,
  TextReply,
} from './types';

const OPENAI_URL = 'https://api.openai.com/v1';
const BEAT_MS = 2_000;

/** How an endpoint is asked for JSON, the best first. */
type Format = 'json_schema' | 'json_object' | 'none';

/** What a request wants besides its messages. */
interface Wanted {
  schema?: Record<string, unknown>;
  schemaName?: string;
}

/** What an endpoint was found not to know; learned from its refusals, per model. */
interface Abilities {
  format: Format;
  streamUsage: boolean;
}

/** A client of one endpoint. Pure wiring: no request is made and no environment is read. */
export function createModelClient(
  settings: ModelSettings,
  stores: { blobs: BlobStore; refs: RefStore },
): ModelClient {
  return new OpenAiModelClient(settings, stores);
}

class OpenAiModelClient implements ModelClient {
  private readonly openai: OpenAI;
  private readonly replies: ReplyStore;
  private readonly url: string;
  private readonly secrets: readonly string[];
  private readonly abilities = new Map<string, Abilities>();

  constructor(
    private readonly settings: ModelSettings,
    stores: { blobs: BlobStore; refs: RefStore },
  ) {
    this.url = settings.baseUrl ?? OPENAI_URL;
    this.secrets = [settings.apiKey, ...(settings.secrets ?? [])];
    this.replies = new ReplyStore(stores.blobs, stores.refs, this.secrets);
    // Everything that the package would else take from the environment is set; retries are Temporal's.
    this.openai = new OpenAI({
      apiKey: settings.apiKey,
      baseURL: this.url,
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      maxRetries: 0,
      timeout: settings.timeoutMs,
      logLevel: 'off',
    });
  }

  async structured<S extends z.ZodType>(
    options: StructuredOptions<S>,
  ): Promise<StructuredReply<z.output<S>>> {
    const wanted: Wanted = { schema: wireSchema(options.schema), schemaName: options.schemaName };
    const first = await this.reply(options, options.messages, wanted);
    const read = readStructured(first.reply, options.schema);
    if (read.ok) return { ok: true, value: read.value, usage: first.reply.usage, replyRef: first.ref };

    const again: ChatMessage[] = [
      ...options.messages,
      { role: 'assistant', content: first.reply.text },
      {
        role: 'user',
        content: `That reply cannot be used.\n${read.error}\nAnswer again with the whole corrected JSON object and nothing else.`,
      },
    ];
    const second = await this.reply(options, again, wanted);
    const mended = readStructured(second.reply, options.schema);
    const usage = addUsage(first.reply.usage, second.reply.usage);
    if (mended.ok) return { ok: true, value: mended.value, usage, replyRef: second.ref };
    return { ok: false, kind: 'malformed', textRef: second.ref, error: mended.error, usage };
  }

  async text(options: CallOptions): Promise<TextReply> {
    const { ref, reply } = await this.reply(options, options.messages, {});
    const error = incomplete(reply) ?? (reply.text.trim() === '' ? 'The reply is empty.' : undefined);
    if (error !== undefined) return { ok: false, kind: 'malformed', textRef: ref, error, usage: reply.usage };
    return { ok: true, text: reply.text, usage: reply.usage, replyRef: ref };
  }

  /** The stored reply to these messages, else a new one, stored. */
  private async reply(
    options: CallOptions,
    messages: readonly ChatMessage[],
    wanted: Wanted,
  ): ReturnType<ReplyStore['keep']> {
    const model = options.model ?? this.settings.purposes?.[options.purpose] ?? this.settings.model;
    const request: ReplyRequest = { model, messages, schema: wanted.schema };
    const stored = await this.replies.find(options.step, request);
    if (stored) return stored;
    const completion = await this.call(model, messages, wanted, options);
    return this.replies.keep(options.step, request, completion);
  }

  /** One paid call within its time, with heartbeats. Rejects with `ModelError` only. */
  private async call(
    model: string,
    messages: readonly ChatMessage[],
    wanted: Wanted,
    options: CallOptions,
  ): Promise<Completion> {
    const { timeoutMs } = this.settings;
    const deadline = AbortSignal.timeout(timeoutMs);
    const beat = setInterval(() => options.heartbeat?.(), BEAT_MS);
    try {
      options.signal.throwIfAborted();
      return await this.negotiate(model, messages, wanted, AbortSignal.any([options.signal, deadline]));
    } catch (error) {
      if (options.signal.aborted) throw cancelled(options.signal);
      const cause = deadline.aborted ? new CallTimeoutError('too slow', { cause: error }) : error;
      const facts = { url: this.url, model, timeoutMs, secrets: this.secrets };
      throw new ModelError(classifyModelError(cause, facts), { cause });
    } finally {
      clearInterval(beat);
    }
  }

  /** Asks in the best way that the endpoint is not known to refuse, and remembers what it refuses. */
  private async negotiate(
    model: string,
    messages: readonly ChatMessage[],
    wanted: Wanted,
    signal: AbortSignal,
  ): Promise<Completion> {
    for (;;) {
      const abilities = this.abilities.get(model) ?? { format: 'json_schema', streamUsage: true };
      try {
        return await complete(this.openai, paramsOf(model, messages, wanted, abilities), signal);
      } catch (error) {
        const lesser = signal.aborted ? undefined : lesserAbilities(error, abilities, wanted);
        if (!lesser) throw error;
        this.abilities.set(model, lesser);
      }
    }
  }
}

function cancelled(signal: AbortSignal): ModelError {
  const failure = {
    type: 'ModelCancelled',
    message: 'The model call was cancelled.',
    retryable: false,
  } as const;
  return new ModelError(failure, { cause: signal.reason });
}

/** Next way to ask after a refusal that names what is not known; undefined where it is about something else. */
function lesserAbilities(error: unknown, abilities: Abilities, wanted: Wanted): Abilities | undefined {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return undefined;
  const text = `${error.param ?? ''} ${error.message}`;
  if (abilities.streamUsage && /stream_options|include_usage/.test(text))
    return { ...abilities, streamUsage: false };
  if (!wanted.schema || !/response_format|json_schema|json_object|structured output/i.test(text))
    return undefined;
  if (abilities.format === 'json_schema') return { ...abilities, format: 'json_object' };
  if (abilities.format === 'json_object') return { ...abilities, format: 'none' };
  return undefined;
}

function paramsOf(
  model: string,
  messages: readonly ChatMessage[],
  wanted: Wanted,
  abilities: Abilities,
): ChatCompletionCreateParamsStreaming {
  const { schema, schemaName = 'reply' } = wanted;
  const described = schema && abilities.format !== 'json_schema' ? withSchema(messages, schema) : messages;
  const params: ChatCompletionCreateParamsStreaming = { model, messages: [...described], stream: true };
  if (abilities.streamUsage) params.stream_options = { include_usage: true };
  if (schema && abilities.format === 'json_schema') {
    params.response_format = { type: 'json_schema', json_schema: { name: schemaName, strict: true, schema } };
  } else if (schema && abilities.format === 'json_object') {
    params.response_format = { type: 'json_object' };
  }
  return params;
}

/** Tells in words what the endpoint cannot be told by a format. */
function withSchema(messages: readonly ChatMessage[], schema: Record<string, unknown>): ChatMessage[] {
  const content = `Answer with one JSON object and nothing else. Its JSON Schema:\n${JSON.stringify(schema)}`;
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content }, ...messages];
  return [{ role: 'system', content: `${first.content}\n\n${content}` }, ...rest];
}

function readStructured<S extends z.ZodType>(reply: StoredReply, schema: S): ParsedReply<z.output<S>> {
  const error = incomplete(reply);
  return error === undefined ? parseReply(reply.text, schema) : { ok: false, error };
}

/** Why a reply is not whole; undefined where it is. Cut text can be valid and still lack its second half. */
function incomplete(reply: StoredReply): string | undefined {
  if (reply.refusal) return `The model refused: ${reply.refusal.slice(0, 300)}`;
  if (reply.finishReason === 'length') return 'The reply was cut off at the length limit; be briefer.';
  if (reply.finishReason === 'content_filter') return 'The reply was withheld by a content filter.';
  return undefined;
}
