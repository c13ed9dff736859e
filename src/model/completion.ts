import { APIError, type OpenAI } from 'openai';
import type {
  ChatCompletion,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionChunk,
} from 'openai/resources/chat/completions';
import { Stream } from 'openai/streaming';
import { NO_USAGE, type Usage } from '../domain/run/budget';
import { CutReplyError, NotACompletionError } from './errors';
import { ToolCallAssembly, wholeToolCalls, type ToolCallDelta } from './tool-calls';
import type { RawToolCall } from './types';

/** A whole answer of a model, also when it says that it was cut (`length`) or withheld (`content_filter`). */
export interface Completion {
  text: string;
  /** `stop` when the model was done. */
  finishReason: string;
  refusal?: string;
  /** Absent where there are none. */
  toolCalls?: RawToolCall[];
  /** Thoughts that the endpoint gives apart; only of an answer that holds nothing else. */
  thoughts?: string;
  usage: Usage;
}

type Params = ChatCompletionCreateParamsStreaming;

/** Takes the text of a reply that goes on: all of it so far. */
export type Hear = (text: () => string) => void;

/**
 * Makes one request. It streams, so that people see the reply grow and no proxy takes a long silence for the end, but it
 * takes a plain JSON answer too. Text counts only with the reason why the model stopped, or an end mark: an abort in
 * mid-stream ends the client's loop without an error, and the text is cut. `hear` gets what the model has said so far.
 */
export async function complete(
  client: OpenAI,
  params: Params,
  signal: AbortSignal,
  hear: Hear = () => undefined,
): Promise<Completion> {
  const response = await client.chat.completions.create(params, { signal }).asResponse();
  signal.throwIfAborted();
  const type = response.headers.get('content-type') ?? '';
  const answer = type.includes('text/event-stream')
    ? await collect(readEvents(response, client), signal, hear).catch(rethrow)
    : whole(await bodyOf(response), response.headers);
  signal.throwIfAborted();
  return { ...answer, usage: withEstimate(answer.usage, params, answer) };
}

/** The package tells of broken JSON in a stream by a plain SyntaxError. */
function rethrow(error: unknown): never {
  if (error instanceof SyntaxError) throw new NotACompletionError('its stream is not JSON', { cause: error });
  throw error;
}

/** A call of which the endpoint says nothing. */
const ONE_CALL: Usage = { ...NO_USAGE, modelCalls: 1 };

/** Thoughts as llama.cpp, vLLM, DeepSeek and OpenRouter give them apart. */
interface Thinking {
  reasoning_content?: string | null;
  reasoning?: string | null;
}

function thoughtsIn({ reasoning_content: content, reasoning }: Thinking = {}): string {
  return content ?? (typeof reasoning === 'string' ? reasoning : '');
}

async function collect({ chunks, isDone }: Events, signal: AbortSignal, hear: Hear): Promise<Completion> {
  let text = '';
  let refusal = '';
  let thoughts = '';
  let finishReason: string | undefined;
  let isCounted = false;
  const calls = new ToolCallAssembly();
  let usage: Usage = ONE_CALL;
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    const choice = chunk.choices?.[0];
    text += choice?.delta?.content ?? '';
    refusal += choice?.delta?.refusal ?? '';
    thoughts += thoughtsIn(choice?.delta as Thinking | undefined);
    for (const delta of (choice?.delta?.tool_calls ?? []) as ToolCallDelta[]) calls.add(delta);
    hear(() => [text, calls.text()].filter(Boolean).join('\n'));
    // Some servers send an empty reason with every chunk.
    finishReason = choice?.finish_reason || finishReason;
    if (chunk.usage) usage = usageOf(chunk.usage);
    // A chunk of usage alone is the last one; some servers count along with every chunk.
    isCounted ||= Boolean(chunk.usage) && choice === undefined;
  }
  signal.throwIfAborted();
  const said: Said = { text, ...(refusal === '' ? {} : { refusal }), ...named(calls.done()) };
  // Some servers never say why the model stopped: an end mark after an answer says that it is whole.
  if (!isEmpty(said) && (isDone() || isCounted)) finishReason ??= 'stop';
  if (finishReason === undefined) throw new CutReplyError('there is no finish_reason, and no [DONE]');
  return { ...said, ...apart(said, thoughts), finishReason, usage };
}

type Said = Pick<Completion, 'text' | 'refusal' | 'toolCalls'>;

function isEmpty({ text, refusal, toolCalls }: Said): boolean {
  return text.trim() === '' && refusal === undefined && toolCalls === undefined;
}

function apart(said: Said, thoughts: string): Pick<Completion, 'thoughts'> {
  return isEmpty(said) && thoughts.trim() !== '' ? { thoughts } : {};
}

function named(toolCalls: RawToolCall[]): Pick<Completion, 'toolCalls'> {
  return toolCalls.length === 0 ? {} : { toolCalls };
}

/** JSON of a body. Undefined: it is none. A connection that breaks meanwhile throws. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function whole(body: unknown, headers: Headers): Completion {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  // A proxy that has sent its 200 before it asked can only say so in the body.
  if (typeof error === 'object' && error !== null) throw new APIError(undefined, error, undefined, headers);
  if (!isCompletion(body)) throw new NotACompletionError('the answer holds no choices');
  const choice = body.choices[0];
  if (!choice?.message) throw new NotACompletionError('the answer holds no message');
  const said: Said = {
    text: choice.message.content ?? '',
    ...(choice.message.refusal ? { refusal: choice.message.refusal } : {}),
    ...named(wholeToolCalls(choice.message.tool_calls ?? [])),
  };
  return {
    ...said,
    ...apart(said, thoughtsIn(choice.message as Thinking)),
    finishReason: choice.finish_reason || 'stop',
    usage: body.usage ? usageOf(body.usage) : ONE_CALL,
  };
}

function isCompletion(body: unknown): body is ChatCompletion {
  return typeof body === 'object' && body !== null && 'choices' in body && Array.isArray(body.choices);
}

interface ReportedUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number | null } | null;
}

function usageOf(usage: ReportedUsage): Usage {
  const cached = usage.prompt_tokens_details?.cached_tokens ?? 0;
  return {
    modelCalls: 1,
    inputTokens: usage.prompt_tokens ?? 0,
    outputTokens: usage.completion_tokens ?? 0,
    ...(cached > 0 ? { cachedInputTokens: cached } : {}),
  };
}

/** Of what messages hold: texts, nothing, or parts, whose marks count as well. */
function lengthOf(content: unknown): number {
  if (content === undefined || content === null) return 0;
  return typeof content === 'string' ? content.length : JSON.stringify(content).length;
}

/** Some endpoints do not count; four characters a token is close enough for a budget, zero is not. */
function withEstimate(usage: Usage, params: Params, { text, toolCalls }: Completion): Usage {
  if (usage.inputTokens > 0 || usage.outputTokens > 0) return usage;
  const asked = params.messages.reduce((sum, { content }) => sum + lengthOf(content), 0);
  const tools = params.tools ? JSON.stringify(params.tools).length : 0;
  const answered = text.length + (toolCalls ? JSON.stringify(toolCalls).length : 0);
  return { ...usage, inputTokens: Math.ceil((asked + tools) / 4), outputTokens: Math.ceil(answered / 4) };
}

/** End mark of a stream on a line of its own: JSON has no line breaks, so no text of a model can hold it. */
const DONE = /[\r\n]data: ?\[DONE\]/;
const MARK_CHARS = 32;

/** Chunks of a streamed answer. `isDone`: its end mark has come, which the package takes without a word. */
interface Events {
  chunks: AsyncIterable<ChatCompletionChunk>;
  isDone(): boolean;
}

function readEvents(response: Response, client: OpenAI): Events {
  // The first line begins as every other does.
  let tail = '\n';
  let done = false;
  const decoder = new TextDecoder();
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, out) {
      const text = tail + decoder.decode(bytes, { stream: true });
      done ||= DONE.test(text);
      tail = text.slice(-MARK_CHARS);
      out.enqueue(bytes);
    },
  });
  const { headers } = response;
  const watched = new Response(response.body?.pipeThrough(watch) ?? null, { headers });
  return {
    chunks: Stream.fromSSEResponse<ChatCompletionChunk>(watched, new AbortController(), client),
    isDone: () => done,
  };
}
