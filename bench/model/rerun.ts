/** The verdict that nobody in the loop has a hand in: the visible tests in plain Node, where a failed assertion counts. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { TEST } from './scripts';

const DEADLINE_MS = 30_000;

/**
 * Console and its `assert` can't be replaced by the program, and only a process that ends by itself, after all that was to
 * be done, says the word: one that is ended early has not passed.
 */
const START = (word: string): string => `'use strict';
const { writeSync } = require('node:fs');
const failures = [];
const assert = (value, ...message) => { if (!value) failures.push(message.join(' ')); };
Object.defineProperty(console, 'assert', { value: assert, writable: false, configurable: false });
Object.defineProperty(globalThis, 'console', { value: console, writable: false, configurable: false });
process.once('beforeExit', () => { if (failures.length === 0) writeSync(1, ${JSON.stringify(word)}); });
require('./${TEST}');
`;

/** True if the visible tests, as they were given, pass on what now stands in the folder. */
export function passesInNode(folder: string, test: string): Promise<boolean> {
  const word = randomUUID();
  const start = path.join(folder, 'start-of-the-rerun.cjs');
  writeFileSync(path.join(folder, TEST), test);
  writeFileSync(start, START(word));
  return new Promise((resolve) => {
    execFile(process.execPath, [start], { cwd: folder, timeout: DEADLINE_MS, env: {} }, (error, stdout) =>
      resolve(error === null && stdout.endsWith(word)),
    );
  });
}
