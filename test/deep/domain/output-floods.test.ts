import { analyzeFailure, analyzeReported } from '../../../src/domain/verification/analysis';
import { FailureKind } from '../../../src/domain/verification/failure';
import { cpuMs } from '../../support/cpu-time';
import { failedCommand } from '../../support/tool-output';

/**
 * Texts that make patterns which backtrack take longest: their own beginnings, over and over. They take
 * 0.1 s; a pattern that is cubic in a line, or quadratic in the text, takes minutes.
 */
const UNITS = [
  'error: ',
  'Error: Error: [',
  'a/b.js:1:1 ',
  'ERROR in ./a.js 1:1\n',
  "thread 'a' panicked at a.rs:1:1:\n",
  'File "a.py", line 1\n',
  ' at f (a.js:1:1)\n',
  'src/a.ts(1,1): error ',
  'ESLint found too many warnings\n/a\n',
  'error: a\n --> a.rs:1:1\n  |\n',
  'Traceback (most recent call last):\n',
  'a.js:1\n x\n ^\n',
  '[{"filePath":"a","messages":[{"ruleId":"a","severity":2,',
  ' \t',
  '\n',
  'Error: x\n',
  'not ok 1\n',
  '\u0000',
  '"',
  "'",
];

test.each(UNITS)('64 KiB of %j are read in the time of a few lines of text', (unit) => {
  const text = unit.repeat(Math.ceil(65_536 / unit.length));
  const failed = failedCommand({ command: 'x', exitCode: 1, stdout: text, stderr: text });
  const ms = cpuMs(() => {
    const said = [analyzeFailure(failed), analyzeReported(failed, { stdout: text, stderr: text })];
    expect(said.every(({ kind }) => FailureKind.options.includes(kind))).toBe(true);
  });
  expect(ms).toBeLessThan(5_000);
});
