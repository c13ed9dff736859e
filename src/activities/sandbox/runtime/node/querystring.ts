/** node:querystring. */

type Query = Record<string, unknown>;

export const escape = (text: unknown): string => encodeURIComponent(String(text));

export function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function printable(value: unknown): string {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : '';
}

export function stringify(query: Query, separator = '&', equals = '='): string {
  return Object.entries(query ?? {})
    .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((item) => [key, item] as const))
    .map(([key, value]) => `${escape(key)}${equals}${escape(printable(value))}`)
    .join(separator);
}

export function parse(text: string, separator = '&', equals = '='): Query {
  const query: Query = Object.create(null) as Query;
  for (const pair of (text ?? '').split(separator)) {
    if (pair === '') continue;
    const at = pair.indexOf(equals);
    const decode = (part: string): string => unescape(part.replace(/\+/g, ' '));
    const key = decode(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : decode(pair.slice(at + equals.length));
    const before = query[key];
    query[key] =
      before === undefined
        ? value
        : Array.isArray(before)
          ? [...(before as unknown[]), value]
          : [before, value];
  }
  return query;
}

export const encode = stringify;
export const decode = parse;
