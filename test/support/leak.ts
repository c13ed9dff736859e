import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/machine/paths';

/** File that is open in the tests at a number that processes inherit, since what started them left it so (scripts/test.cjs). */
export const LEFT_OPEN = join(PROJECT_ROOT, '.cache', 'left-open');
export const LEFT_OPEN_AT = 40;

/** Throws where it is not: then nothing could leak. */
export function assertLeftOpen(): void {
  const found = readlinkSync(`/proc/self/fd/${LEFT_OPEN_AT}`);
  if (found !== LEFT_OPEN)
    throw new Error(`descriptor ${LEFT_OPEN_AT} is ${found}: start the tests by scripts/test.cjs`);
}
