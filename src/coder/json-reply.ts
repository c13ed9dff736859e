import { withoutThoughts } from '../model';

/** The JSON array that a reply is, or holds in its only fenced block; undefined where there is none. */
export function arrayIn(reply: string): unknown[] | undefined {
  const value = jsonIn(reply);
  return Array.isArray(value) ? value : undefined;
}

/** The JSON object that a reply is, or holds in its only fenced block; undefined where there is none. */
export function objectIn(reply: string): Record<string, unknown> | undefined {
  const value = jsonIn(reply);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function jsonIn(reply: string): unknown {
  const text = withoutThoughts(reply).trim();
  for (const candidate of [text, fenced(text)]) {
    if (candidate === undefined) continue;
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // The next form is tried.
    }
  }
  return undefined;
}

function fenced(text: string): string | undefined {
  const start = text.indexOf('```');
  const lineEnd = text.indexOf('\n', start);
  const end = text.lastIndexOf('```');
  return start >= 0 && lineEnd > 0 && end > lineEnd ? text.slice(lineEnd + 1, end) : undefined;
}
