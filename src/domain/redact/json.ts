import { isSecretField } from './given';
import type { Redact } from './index';
import { REDACTED } from './readings';

/**
 * Redacts every string of a JSON text, names of fields too. All other bytes stay, so JSON without secrets comes back
 * unchanged. It reads tokens, not values, so any depth of nesting is fine. A text that is no JSON is redacted as a
 * text.
 */
export function redactJson(json: string, redact: Redact): string {
  const parts: string[] = [];
  let copied = 0;
  let field: string | undefined;
  for (let at = json.indexOf('"'); at !== -1; at = json.indexOf('"', at)) {
    const end = endOfString(json, at);
    const given = end === undefined ? undefined : stringOf(json.slice(at, end));
    if (end === undefined || given === undefined) return redact(json);
    const isField = /^\s{0,8}:/.test(json.slice(end, end + 9));
    const clean = !isField && field !== undefined && isSecretField(field, given) ? REDACTED : redact(given);
    if (clean !== given) {
      parts.push(json.slice(copied, at), JSON.stringify(clean));
      copied = end;
    }
    field = isField ? given : undefined;
    at = end;
  }
  parts.push(json.slice(copied));
  return parts.join('');
}

/** The place behind the string that begins here. */
function endOfString(json: string, start: number): number | undefined {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code === 92) at += 1;
  }
  return undefined;
}

function stringOf(token: string): string | undefined {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return String(JSON.parse(token));
  } catch {
    return undefined;
  }
}
