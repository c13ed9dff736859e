import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A tool call of an answer. `arguments` is JSON text, or an object for it; `index` and `id` can be left out of a stream. */
export interface ScriptedCall {
  name: string;
  arguments: string | object;
  id?: string;
  /** As other servers stream: `index` always 0, none at all, the name with every piece, or the call in one piece. */
  manner?: 'index-0' | 'no-index' | 'name-again' | 'one-piece';
}

/** Reaction of the server to one call. */
export type ScriptedAct =
  /** The whole answer, streamed if the call asks for it. */
  | {
      act: 'reply';
      content: string;
      finishReason?: string;
      refusal?: string;
      calls?: readonly ScriptedCall[];
      msPerChunk?: number;
      usage?: boolean;
      /** Whole, also to a call that asks for a stream, as simple servers do. */
      plain?: boolean;
    }
  /** An HTTP error with the provider's body. */
  | { act: 'status'; status: number; headers?: Record<string, string>; body?: unknown }
  /** Accepts the call and never answers. */
  | { act: 'hang' }
  /** Sends the start of the answer, then breaks the connection, or ends it without a word. */
  | { act: 'cut'; content: string; politely: boolean }
  /** Breaks the connection before a byte of an answer. */
  | { act: 'break' }
  /** Answers 200 with bytes of its own. */
  | { act: 'raw'; body: string; contentType: string };

/** One entry of a script; `when` picks the call by a text that its body holds, else calls come in order. */
export type ScriptedEntry = ScriptedAct & { when?: string };

/** A call that the server saw. */
export interface RecordedCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: ChatRequest;
  /** Resolves when the connection of the call is closed; true if that was before the answer was whole. */
  closed: Promise<{ early: boolean }>;
}

export interface ChatRequest {
  model: string;
  messages: {
    role: string;
    content: string | null;
    tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
    tool_call_id?: string;
  }[];
  tools?: {
    type: string;
    function: { name: string; description: string; strict?: boolean; parameters: Record<string, unknown> };
  }[];
  tool_choice?: string;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  response_format?: { type: string; json_schema?: { name: string; strict?: boolean; schema: unknown } };
}

/** A JSON object or a text as the whole answer. */
export function reply(
  content: string | object,
  more: Partial<Extract<ScriptedEntry, { act: 'reply' }>> = {},
): ScriptedEntry {
  return { act: 'reply', content: typeof content === 'string' ? content : JSON.stringify(content), ...more };
}

/** An answer that calls tools. */
export function callTools(
  calls: readonly ScriptedCall[],
  more: Partial<Extract<ScriptedEntry, { act: 'reply' }>> = {},
): ScriptedEntry {
  return { act: 'reply', content: '', calls, finishReason: 'tool_calls', ...more };
}

/** An HTTP error with a body as it stands, JSON or text. */
export const refused = (code: number, body: unknown, headers?: Record<string, string>): ScriptedEntry => ({
  act: 'status',
  status: code,
  body,
  headers,
});

/** An HTTP error. `retryAfter` in seconds or as a date; `code` and `message` as OpenAI puts them. */
export function status(
  code: number,
  more: { retryAfter?: string; code?: string; param?: string; message?: string; when?: string } = {},
): ScriptedEntry {
  const { retryAfter, when, ...error } = more;
  return {
    act: 'status',
    status: code,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    body: { error: { message: `scripted ${code}`, ...error } },
    ...(when === undefined ? {} : { when }),
  };
}

export const breakOff = (): ScriptedEntry => ({ act: 'break' });
export const hang = (): ScriptedEntry => ({ act: 'hang' });
export const cutStream = (content: string): ScriptedEntry => ({ act: 'cut', content, politely: false });
export const endEarly = (content: string): ScriptedEntry => ({ act: 'cut', content, politely: true });
export const raw = (body: string, contentType = 'application/json'): ScriptedEntry => ({
  act: 'raw',
  body,
  contentType,
});

/** OpenAI's route, and Azure's for a deployment. */
const ROUTES = /^(\/v1|\/openai\/deployments\/[^/]+)\/chat\/completions(\?api-version=[\w-]+)?$/;

/** An OpenAI-compatible endpoint on loopback that follows a script and records what it was asked. */
export class ScriptedModel {
  readonly calls: RecordedCall[] = [];
  /** Told when a call has come. */
  onCall: () => void = () => undefined;
  private readonly unexpected: string[] = [];
  private last: ((body: ChatRequest) => ScriptedEntry) | undefined;
  private readonly open = new Set<ServerResponse>();

  private constructor(
    private readonly server: Server,
    private readonly entries: ScriptedEntry[],
    /** Stays what it was after `close`. */
    readonly baseUrl: string,
  ) {}

  /** Starts a server for these entries, on the `wanted` port or a free one; more entries can be added with `script`. */
  static async start(entries: readonly ScriptedEntry[] = [], wanted = 0): Promise<ScriptedModel> {
    const server = createServer();
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(wanted, '127.0.0.1', resolve),
    );
    const { port } = server.address() as AddressInfo;
    const model = new ScriptedModel(server, [...entries], `http://127.0.0.1:${port}/v1`);
    server.on('request', (request, response) => void model.handle(request, response));
    return model;
  }

  script(...entries: ScriptedEntry[]): this {
    this.entries.push(...entries);
    return this;
  }

  /** Answer where the script is at its end: always the same, or by what is asked. */
  otherwise(entry: ScriptedEntry | ((body: ChatRequest) => ScriptedEntry)): this {
    this.last = typeof entry === 'function' ? entry : () => entry;
    return this;
  }

  /** Forgets all calls, and the rest of the script. */
  forget(): void {
    this.calls.length = 0;
    this.entries.length = 0;
    this.unexpected.length = 0;
  }

  /** Throws unless every entry was used and no call came without one. */
  assertComplete(): void {
    if (this.unexpected.length > 0) throw new Error(`Calls without an entry: ${this.unexpected.join('; ')}`);
    if (this.entries.length > 0) throw new Error(`Entries not used: ${JSON.stringify(this.entries)}`);
  }

  async close(): Promise<void> {
    for (const response of this.open) response.destroy();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    this.open.add(response);
    const closed = new Promise<{ early: boolean }>((resolve) => {
      response.on('close', () => {
        this.open.delete(response);
        resolve({ early: !response.writableFinished });
      });
    });
    if (!ROUTES.test(request.url ?? ''))
      return sendJson(response, 404, { error: { message: `no route ${request.url}` } });
    const body = JSON.parse(text) as ChatRequest;
    this.onCall();
    this.calls.push({ path: request.url ?? '', headers: request.headers, body, closed });
    const entry = this.take(text);
    if (!entry) {
      this.unexpected.push(body.messages.at(-1)?.content?.slice(0, 100) ?? '');
      return sendJson(response, 400, { error: { message: 'the script has no entry for this call' } });
    }
    await perform(entry, body, response);
  }

  private take(body: string): ScriptedEntry | undefined {
    const index = this.entries.findIndex(({ when }) => when === undefined || body.includes(when));
    return index < 0 ? this.last?.(JSON.parse(body) as ChatRequest) : this.entries.splice(index, 1)[0];
  }
}

async function perform(entry: ScriptedEntry, body: ChatRequest, response: ServerResponse): Promise<void> {
  switch (entry.act) {
    case 'hang':
      return;
    case 'break':
      response.destroy();
      return;
    case 'status':
      if (typeof entry.body !== 'string')
        return sendJson(response, entry.status, entry.body ?? {}, entry.headers);
      response.writeHead(entry.status, { 'content-type': 'text/plain', ...entry.headers });
      response.end(entry.body);
      return;
    case 'raw':
      response.writeHead(200, { 'content-type': entry.contentType });
      response.end(entry.body);
      return;
    case 'cut':
      openStream(response);
      for (const piece of pieces(entry.content)) send(response, chunk(body, { content: piece }, null));
      // The bytes written so far must leave before the connection breaks.
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (entry.politely) response.end();
      else response.destroy();
      return;
    case 'reply':
      return body.stream && !entry.plain
        ? streamReply(entry, body, response)
        : sendJson(response, 200, completion(entry, body));
  }
}

type Reply = Extract<ScriptedAct, { act: 'reply' }>;

async function streamReply(entry: Reply, body: ChatRequest, response: ServerResponse): Promise<void> {
  openStream(response);
  for (const piece of pieces(entry.content)) {
    if (entry.msPerChunk !== undefined) await new Promise((resolve) => setTimeout(resolve, entry.msPerChunk));
    if (response.destroyed) return;
    send(response, chunk(body, { content: piece }, null));
  }
  for (const delta of (entry.calls ?? []).flatMap(callDeltas)) send(response, chunk(body, delta, null));
  if (entry.refusal !== undefined) send(response, chunk(body, { refusal: entry.refusal }, null));
  send(response, chunk(body, {}, entry.finishReason ?? 'stop'));
  if (body.stream_options?.include_usage && entry.usage !== false) {
    send(response, { ...chunk(body, {}, null), choices: [], usage: usageOf(entry, body) });
  }
  response.end('data: [DONE]\n\n');
}

function completion(entry: Reply, body: ChatRequest): object {
  const message = {
    role: 'assistant',
    content: entry.calls && entry.content === '' ? null : entry.content,
    refusal: entry.refusal ?? null,
    ...(entry.calls && { tool_calls: entry.calls.map(wholeCall) }),
  };
  return {
    id: 'scripted',
    object: 'chat.completion',
    model: body.model,
    choices: [{ index: 0, message, finish_reason: entry.finishReason ?? 'stop' }],
    ...(entry.usage === false ? {} : { usage: usageOf(entry, body) }),
  };
}

function chunk(body: ChatRequest, delta: object, finishReason: string | null): object {
  return {
    id: 'scripted',
    object: 'chat.completion.chunk',
    model: body.model,
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
}

function wholeCall({ name, arguments: given, id }: ScriptedCall): object {
  return { ...(id !== undefined && { id }), type: 'function', function: { name, arguments: given } };
}

/** The pieces of one call: its head, then its arguments in small bits. */
function callDeltas(call: ScriptedCall, position: number): object[] {
  const { name, id, manner } = call;
  const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
  const index = manner === 'no-index' ? {} : { index: manner === 'index-0' ? 0 : position };
  const head = { ...index, ...(id !== undefined && { id }), type: 'function' };
  const delta = (one: object) => ({ tool_calls: [one] });
  if (manner === 'one-piece') return [delta({ ...head, function: { name, arguments: text } })];
  const bits = (text.match(/[\s\S]{1,7}/g) ?? []).map((bit) =>
    delta({ ...index, function: { ...(manner === 'name-again' && { name }), arguments: bit } }),
  );
  return [delta({ ...head, function: { name, arguments: '' } }), ...bits];
}

/** Counted in words, so that a test can tell the numbers from an estimate. */
function usageOf(entry: Reply, body: ChatRequest): object {
  const words = (text: string): number => text.split(/\s+/).filter(Boolean).length;
  const prompt = body.messages.reduce((sum, { content }) => sum + words(content ?? ''), 0);
  return {
    prompt_tokens: prompt,
    completion_tokens: words(entry.content),
    total_tokens: prompt + words(entry.content),
  };
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function send(response: ServerResponse, data: object): void {
  response.write(`data: ${JSON.stringify(data)}\n\n`);
}

function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,24}/g) ?? [];
}

function sendJson(
  response: ServerResponse,
  code: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(code, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
