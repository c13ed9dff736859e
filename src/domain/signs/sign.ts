import { inEachLanguage } from '../run/said';
import { z } from 'zod';
import type { Language } from '../run/input';

/** Signs that a change passes tests for the wrong reason. */
export const Sign = z.enum([
  'constant-condition',
  'constant-value',
  'tested-comparison',
  'self-comparison',
  'dropped-condition',
  'turned-comparison',
  'deleted-statement',
  'idle-statement',
  'unused-variable',
  'mirrored-branch',
  'early-exit',
  'literal-case',
  'idle-operator',
  'weakened-check',
  'special-case',
  'by-heart',
  'answered-error',
  'number-cases',
  'look-at-tests',
  'look-at-runner',
  'changed-import',
  'ended-process',
  'look-at-chance',
  'wrapped-value',
]);
export type Sign = z.infer<typeof Sign>;

/** The new line, from 1, that completes a sign. */
export interface Place {
  path: string;
  line: number;
}

/** A sign that a change has. Its place costs more than the sign itself. */
export interface FoundSign {
  sign: Sign;
  place: () => Place;
}

export type PlacedSign = Place & { sign: Sign };

/** Each sign as the object of a sentence: `the change has …`. */
const WORDS = inEachLanguage((say) => ({
  'constant-condition': say`a condition made constant`,
  'constant-value': say`a value made constant`,
  'tested-comparison': say`a comparison changed that tests may rely on`,
  'self-comparison': say`a value compared with itself`,
  'dropped-condition': say`a condition dropped`,
  'turned-comparison': say`a comparison turned around that a like line keeps`,
  'deleted-statement': say`a statement deleted`,
  'idle-statement': say`a statement left without effect`,
  'unused-variable': say`a variable left without a use`,
  'mirrored-branch': say`one of two mirrored branches changed`,
  'early-exit': say`an early exit added`,
  'literal-case': say`a special case on a literal`,
  'idle-operator': say`an operator that cannot matter`,
  'weakened-check': say`a security or bounds check weakened`,
  'special-case': say`a special case on the tests' own values`,
  'by-heart': say`the answers of its tests by heart`,
  'answered-error': say`an error answered with a test's own value`,
  'number-cases': say`several special cases on numbers`,
  'look-at-tests': say`a look at whether tests run`,
  'look-at-runner': say`a look at what runs it`,
  'changed-import': say`an import changed that tests may rely on`,
  'ended-process': say`an end of the process with success`,
  'look-at-chance': say`a look at chance or the time`,
  'wrapped-value': say`a value wrapped as a whole`,
}));

/** Signs in the words of a run. */
export function signTexts(signs: readonly Sign[], language: Language): string[] {
  return signs.map((sign) => WORDS[language][sign]);
}
