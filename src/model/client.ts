import type { z } from 'zod';
import type OpenAI from 'openai';
import { addUsage, NO_USAGE, type Usage } from '../domain/run/budget';
import { redact } from '../domain/redact';
import type { EffectKey } from '../domain/ids';
import type { BlobStore, RefStore } from '../store';
import { CallGate, choicesOf, type Choice } from './call-gate';
import { ModelError, type ModelFailure, CallTimeoutError } from './errors';
import { wireSchema, withoutThoughts } from './json';
import { incomplete, readStructured, readTurn, saidBefore } from './reading';
import { CallNotes } from './call-notes';
import { promptTokens } from './priced';
import { contentChars } from './question';
import {
  boughtCalls,
  hasReplies,
  replyKey,
  ReplyStore,
  type KeptReply,
  type ReplyRequest,
} from './reply-store';
import { schemaText, type Wanted, ALL_ABILITIES, lesserAbilities, paramsOf, type Abilities } from './request';
import type {
  BoughtCall,
  CallOptions,
  MalformedReply,
  ModelClient,
  ModelSettings,
  StructuredOptions,
  StructuredReply,
  TextReply,
  ToolMessage,
  ToolOptions,
  ToolReply,
} from './types';
import { endpointUrl } from '../domain/model-endpoint';
import { classifyModelError } from './classify';
import { complete, type Completion, type Hear } from './completion';
import { createEndpoint } from './endpoint';

/** Options of every kind of call, without its messages. */
type Call = Omit<CallOptions, 'messages'>;

/** A reply, and what it took: also calls before it whose replies were lost. */
interface Bought extends KeptReply {
  usage: Usage;
}

export interface ClientParts {
  live?: LiveReplies;
  /** Holds calls back while the worker stops. */
  gate?: CallGate;
}

/** A client of one endpoint. Pure wiring: no request is made and no environment is read. */
export function createModelClient(
  settings: ModelSettings,
  stores: { blobs: BlobStore; refs: RefStore },
  { live, gate = new CallGate() }: ClientParts = {},
): ModelClient {
  return new OpenAiModelClient(settings, stores, gate, live);
}

class OpenAiModelClient implements ModelClient {
  readonly contentChars: number;
  private readonly endpoint: EndpointCalls;
  private readonly replies: ReplyStore;
  private readonly open: CallNotes;
  private readonly secrets: readonly string[];

  constructor(
    private readonly settings: ModelSettings,
    private readonly stores: { blobs: BlobStore; refs: RefStore },
    private readonly gate: CallGate,
    live?: LiveReplies,
  ) {
    this.contentChars = contentChars(settings.contextTokens);
    this.secrets = [settings.apiKey, ...(settings.secrets ?? [])];
    this.replies = new ReplyStore(stores.blobs, stores.refs, this.secrets);
    this.open = new CallNotes(stores.refs);
    this.endpoint = new EndpointCalls(settings, this.secrets, live);
  }

  async structured<S extends z.ZodType>(
    options: StructuredOptions<S>,
  ): Promise<StructuredReply<z.output<S>>> {
    const schema = wireSchema(options.schema);
    const wanted: Wanted = { schema, schemaName: options.schemaName };
    const choices = choicesOf(this.settings, options);
    const first = await this.reply(options, choices, options.messages, wanted);
    const read = readStructured(first.reply, options.schema);
    if (read.ok) return { ok: true, value: read.value, ...facts(first) };

    // An endpoint that ignores the format has not seen the schema yet.
    const again: ToolMessage[] = [
      ...options.messages,
      ...saidBefore(first.reply.text),
      { role: 'user', content: `That reply cannot be used.\n${read.error}\n${schemaText(schema)}` },
    ];
    const second = await this.reply(options, from(choices, first.reply.model), again, wanted);
    const mended = readStructured(second.reply, options.schema);
    if (mended.ok) return { ok: true, value: mended.value, ...facts(second, first) };
    return this.malformed(mended.error, second, first);
  }

  async text(options: CallOptions): Promise<TextReply> {
    const kept = await this.reply(options, choicesOf(this.settings, options), options.messages, {});
    const text = withoutThoughts(kept.reply.text);
    const error = incomplete(kept.reply) ?? (text.trim() === '' ? 'The reply is empty.' : undefined);
    return error === undefined ? { ok: true, text, ...facts(kept) } : this.malformed(error, kept);
  }

  async tools(options: ToolOptions): Promise<ToolReply> {
    const wanted: Wanted = { tools: options.tools, toolChoice: options.toolChoice };
    const choices = choicesOf(this.settings, options);
    const first = await this.reply(options, choices, options.messages, wanted);
    const read = readTurn(first.reply, options);
    if (read.ok) return { ...read.turn, ...facts(first) };
    return { ...this.malformed(read.error, first), back: read.back };
  }

  bought(key: EffectKey): Promise<BoughtCall[]> {
    return boughtCalls(key, this.stores);
  }

  private malformed(error: string, last: Bought, before?: Bought): MalformedReply {
    const { replyRef: textRef, ...more } = facts(last, before);
    // It goes into notes, and a model may repeat what it was shown.
    return {
      ok: false,
      kind: 'malformed',
      textRef,
      error: redact(error, this.secrets).slice(0, 2_000),
      ...more,
    };
  }

  /** The stored reply of any of the models to these messages, else a new one, stored. */
  private async reply(
    options: Call,
    choices: readonly Choice[],
    messages: readonly ToolMessage[],
    wanted: Wanted,
  ): Promise<Bought> {
    const { schema, tools, toolChoice } = wanted;
    const requests = choices.map(({ model }) => ({ model, messages, schema, tools, toolChoice }));
    const kept =
      (await this.stored(options.key, requests)) ?? (await this.buy(options, choices, requests, wanted));
    return { ...kept, usage: addUsage(await this.lost(options, requests, kept), kept.reply.usage) };
  }

  private async stored(key: EffectKey, requests: readonly ReplyRequest[]): Promise<KeptReply | undefined> {
    for (const request of requests) {
      const stored = await this.replies.find(key, request);
      if (stored) return stored;
    }
    return undefined;
  }

  /** Calls of this and earlier tries of the activity that brought no reply. */
  private async lost(
    { key, attempt = 1 }: Call,
    requests: readonly ReplyRequest[],
    kept: KeptReply,
  ): Promise<Usage> {
    let lost = NO_USAGE;
    for (const request of requests) {
      const answered = request.model === kept.reply.model ? kept.attempt : undefined;
      lost = addUsage(lost, await this.open.lostUntil(replyKey(key, request), attempt, answered));
    }
    return lost;
  }

  /** Asks one model after the other. */
  private async buy(
    options: Call,
    choices: readonly Choice[],
    requests: readonly ReplyRequest[],
    wanted: Wanted,
  ): Promise<KeptReply> {
    const { attempt = 1, compactable = false } = options;
    const failed: FailedModel[] = [];
    for (const [index, choice] of choices.entries()) {
      const request = requests[index];
      if (!request) break;
      try {
        return await this.gate.pass(options.signal, () => this.buyFrom(choice, request, wanted, options));
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        const last = choice === choices.at(-1);
        const failure = await this.settled(error.failure, options, last);
        failed.push({ model: choice.model, failure });
        if (!last && afterFailure(failure, { attempt, compactable }) === 'next') continue;
        const asItWas = failed.length === 1 && failure === error.failure;
        throw asItWas ? error : new ModelError(failureOfAll(failed), { cause: error });
      }
    }
    throw new Error('No model was named.');
  }

  /** The failure as it concerns this run: an address that has never brought it a reply is wrong rather than busy. */
  private async settled(
    failure: ModelFailure,
    { key, attempt = 1 }: Call,
    last: boolean,
  ): Promise<ModelFailure> {
    if (isUnproved(failure, attempt) && !(await hasReplies(key.run, this.stores.refs)))
      return { ...failure, retryable: false };
    return last || failure.concerns !== 'model' ? failure : { ...failure, hasFallback: true };
  }

  /** One call, noted before it is made, and its reply, stored. */
  private async buyFrom(
    choice: Choice,
    request: ReplyRequest,
    wanted: Wanted,
    options: Call,
  ): Promise<KeptReply> {
    const { key, attempt = 1, signal } = options;
    if (signal.aborted) throw cancelled(signal);
    const { model, messages } = request;
    const open = await this.open.open(replyKey(key, request), attempt, model, promptTokens(messages));
    if (signal.aborted) {
      // Nothing was sent yet.
      await open.close();
      throw cancelled(signal);
    }
    try {
      const completion = await this.endpoint.call(choice, messages, wanted, options);
      return await this.replies.keep(key, request, completion, attempt);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (!error.failure.lost) await open.close();
      if (!error.failure.endless) throw error;
      const { modelCalls } = await this.open.lostUntil(replyKey(key, request), attempt);
      throw new ModelError(afterLost(error.failure, modelCalls), { cause: error });
    }
  }
}

/** The model that answered, and those after it: a second question goes where the first was answered. */
function from(choices: readonly Choice[], model: string): readonly Choice[] {
  return choices.slice(
    Math.max(
      0,
      choices.findIndex((choice) => choice.model === model),
    ),
  );
}

function facts({ ref, reply, usage }: Bought, before?: Bought) {
  return {
    usage: before ? addUsage(before.usage, usage) : usage,
    replyRef: ref,
    model: reply.model,
  };
}

/** Tries of the same model by Temporal, with its pauses, before another model is asked for what may pass. */
const PATIENT_ATTEMPTS = 2;

/** A longer wait than this, asked for by the endpoint, is not waited for where another model could answer. */
const LONG_WAIT_MS = 60_000;

/** Tries of an endpoint that cannot be reached, or is none, until it counts as wrong: they take some 3 s. */
const UNPROVED_ATTEMPTS = 5;

/** True if an endpoint has failed so often that only earlier replies speak for it. `attempt`: try of the activity, from 1. */
function isUnproved({ concerns, retryable }: ModelFailure, attempt: number): boolean {
  return concerns === 'endpoint' && retryable && attempt >= UNPROVED_ATTEMPTS;
}

/** Lost replies of a call, after which one without an end mark is the manner of a server rather than an outage. */
const LOST_REPLIES = 3;

/** The failure as it is after so many lost replies, its own among them: final where the server never ends one. */
function afterLost(failure: ModelFailure, lost: number): ModelFailure {
  if (failure.endless !== true || lost < LOST_REPLIES) return failure;
  const message = `${failure.message} ${lost} replies did not arrive whole: look at the log of the server, and of a proxy before it.`;
  return { ...failure, retryable: false, message };
}

/** How often, and how, a request was made that failed. */
export interface Tried {
  /** Try of the activity, from 1. */
  attempt: number;
  /** The caller can make the request shorter. */
  compactable: boolean;
}

/** True if the next model is asked after a failure, or the failure goes to the caller. */
export function afterFailure(failure: ModelFailure, { attempt, compactable }: Tried): 'next' | 'stop' {
  // The key, the address and a request that makes no sense are the same for every model.
  if (failure.concerns !== 'model') return 'stop';
  if (failure.type === 'ModelContextLength') return compactable ? 'stop' : 'next';
  if (!failure.retryable) return 'next';
  return attempt > PATIENT_ATTEMPTS || (failure.retryAfterMs ?? 0) > LONG_WAIT_MS ? 'next' : 'stop';
}

export interface FailedModel {
  model: string;
  failure: ModelFailure;
}

/**
 * Failure of all models that were asked, at least one. First comes a failure that the caller acts on; then one that may
 * pass, so that Temporal asks again; then that of the first model, which the user has set.
 */
export function failureOfAll(failed: readonly FailedModel[]): ModelFailure {
  const last = failed.at(-1);
  if (!last) throw new Error('No model failed.');
  const acted = ['ModelCancelled', 'ModelContextLength'].includes(last.failure.type) ? last : undefined;
  const chosen = acted ?? failed.find(({ failure }) => failure.retryable) ?? failed[0] ?? last;
  const others = failed.filter((one) => one !== chosen).map(({ model }) => model);
  if (others.length === 0 || chosen.failure.type === 'ModelCancelled') return chosen.failure;
  return {
    ...chosen.failure,
    hasFallback: undefined,
    message: `${chosen.failure.message} These models failed, too: ${others.join(', ')}.`,
  };
}

/** Takes replies while they are made. */
interface LiveReplies {
  begin(key: EffectKey): { say(text: () => string): void; end(): void };
}

class EndpointCalls {
  private readonly openai: OpenAI;
  private readonly url: string;
  private readonly abilities = new Map<string, Abilities>();

  constructor(
    private readonly settings: ModelSettings,
    /** Values that no message of an error may show. */
    private readonly secrets: readonly string[],
    private readonly live?: LiveReplies,
  ) {
    this.url = endpointUrl(settings);
    this.openai = createEndpoint(settings);
  }

  /** One paid call within its time. Rejects with `ModelError` only. */
  async call(
    { model, setting }: Choice,
    messages: readonly ToolMessage[],
    wanted: Wanted,
    options: Pick<CallOptions, 'key' | 'signal' | 'attempt'>,
  ): Promise<Completion> {
    const { timeoutMs } = this.settings;
    const deadline = AbortSignal.timeout(timeoutMs);
    const live = this.live?.begin(options.key);
    try {
      options.signal.throwIfAborted();
      const signal = AbortSignal.any([options.signal, deadline]);
      const hear: Hear = (text) => live?.say(text);
      return await this.negotiate(model, messages, wanted, { attempt: options.attempt ?? 1, signal, hear });
    } catch (error) {
      if (options.signal.aborted) throw cancelled(options.signal);
      const cause = deadline.aborted ? new CallTimeoutError('too slow', { cause: error }) : error;
      const facts = { url: this.url, model, setting, timeoutMs, secrets: this.secrets };
      throw new ModelError(classifyModelError(cause, facts), { cause });
    } finally {
      live?.end();
    }
  }

  /** Asks in the best way that the endpoint is not known to refuse, and remembers what it refused. */
  private async negotiate(
    model: string,
    messages: readonly ToolMessage[],
    wanted: Wanted,
    { attempt, signal, hear }: { attempt: number; signal: AbortSignal; hear: Hear },
  ): Promise<Completion> {
    let abilities = this.abilities.get(model) ?? ALL_ABILITIES;
    for (;;) {
      try {
        const params = paramsOf(model, messages, wanted, abilities);
        const completion = await complete(this.openai, params, signal, hear);
        // Only now: a server that was merely broken for a moment must not be asked in lesser ways for ever.
        this.abilities.set(model, abilities);
        return completion;
      } catch (error) {
        const lesser = signal.aborted ? undefined : lesserAbilities(error, abilities, wanted, attempt);
        if (!lesser) throw error;
        abilities = lesser;
      }
    }
  }
}

function cancelled(signal: AbortSignal): ModelError {
  const failure = {
    type: 'ModelCancelled',
    message: 'The model call was cancelled.',
    retryable: false,
    concerns: 'request',
    lost: true,
  } as const;
  return new ModelError(failure, { cause: signal.reason });
}
