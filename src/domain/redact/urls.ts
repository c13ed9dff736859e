import { endOfRun, isAlphanumeric } from './characters';
import type { Span } from './spans';
import { isPlaceholder, isRandom } from './values';

/** User and password together: more is no URL. */
const LONGEST_USERINFO = 512;

/** The password of `scheme://user:password@host`, or a user that is a token. */
export function urlSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const found = isAlphanumeric(text.charCodeAt(at - 1)) ? userinfoSpan(text, at + 3) : undefined;
    if (found) spans.push(found);
  }
  return spans;
}

function userinfoSpan(text: string, start: number): Span | undefined {
  const end = endOfRun(text, start, isUserinfo, LONGEST_USERINFO);
  // A password may hold an `@` of its own, and the last one counts.
  const at = text.lastIndexOf('@', end);
  if (at < start) return undefined;
  const colon = text.indexOf(':', start);
  if (colon === -1 || colon > at) return isRandom(text.slice(start, at), 16) ? { start, end: at } : undefined;
  const password = text.slice(colon + 1, at);
  return password.length >= 3 && !isPlaceholder(password) ? { start: colon + 1, end: at } : undefined;
}

/** What may stand between `://` and the path; blanks, quotes and brackets end it. */
function isUserinfo(code: number): boolean {
  return code > 32 && !'/"\'`<>\\?#(){}|,;'.includes(String.fromCharCode(code));
}
