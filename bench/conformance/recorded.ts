/** Report of another runner on a folder's tests, recorded beside them: for vitest and node:test, which are not installed here. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { FileOutcome } from './outcomes';

const Status = z.enum(['passed', 'failed', 'skipped', 'todo']);

/** File → test (`describe > name`) → status, or those of all tests of this name. */
const Recorded = z.record(z.string(), z.record(z.string(), z.union([Status, z.array(Status)])));

/** Undefined where the folder holds no record. */
export function readRecorded(folder: string): FileOutcome[] | undefined {
  const file = path.join(folder, 'expected.json');
  if (!existsSync(file)) return undefined;
  const recorded = Recorded.parse(JSON.parse(readFileSync(file, 'utf8')));
  return Object.entries(recorded).map(([name, tests]) => ({
    file: name,
    tests: Object.entries(tests).flatMap(([test, said]) =>
      [said].flat().map((status) => ({ path: [test], status })),
    ),
  }));
}
