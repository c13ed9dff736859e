import { locate } from '../../domain/verification/analysis/locate';
import type { SourceLocation } from '../../domain/verification/failure';

/** Distinct places of one text: a linter may name thousands. */
const MAX_PLACES = 100;

/** Places that a text names, one for each line. Linters name a file on a line of its own, and the lines in it below. */
export function placesIn(text: string): SourceLocation[] {
  const places = new Map<string, SourceLocation>();
  let heading: string | undefined;
  for (const line of text.split('\n')) {
    if (places.size >= MAX_PLACES) break;
    const alone = /^[^\s:()'"]+\.\w{1,8}$/.exec(line)?.[0];
    heading = alone ?? (line.trim() === '' ? undefined : heading);
    const below = /^\s+(\d+):\d+\s/.exec(line)?.[1];
    const place =
      heading !== undefined && below !== undefined
        ? { file: heading, line: Number(below) }
        : alone === undefined
          ? locate(line, 0)
          : { file: alone };
    if (place) places.set(`${place.file}:${place.line ?? ''}`, place);
  }
  return [...places.values()];
}
