import { z } from 'zod';
import { FileCoverage } from './coverage';

/** Tests that are asked for alone. Without files and name: all. */
export interface TestChoice {
  /** Paths, or globs of test files. */
  readonly files?: readonly string[];
  /** Words of their titles. */
  readonly name?: string;
  /** The runner measures which lines they execute. */
  readonly coverage?: true;
}

/** Outcome of a choice. Tests are counted as the sources declare them: a row of a table is none of its own. */
export const ChosenTests = z.object({
  /** Test files that hold what was chosen. */
  files: z.array(z.string()),
  /** Declared tests, and files of tests, that were left out. */
  left: z.object({ tests: z.number().int(), files: z.number().int() }),
  /** Commands that run only as a whole, so that they were not run. */
  wholes: z.array(z.string()),
  coverage: z.array(FileCoverage),
  /** Why no lines were measured, a sentence a runner. */
  unmeasured: z.array(z.string()),
});
export type ChosenTests = z.infer<typeof ChosenTests>;

/** True if the titles of a test hold the words of a name: `adds tax` is `TestAddsTax` and `test_adds_tax` as well. */
export function fitsName(titles: readonly string[], name: string): boolean {
  return ` ${words(titles.join(' '))}`.includes(` ${words(name)}`);
}

function words(text: string): string {
  return text
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
}
