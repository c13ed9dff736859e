import type { z } from 'zod';
import { firstIssue } from '../domain/first-issue';
import { badInput } from '../domain/kintsugi-error';

/** Input of a run. Throws a sentence that names the unusable field. */
export function usableInput<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data;
  const { where, message } = firstIssue(parsed.error);
  throw badInput(`${where || 'The input'} cannot be used: ${message}.`);
}
