const OPENAI_URL = 'https://api.openai.com/v1';

export interface ModelEndpoint {
  /** Absent: OpenAI's own. */
  baseUrl?: string;
  /** Of Azure's API. */
  apiVersion?: string;
}

/** The address that requests go to. Azure's resource address is completed. */
export function endpointUrl({ baseUrl = OPENAI_URL, apiVersion }: ModelEndpoint): string {
  if (apiVersion === undefined) return baseUrl;
  const url = new URL(baseUrl);
  if (url.pathname === '/') url.pathname = '/openai';
  return url.href.replace(/(?<!\/)\/+$/, '');
}
