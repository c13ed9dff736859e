import { BLANK, endOfOthers, isAt, LINE_END, QUOTE } from './characters';
import type { Span } from './spans';
import { isPlaceholder, isRandom } from './values';

/** Longest value that is looked at. */
const LONGEST = 256;
/** Shortest password that is told from other values of short flags, such as ports. */
const SHORTEST = 10;

/** Passwords in short flags of programs: `curl -u user:…`, `mysql -p…`. */
export function programSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(' -'); at !== -1; at = text.indexOf(' -', at + 2)) {
    const found = userSpan(text, at + 1) ?? passwordSpan(text, at + 1);
    if (found) spans.push(found);
  }
  return spans;
}

/** `-u name:password` and `--user name:password`. */
function userSpan(text: string, at: number): Span | undefined {
  const flag = /^(?:-u|--(?:proxy-)?user)[ =]?["']?/.exec(text.slice(at, at + 16))?.[0];
  if (flag === undefined) return undefined;
  const start = at + flag.length;
  const end = valueEnd(text, start);
  const colon = text.slice(start, end).indexOf(':');
  const secret = text.slice(start + colon + 1, end);
  const isSecret = colon > 0 && secret.length >= 6 && !/^\d+$/.test(secret) && !isPlaceholder(secret);
  return isSecret ? { start: start + colon + 1, end } : undefined;
}

/** `-ppassword`, as clients of databases take it. */
function passwordSpan(text: string, at: number): Span | undefined {
  if (text.charAt(at + 1) !== 'p' || isAt(text, at + 2, BLANK)) return undefined;
  const start = at + 2;
  const end = valueEnd(text, start);
  const secret = text.slice(start, end);
  return isRandom(secret, SHORTEST) && /^[^/:=,-]+$/.test(secret) ? { start, end } : undefined;
}

function valueEnd(text: string, start: number): number {
  return endOfOthers(text, start, BLANK | QUOTE | LINE_END, LONGEST);
}
