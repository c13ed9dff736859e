import type { z } from 'zod';
import { REDACTED } from './redact/readings';

/** Refuses the mark in what is executed or written to files: it stands where a secret was taken out. */
export function withoutMark<S extends z.ZodType>(schema: S): S {
  return schema.refine((value) => !JSON.stringify(value).includes(REDACTED), {
    error: `holds ${REDACTED}, which stands where a secret was taken out: give it without the secret`,
  });
}
