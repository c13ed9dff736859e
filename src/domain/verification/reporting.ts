import { z } from 'zod';

/** Form of the results that a runner writes. */
export const ReportForm = z.enum(['jest', 'mocha', 'node', 'tap', 'go', 'cargo', 'unittest']);
export type ReportForm = z.infer<typeof ReportForm>;

/** How a command tells the result of each of its tests. */
export const Reporting = z.object({
  form: ReportForm,
  /** Command line that writes the report to `$TMPDIR/kintsugi-report`. */
  line: z.string(),
  /** Folder of the tree that its paths begin at; empty: the root. */
  folder: z.string().default(''),
});
export type Reporting = z.infer<typeof Reporting>;

/** Name of the report in the temporary folder of a command. */
export const REPORT_FILE = 'kintsugi-report';
