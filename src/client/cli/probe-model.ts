import { z } from 'zod';
import type { ModelConfig } from '../../config';
import { endpointUrl } from '../../domain/model-endpoint';

const DEADLINE_MS = 5_000;
const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Trouble with an endpoint. `certain`: no call can succeed. */
export interface ModelTrouble {
  certain: boolean;
  text: string;
}

/**
 * Asks the endpoint for the list of its models, which costs nothing. Resolves to undefined if the endpoint answers and
 * lists the configured models, or lists none at all. The text holds neither key nor password.
 */
export async function probeModel(config: ModelConfig): Promise<ModelTrouble | undefined> {
  const place = endpointText(config);
  const headers = headersOf(config);
  if (!headers) return certain('the key has characters that cannot be sent: correct KINTSUGI_MODEL_API_KEY');
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetch(listUrl(config), { headers, signal });
    const { status } = response;
    if (status === 401)
      return certain(`${place} refuses the key: set KINTSUGI_MODEL_API_KEY or OPENAI_API_KEY`);
    if (!response.ok)
      return doubtful(`${place} does not list its models (status ${status}): ${hintOf(status)}`);
    const listed = Models.safeParse(JSON.parse(await response.text()));
    return listed.success ? missingOf(config, place, listed.data.data) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError)
      return doubtful(`${place} does not answer like OpenAI's API: check KINTSUGI_MODEL_BASE_URL`);
    if (error instanceof Error && error.name === 'TimeoutError')
      return doubtful(`${place} did not answer within ${DEADLINE_MS / 1000} s: it may still be starting`);
    return certain(
      `${place} does not answer (${reasonOf(error)}): start it, or correct KINTSUGI_MODEL_BASE_URL`,
    );
  }
}

/** Address of the endpoint, without user and password. */
export function endpointText({ baseUrl }: Pick<ModelConfig, 'baseUrl'>): string {
  if (baseUrl === undefined) return 'the default endpoint of OpenAI';
  const url = new URL(baseUrl);
  if (url.username === '' && url.password === '') return baseUrl;
  [url.username, url.password] = ['', ''];
  return url.href;
}

function listUrl(config: ModelConfig): URL {
  const url = new URL(`${endpointUrl(config).replace(/(?<!\/)\/+$/, '')}/models`);
  if (config.apiVersion !== undefined) url.searchParams.set('api-version', config.apiVersion);
  return url;
}

/** Headers with the key. Undefined if no header can carry it. */
function headersOf({ apiKey, apiVersion }: ModelConfig): Headers | undefined {
  try {
    return new Headers(
      apiVersion === undefined ? { authorization: `Bearer ${apiKey}` } : { 'api-key': apiKey },
    );
  } catch {
    return undefined;
  }
}

function missingOf(
  { model, purposes, fallbacks, apiVersion }: ModelConfig,
  place: string,
  listed: readonly { id: string }[],
): ModelTrouble | undefined {
  const names = listed.map(({ id }) => id);
  // Azure lists models, not the names of deployments; an endpoint that lists nothing may have any model.
  if (names.length === 0 || apiVersion !== undefined) return undefined;
  // Ollama and Gemini list longer names than they accept.
  const has = (name: string) => [name, `${name}:latest`, `models/${name}`].some((one) => names.includes(one));
  const missing = [...new Set([model, ...Object.values(purposes), ...fallbacks])].filter(
    (name) => !has(name),
  );
  if (missing.length === 0) return undefined;
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');
  return doubtful(`${place} does not list ${missing.join(', ')}: it has ${shown}`);
}

function hintOf(status: number): string {
  if (status === 403) return 'the key may not be allowed to list models';
  if (status === 404) return 'the address may need to end with /v1';
  return 'see the log of the endpoint';
}

function certain(text: string): ModelTrouble {
  return { certain: true, text };
}

function doubtful(text: string): ModelTrouble {
  return { certain: false, text };
}

/** Code or kind of the error. Not its message, which may quote the request. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.name;
  return 'code' in cause ? String(cause.code) : cause.name;
}
