import { ALPHANUMERIC, endOfOthers, isAt, NO_USERINFO } from './characters';
import type { Span } from './spans';
import { isPlaceholder, isRandom } from './values';

/** User and password together: more is no address. */
const LONGEST_USERINFO = 512;

/** The password of `scheme://user:password@host`, or a user that is a token. */
export function urlSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const found = isAt(text, at - 1, ALPHANUMERIC) ? userinfoSpan(text, at + 3) : undefined;
    if (found) spans.push(found);
  }
  return spans;
}

function userinfoSpan(text: string, start: number): Span | undefined {
  const host = text.slice(start, endOfOthers(text, start, NO_USERINFO, LONGEST_USERINFO));
  // A password may hold an `@` of its own, and the last one counts.
  const at = host.lastIndexOf('@');
  if (at === -1) return undefined;
  const colon = host.indexOf(':');
  const from = colon === -1 || colon > at ? 0 : colon + 1;
  const secret = host.slice(from, at);
  const isSecret = from === 0 ? isRandom(secret, 16) : secret.length >= 3 && !isPlaceholder(secret);
  return isSecret ? { start: start + from, end: start + at } : undefined;
}
