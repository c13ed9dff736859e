import type { z } from 'zod';

/** Texts behind a mark in the lines of an output, at most one a line. */
export function markedIn(output: string, mark: string): string[] {
  return output.split('\n').flatMap((line) => {
    const at = line.indexOf(mark);
    return at < 0 ? [] : [line.slice(at + mark.length)];
  });
}

/** A line of JSON as the schema has it; undefined where it is another, or where the limit of the output has cut it. */
export function parsedLine<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
