import { z } from 'zod';
import type { ModelConfig } from '../../config';
import { endpointUrl } from '../../domain/model-endpoint';

const DEADLINE_MS = 5_000;
const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** What is wrong with an endpoint; `certain` where no call can succeed. */
export interface ModelTrouble {
  certain: boolean;
  text: string;
}

/**
 * Asks the endpoint for the list of its models, which costs nothing. Resolves to nothing where it answers and has the
 * configured ones, or does not say which it has. Neither key nor password is in the text.
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
      return doubtful(`${place} does not answer as OpenAI's API does: look at KINTSUGI_MODEL_BASE_URL`);
    if (error instanceof Error && error.name === 'TimeoutError')
      return doubtful(`${place} said nothing in ${DEADLINE_MS / 1000} s: it may still be starting`);
    return certain(
      `${place} does not answer (${reasonOf(error)}): start it, or correct KINTSUGI_MODEL_BASE_URL`,
    );
  }
}

/** The address as it may be shown. */
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

/** Undefined where no header can carry the key. */
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
  // A deployment of Azure has a name of its own, and an endpoint that lists none may have any.
  if (names.length === 0 || apiVersion !== undefined) return undefined;
  // Ollama and Gemini list names that are longer than what they take.
  const has = (name: string) => [name, `${name}:latest`, `models/${name}`].some((one) => names.includes(one));
  const missing = [...new Set([model, ...Object.values(purposes), ...fallbacks])].filter(
    (name) => !has(name),
  );
  if (missing.length === 0) return undefined;
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');
  return doubtful(`${place} does not list ${missing.join(', ')}: it has ${shown}`);
}

function hintOf(status: number): string {
  if (status === 403) return 'the key may be limited to other calls';
  if (status === 404) return 'the address may lack its /v1';
  return 'look at its log';
}

function certain(text: string): ModelTrouble {
  return { certain: true, text };
}

function doubtful(text: string): ModelTrouble {
  return { certain: false, text };
}

/** Codes and kinds only: a message may quote what was sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.name;
  return 'code' in cause ? String(cause.code) : cause.name;
}
