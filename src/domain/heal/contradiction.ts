import { z } from 'zod';
import type { BlobHash, TreeHash } from '../ids';
import type { Language } from '../run/language';
import { capital } from '../run/outcomes';
import { excerpt, firstLine } from '../text';
import type { ListedFailure, Verification } from '../verification/verification';
import { QUESTION_WORDS } from './words/questions';

const VALUE_CHARS = 200;

/** A test that passed before the request was carried out and fails now, with the value it expects and the value it gets. */
export const Contradiction = z.object({
  test: z.string(),
  /** `test/price.test.js:2` */
  at: z.string(),
  /** Value that the test expects; absent where its runner does not tell. */
  expected: z.string().optional(),
  /** Value with the request's change. */
  received: z.string().optional(),
});
export type Contradiction = z.infer<typeof Contradiction>;

/** Values that nobody asks for: a test that gets one shows a fault of the change. */
const FAULTY = /^(?:''|""|\[\]|\{\})?$|\b(?:undefined|null|None|NaN|nil)\b|\[object /;

/** The first failing test that passed before the request and compares a value which the request changes; undefined: none. */
export function contradictedBy({ comparison, failures }: Verification): Contradiction | undefined {
  const passedBefore = new Set(comparison?.brokenIds);
  const found = failures.find(({ id, failure: { expected, received } }) => {
    const isCompared = expected !== undefined && received !== undefined;
    return passedBefore.has(id) && isCompared && !FAULTY.test(received.trim());
  });
  return found && told(found);
}

function told({ id, check, failure, analysis }: ListedFailure): Contradiction {
  const { file, line } = failure.location ?? analysis.location ?? { file: check };
  const value = (text: string | undefined) => text && excerpt(firstLine(text), VALUE_CHARS);
  return {
    test: id,
    at: line === undefined ? file : `${file}:${line}`,
    expected: value(failure.expected),
    received: value(failure.received),
  };
}

/** Contradiction that ends a run: repairs would only undo the request, or no model is there to tell who is right. Undefined: none. */
export function contradictionOf(
  {
    carriedOut,
    takenBack = [],
    verification,
  }: { carriedOut?: object; takenBack?: readonly string[]; verification: Verification },
  mayAsk: boolean,
): Contradiction | undefined {
  if (!carriedOut) return undefined;
  const found = takenBack.length > 0 || !mayAsk ? contradictedBy(verification) : undefined;
  const [first] = verification.failures;
  return found ?? (takenBack.length > 0 && first ? told(first) : undefined);
}

/** `the test at test/price.test.js:2 expects 119, and the request makes it 120`. */
export function contradictionText(
  { test, at, expected, received }: Contradiction,
  language: Language = 'en',
): string {
  const words = QUESTION_WORDS[language];
  return expected === undefined || received === undefined
    ? words.failsWithRequest(at, test)
    : words.contradicts(at, expected, received);
}

/** Question on a contradiction, with one choice: to publish the request's change. Not answering keeps the test. */
export function contradictionChoice(
  contradiction: Contradiction,
  change: { tree: TreeHash; diff: BlobHash },
  language: Language,
): { question: string; choices: { letter: string; tree: TreeHash; diff: BlobHash; summary: string }[] } {
  const words = QUESTION_WORDS[language];
  return {
    question: words.whichIsRight(capital(contradictionText(contradiction, language))),
    choices: [{ letter: 'A', ...change, summary: words.requestIsRight(contradiction.at) }],
  };
}
