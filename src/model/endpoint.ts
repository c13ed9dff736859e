import OpenAI, { AzureOpenAI } from 'openai';
import { endpointUrl } from '../domain/model-endpoint';
import type { ModelSettings } from './types';

/** The package's client, for OpenAI's API or Azure's. Everything it would else take from the environment is set. */
export function createEndpoint(settings: ModelSettings): OpenAI {
  const common = {
    apiKey: settings.apiKey,
    baseURL: endpointUrl(settings),
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    // Retries are Temporal's.
    maxRetries: 0,
    timeout: settings.timeoutMs,
    logLevel: 'off' as const,
    fetch: fetchWithReasons(patientFetch(settings.timeoutMs)),
  };
  const { apiVersion } = settings;
  return apiVersion === undefined ? new OpenAI(common) : new AzureOpenAI({ ...common, apiVersion });
}

/**
 * Fetch that moves an endpoint's reason to the body's `error`, the only place where the package reads it. vLLM,
 * FastAPI, Mistral and Gemini put it elsewhere. It tells a request that is too long from one that is wrong.
 */
function fetchWithReasons(ask: typeof fetch): typeof fetch {
  return async (url, init) => {
    const response = await ask(url, init).catch(sayNotConnected);
    if (response.ok) return response;
    const text = await response.text();
    const { status, statusText, headers } = response;
    return new Response(withError(text), { status, statusText, headers: withoutLength(headers) });
  };
}

/** The package takes what speaks of a timeout for a slow answer; here nobody has been asked yet. */
function sayNotConnected(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code !== 'UND_ERR_CONNECT_TIMEOUT' && code !== 'ETIMEDOUT') throw error;
  const named = Object.assign(new Error('no connection was made'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
  throw new TypeError('fetch failed', { cause: named });
}

function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  // The body is decoded by now, and may be another.
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) kept.delete(name);
  return kept;
}

/** The body with an object or text at `error`; as it is where it has one, or is no JSON. */
function withError(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text;
  }
  const [first] = Array.isArray(body) ? (body as unknown[]) : [body];
  if (typeof first !== 'object' || first === null) return text;
  const given = first as Record<string, unknown>;
  const { error } = given;
  if (typeof error === 'object' && error !== null) return JSON.stringify({ error });
  const said = error ?? given['message'] ?? given['detail'];
  if (said === undefined) return text;
  const message = typeof said === 'string' ? said : JSON.stringify(said);
  return JSON.stringify({
    error: { message, type: given['type'], code: given['code'], param: given['param'] },
  });
}

/** The deadline of the call comes first, with its own sentence. */
const SLACK_MS = 10_000;

/** Maker of the connections of a request. */
type Dispatcher = NonNullable<RequestInit['dispatcher']>;
type DispatcherClass = new (options: { headersTimeout: number; bodyTimeout: number }) => Dispatcher;

/** Node keeps the dispatcher of its fetch under this name, and has no other way to its class. */
const NODES_OWN = Symbol.for('undici.globalDispatcher.1');

/**
 * Node's fetch that waits for the first byte of an answer, and for each next one, longer than `timeoutMs`. Node itself ends a request
 * after 300 s without a byte, and a model on a slow machine thinks for longer.
 */
function patientFetch(timeoutMs: number): typeof fetch {
  let dispatcher: Dispatcher | undefined;
  return (url, init) => {
    dispatcher ??= makeDispatcher(timeoutMs);
    return fetch(url, { ...init, dispatcher });
  };
}

/** Undefined where Node's fetch is another one: then its own limits hold. */
function makeDispatcher(timeoutMs: number): Dispatcher | undefined {
  // Node loads its fetch, with the dispatcher, at the first use of any part of it.
  void new Headers();
  const own = (globalThis as { [NODES_OWN]?: object })[NODES_OWN];
  const Maker = own?.constructor as DispatcherClass | undefined;
  const limitMs = timeoutMs + SLACK_MS;
  return Maker && new Maker({ headersTimeout: limitMs, bodyTimeout: limitMs });
}
