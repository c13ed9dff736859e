import { z } from 'zod';
import type { ModelConfig } from '../../config';

const DEADLINE_MS = 5_000;
const OPENAI_URL = 'https://api.openai.com/v1';
const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** What is wrong with an endpoint; `certain` where no call can succeed. */
export interface ModelTrouble {
  certain: boolean;
  text: string;
}

/**
 * Asks the endpoint for the list of its models, which costs nothing. Resolves to nothing where it answers and has the
 * configured ones, or does not say which it has.
 */
export async function probeModel(config: ModelConfig): Promise<ModelTrouble | undefined> {
  const { baseUrl = OPENAI_URL, apiKey, apiVersion, model, fallbacks } = config;
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/models`);
  if (apiVersion !== undefined) url.searchParams.set('api-version', apiVersion);
  const headers = apiVersion === undefined ? { authorization: `Bearer ${apiKey}` } : { 'api-key': apiKey };
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(DEADLINE_MS) });
    if (response.status === 401 || response.status === 403)
      return {
        certain: true,
        text: `${baseUrl} refuses the key: set KINTSUGI_MODEL_API_KEY or OPENAI_API_KEY`,
      };
    if (response.status >= 500)
      return { certain: false, text: `${baseUrl} answers with status ${response.status}: look at its log` };
    const listed = Models.safeParse(await response.json().catch(() => undefined));
    const names = listed.success ? listed.data.data.map(({ id }) => id) : [];
    // A deployment of Azure has a name of its own, and an endpoint without a list may have any model.
    if (names.length === 0 || apiVersion !== undefined) return undefined;
    const missing = [model, ...Object.values(config.purposes), ...fallbacks].filter(
      (name) => !names.includes(name),
    );
    return missing.length === 0 ? undefined : { certain: false, text: unlisted(baseUrl, missing, names) };
  } catch (error) {
    return {
      certain: true,
      text: `${baseUrl} does not answer (${reasonOf(error)}): start it, or correct KINTSUGI_MODEL_BASE_URL`,
    };
  }
}

function unlisted(baseUrl: string, missing: readonly string[], names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');
  return `${baseUrl} does not list ${[...new Set(missing)].join(', ')}: it has ${shown}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `nothing in ${DEADLINE_MS / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause ? String(cause.code) : cause.message;
}
