import { z } from 'zod';
import { CoverageForm } from './coverage';

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

/** Form of the results that a runner writes. */
export const ReportForm = z.enum([
  'jest',
  'mocha',
  'node',
  'tap',
  'ava',
  'go',
  'cargo',
  'unittest',
  'uvu',
  'junit',
]);
export type ReportForm = z.infer<typeof ReportForm>;

/** How a command tells the result of each of its tests. */
export const Reporting = z.object({
  form: ReportForm,
  /** Command line that writes the report to `$TMPDIR/kintsugi-report`. */
  line: z.string(),
  /** Folder of the tree that its paths begin at; empty: the root. */
  folder: z.string().default(''),
  /** Test files that it runs, from that folder, for reports that name none. */
  files: z.array(z.string()).default([]),
  /** Globs of reports that the runner leaves in the tree, from that folder. */
  left: z.array(z.string()).default([]),
  /** It runs some of the tests: what the command says of all of them, such as by a limit of coverage, does not count. */
  isPart: z.literal(true).optional(),
  /** It measures the lines that it executes, too. */
  coverage: CoverageForm.optional(),
});
export type Reporting = z.infer<typeof Reporting>;

/** Name of the report in the temporary folder of a command. */
export const REPORT_FILE = 'kintsugi-report';

/** The report as a word of a shell. */
export const REPORT_WORD = `"$TMPDIR/${REPORT_FILE}"`;

/** Line that stands in a report before what one file of tests wrote. */
export const FILE_MARK = '# kintsugi-file ';

/** End of a command line whose whole output is the report: it is printed as well. */
export const OUTPUT_IS_REPORT = ` >${REPORT_WORD} 2>&1; code=$?; cat ${REPORT_WORD}; exit $code`;
