/**
 * Turns any value of a program into JSON text of bounded size; docs/result-format.md holds the form. The value is hostile:
 * it may be a Proxy, and its getters may throw, loop or change their minds, so a pass reads nothing twice, and the caller
 * limits its time. The text is written here, never by the value: what a value says of itself stands inside of what it is.
 */
import { DEFAULT_LIMIT, MIN_LIMIT, SAMPLES, utf8Length, WHOLE } from './bounds';
import { Passes } from './passes';
import { Writer } from './writer';

export interface Serialised {
  /** JSON text. */
  json: string;
  /** Something was left out. */
  truncated: boolean;
}

/** JSON text of the value, of at most `limit` bytes in UTF-8 (1 KiB at least). Never throws. */
export function serialise(value: unknown, limit: number = DEFAULT_LIMIT): Serialised {
  const most = Math.max(MIN_LIMIT, limit);
  const passes = new Passes();
  for (const bounds of [WHOLE, ...SAMPLES]) {
    const writer = new Writer(bounds, most, passes);
    const json = writer.write(value, '');
    if (!writer.full && utf8Length(json) <= most) return { json, truncated: writer.truncated };
  }
  return { json: '{"$type":"unreadable","error":"it is too large to be described"}', truncated: true };
}
