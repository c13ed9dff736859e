import type { Redact } from './index';

/** Longest text that is remembered, in UTF-16 units, and how many are: a few MB at most. */
const LONGEST_TEXT = 1_000;
const MOST_TEXTS = 5_000;

/**
 * Redacts a text that comes again at once: the state of a run is written many times over, and nearly all its texts are those from
 * before. Only texts without secrets stay in memory.
 */
export function forRepeats(redact: Redact): Redact {
  const clean = new Set<string>();
  return (text) => {
    if (text.length > LONGEST_TEXT) return redact(text);
    if (clean.has(text)) return text;
    const redacted = redact(text);
    if (redacted !== text) return redacted;
    if (clean.size >= MOST_TEXTS) clean.clear();
    clean.add(copyOf(text));
    return text;
  };
}

/** A string of its own: a slice would keep the whole payload that it was cut from. */
function copyOf(text: string): string {
  return String(JSON.parse(JSON.stringify(text)));
}
