import { z } from 'zod';
import type { BlobHash, TreeHash } from '../ids';
import type { Language } from '../run/input';
import { capital } from '../run/outcomes';
import { excerpt, firstLine } from '../text';
import type { ListedFailure, Verification } from '../verification/verification';
import { QUESTION_WORDS } from './question-words';

const VALUE_CHARS = 200;

/** A test that passed before a request was carried out, and what it and the request say of one value. */
export const Contradiction = z.object({
  /** Id of the test. */
  test: z.string(),
  /** `test/price.test.js:2` */
  at: z.string(),
  /** Value that the test expects; absent where its runner does not tell. */
  expected: z.string().optional(),
  /** Value with the request's change. */
  received: z.string().optional(),
});
export type Contradiction = z.infer<typeof Contradiction>;

/** Nobody asks for these: where a test gets one, the change has a fault. */
const FAULTY = /^(?:''|""|\[\]|\{\})?$|\b(?:undefined|null|None|NaN|nil)\b|\[object /;

/** A test that passed before the request and compares a value that is another one with it; undefined where no such test fails. */
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

/** The contradiction that ends a run: repairs would only have made up for what was asked for, or nobody could tell who is right. */
export function contradictionOf(
  {
    requestTree,
    takenBack = [],
    verification,
  }: { requestTree?: TreeHash; takenBack?: readonly string[]; verification?: Verification },
  mayAsk: boolean,
): Contradiction | undefined {
  if (requestTree === undefined || !verification) return undefined;
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

/** Question and the one choice of a contradiction: the test may stay as it is by doing nothing. */
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
