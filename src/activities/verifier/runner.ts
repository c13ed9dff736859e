import { configFor } from '../../domain/test-config';
import type { TestRunner } from '../../domain/verification';
import type { LoadedProgram } from './load-program';

const importOf = (name: string): RegExp =>
  new RegExp(`(?:\\bfrom\\s*|\\bimport\\s*|\\brequire\\s*\\(\\s*)(['"])${name}\\1`);
const NODE_TEST = importOf('node:test');
const VITEST = importOf('vitest');

/** The runner that a test file is written for: by what it imports, else by the project's settings. */
export function runnerOf({ files, context }: LoadedProgram, testFile: string): TestRunner {
  const text = files.get(testFile) ?? '';
  if (NODE_TEST.test(text)) return 'node';
  if (VITEST.test(text)) return 'vitest';
  return context.config ? configFor(context.config, testFile).runner : 'jest';
}
