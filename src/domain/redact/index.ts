import { assignedSpans } from './assigned';
import { schemeSpans } from './headers';
import { knownSpans } from './known';
import { privateKeySpans } from './private-keys';
import { programSpans } from './programs';
import { throughBreaks, throughEscapes } from './readings';
import { REDACTED, replaceSpans, type Find } from './spans';
import { spokenSpans } from './spoken';
import { tokenSpans } from './tokens';
import { urlSpans } from './urls';

export { REDACTED };

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** All that knows secrets by their shape or by what stands beside them. */
const SHAPES: readonly Find[] = [
  ...[throughEscapes(tokenSpans), privateKeySpans, urlSpans, schemeSpans],
  ...[assignedSpans, programSpans, spokenSpans],
];

/** No secret is shorter. */
const SHORTEST_TEXT = 6;

/**
 * Makes a function that redacts the given secrets, in all forms in which they are written, and everything shaped like a
 * secret. For every exit: history, logs, reports, stored prompts. Never for an edit: the mark would be written into the
 * user's code. Its time is proportional to the length of the text.
 */
export function redactor(secrets: readonly string[] = []): Redact {
  const byShape: Find = (text) => SHAPES.flatMap((find) => find(text));
  const finders = [
    ...(secrets.length > 0 ? [throughBreaks(throughEscapes(knownSpans(secrets), 2), { lines: true })] : []),
    throughBreaks(byShape, { lines: false }),
  ];
  return (text) =>
    text.length < SHORTEST_TEXT
      ? text
      : replaceSpans(
          text,
          finders.flatMap((find) => find(text)),
        );
}

/** The text without the given secrets and without anything of a secret's shape: `redactor` for one text. */
export function redact(text: string, secrets: readonly string[] = []): string {
  return redactor(secrets)(text);
}
