import { createSandbox } from '../../src/sandbox';
import type { LocalSandbox } from '../../src/sandbox';
import type { SandboxRequest, SandboxResult } from '../../src/sandbox/types';
import { ARTEFACTS } from '../../src/machine/paths';
import { SandboxLimits } from '../../src/domain/verification/verification';
import type { TestResult } from '../../src/domain/verification/verification';

/** The built sandbox, which `npm test` brings up to date before the tests. Nothing may write into it. */
export const BUILT = ARTEFACTS.sandbox;

/** A real sandbox. */
export interface Kit {
  sandbox: LocalSandbox;
  /** Runs a test file with the files beside it; `files` are path → text. */
  run(files: Record<string, string>, options?: Partial<SandboxRequest>): Promise<SandboxResult>;
  /** Runs the body of one test file, `demo.test.ts`. */
  tests(source: string, options?: Partial<SandboxRequest>): Promise<TestResult[]>;
  close(): Promise<void>;
}

export const LIMITS = SandboxLimits.parse({ wallMs: 8_000, turnMs: 1_500 });

export function program(files: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(files));
}

export function createKit(children = 1): Kit {
  const sandbox = createSandbox({ children });
  const run: Kit['run'] = (files, options = {}) => {
    const testFile = options.testFile ?? Object.keys(files).find((name) => name.includes('.test.')) ?? '';
    return sandbox.run({ files: program(files), testFile, limits: LIMITS, ...options });
  };
  return {
    sandbox,
    run,
    tests: async (source, options) => (await run({ 'demo.test.ts': source }, options)).report.tests,
    close: () => sandbox.close(),
  };
}

/** `name: status` of each test, in order. */
export function outcome(tests: readonly TestResult[]): string[] {
  return tests.map((test) => `${test.path.join(' > ') || test.file}: ${test.status}`);
}

/** Messages of what failed. */
export function messages(tests: readonly TestResult[]): string[] {
  return tests.flatMap((test) => (test.failure ? [test.failure.message] : []));
}
