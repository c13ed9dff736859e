/**
 * Calls that repairs are compared by. Who records and replays them, in what language and with what runner, is no matter here: a
 * call is known by its place in a list, and an answer is the canonical text of what came of it.
 */
import type { Sign } from '../sign-words';

/** A call of a function that repairs change. */
export interface ProbedCall {
  /** As source text: `isScriptProtocol('https:')`. */
  text: string;
  /** Seen in a test that passed before, seen in one that failed, or made from one of these by another input. */
  origin: 'passing' | 'failing' | 'varied';
  /** Of a varied call: the input has a type that no test used. Such a call says little of what is right. */
  foreign?: boolean;
}

/** Answers to the calls, in their order; undefined where a call could not be replayed. */
export type Answers = readonly (string | undefined)[];

/** A repair that passes everything, with all that it is compared by. */
export interface Contender<T> {
  repair: T;
  answers: Answers;
  /** Signs of an edit that passes tests for the wrong reason. */
  signs: readonly Sign[];
  /** How far its edits can be believed by their kind, place and signs. */
  belief: number;
  /** Likeness of the changed code to code of the project, 0 to 1. */
  likeness: number;
  /** The changed lines as it leaves them. */
  code: string;
  /** Size of the difference. */
  size: number;
  /** Its place among the repairs in the order of search, from 0: the likeliest places and templates come first. */
  place: number;
}

/** Calls by which two lists of answers differ. A call that only one of them answers says nothing. */
export function differences(a: Answers, b: Answers): number[] {
  return a.flatMap((answer, index) => {
    const other = b[index];
    return answer !== undefined && other !== undefined && answer !== other ? [index] : [];
  });
}
