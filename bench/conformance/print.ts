/** Differences as people read them. */
import type { Comparison, Difference } from './outcomes';

/** Lines of a message that are shown without `--verbose`. */
const SHORT = 3;

function describe({ file, test, jest, sandbox, message }: Difference, verbose: boolean): string {
  const lines = (message ?? '').split('\n').filter((line) => line.trim() !== '');
  const shown = (verbose ? lines : lines.slice(0, SHORT)).map((line) => `      ${line}\n`).join('');
  return `  ${file}${test === undefined ? '' : ` > ${test}`}\n      jest: ${jest}, sandbox: ${sandbox}\n${shown}`;
}

/** Prints every difference, then the times of both sides. */
export function printComparison(
  result: Comparison & { ms: { sandbox: number; jest: number } },
  verbose: boolean,
): void {
  for (const difference of result.differences) process.stdout.write(describe(difference, verbose));
  process.stdout.write(`sandbox ${result.ms.sandbox} ms, jest ${result.ms.jest} ms\n`);
}
