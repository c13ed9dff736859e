import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { firstIssue } from '../../domain/issue-words';

/** Reads the value of a flag by its schema, as commander wants it. */
export function valueBy<T>(schema: z.ZodType<T>): (text: string) => T {
  return (text) => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    const { message } = firstIssue(parsed.error);
    throw new InvalidArgumentError(`${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
  };
}
