import { z } from 'zod';

/** Way in which a runner is told which tests to run; `each` starts a process for each file. */
export const Selector = z.enum([
  'pytest',
  'unittest',
  'go',
  'cargo',
  'jest',
  'vitest',
  'mocha',
  'ava',
  'files',
  'each',
  'maven',
  'gradle',
  'ctest',
]);
export type Selector = z.infer<typeof Selector>;

/** How a check runs a part of its tests. */
export const Selection = z.object({
  by: Selector,
  /** Statements that come first: to enter a folder, to build. */
  before: z.string().default(''),
  /** Command line up to the names of what it is to run. */
  start: z.string(),
  /** Rest of the line after the names. */
  end: z.string().default(''),
});
export type Selection = z.infer<typeof Selection>;
