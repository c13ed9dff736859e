import type { Redact } from './index';

/** Longest text that is remembered, in UTF-16 units, and how many are of each generation: some MB at most. */
const LONGEST_TEXT = 500;
const MOST_TEXTS = 4_000;

/**
 * Redacts a text that comes again at once: the state of a run is written many times over, and nearly all its texts are those from
 * before. Only texts without secrets stay in memory.
 */
export function forRepeats(redact: Redact): Redact {
  let young = new Set<string>();
  let old = new Set<string>();
  return (text) => {
    if (text.length > LONGEST_TEXT) return redact(text);
    if (young.has(text)) return text;
    if (!old.has(text)) {
      const redacted = redact(text);
      if (redacted !== text) return redacted;
    }
    if (young.size >= MOST_TEXTS) [old, young] = [young, new Set()];
    young.add(copyOf(text));
    return text;
  };
}

/** A string of its own: a slice would keep the whole payload that it was cut from. */
function copyOf(text: string): string {
  return String(JSON.parse(JSON.stringify(text)));
}
