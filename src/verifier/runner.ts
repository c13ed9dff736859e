import { configFor } from '../domain/verification/test-config';
import type { TestRunner } from '../domain/verification/verification';
import type { LoadedProgram } from './load-program';

const NODE_TEST = /(?:\bfrom\s*|\bimport\s*|\brequire\s*\(\s*)(['"])node:test\1/;
const VITEST = /(?:\bfrom\s*|\bimport\s*|\brequire\s*\(\s*)(['"])vitest\1/;

/** The runner that a test file is written for: by what it imports, else by the project's settings. */
export function runnerOf({ files, context }: LoadedProgram, testFile: string): TestRunner {
  const text = files.get(testFile) ?? '';
  if (NODE_TEST.test(text)) return 'node';
  if (VITEST.test(text)) return 'vitest';
  return context.config ? configFor(context.config, testFile).runner : 'jest';
}
