import { CommandCheck, VerificationSpec } from '../../../src/domain/verification/verification';
import { type TestChoice } from '../../../src/domain/verification/choice';
import type { Sandbox } from '../../../src/sandbox';
import { runChosen } from '../../../src/verifier/chosen-tests';
import type { VerifierDeps, VerifyTask } from '../../../src/verifier/verify-task';
import { checkReport, commandCheck, testResult } from '../../support/check-reports';
import { asTree } from '../../support/hashes';
import { createMemoryStore } from '../../support/memory-store';

const TESTS = "it('adds tax', () => {});\nit('rounds up', () => {});\n";
const ROW = { runner: 'jest', command: 'jest', folder: '', why: 'package.json has it' };
const JEST = CommandCheck.parse({
  ...{ command: 'jest', timeoutMs: 1_000, selection: { by: 'jest', start: 'jest --json' } },
  reporting: { form: 'jest', line: 'jest --json' },
});

const no = () => Promise.reject(new Error('not here'));

/** Chosen tests of files, and the checks that ran for them. */
async function chosen(
  files: Readonly<Record<string, string>>,
  choice: TestChoice,
  { isJest = true, run = no }: { isJest?: boolean; run?: Sandbox['run'] } = {},
) {
  const ran: CommandCheck[] = [];
  const program = { files: new Map(Object.entries(files)), context: {} };
  const deps: VerifierDeps = {
    blobs: createMemoryStore().blobs,
    loadProgram: () => Promise.resolve(program),
    redact: (text: string) => text,
    sandbox: { run, tryVariants: no, runFunction: no, callFunction: no, close: no },
  };
  const task: VerifyTask = {
    ...{ tree: asTree('0'), spec: VerificationSpec.parse({}), rerunFailures: false, generatedTests: [] },
    signal: new AbortController().signal,
    progress: () => undefined,
    runCheck: (_, check) => {
      ran.push(check);
      return Promise.resolve(commandCheck(check.command));
    },
  };
  const found = {
    spec: task.spec,
    checks: [{ ...ROW, by: 'command' as const }],
    found: [{ ...ROW, check: JEST }],
  };
  return { ran, run: await runChosen(deps, task, choice, program, isJest ? found : undefined) };
}

describe('all tests with coverage', () => {
  it('are judged by how their command ends as well, without limits of coverage', async () => {
    const { ran } = await chosen({ 'a.test.js': TESTS }, { coverage: true });
    expect(ran).toHaveLength(1);
    expect(ran[0]?.reporting?.line).toMatch(/--coverage .*--coverageThreshold='\{\}'/);
    expect(ran[0]?.reporting?.isPart).toBeUndefined();
  });

  it('are a part where a name is asked for', async () => {
    const { ran } = await chosen({ 'a.test.js': TESTS }, { coverage: true, name: 'adds tax' });
    expect(ran[0]?.reporting?.isPart).toBe(true);
  });
});

describe('chosen tests in the sandbox', () => {
  it('are those of the name alone, and files run side by side', async () => {
    let running = 0;
    let most = 0;
    const files = { 'a.test.js': TESTS, 'b.test.js': TESTS };
    const run: Sandbox['run'] = async ({ testFile }) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      const tests = ['adds tax', 'rounds up'].map((name) => testResult(testFile, name, 'passed'));
      return { report: checkReport({ name: testFile, tests }) };
    };
    const done = await chosen(files, { name: 'adds tax' }, { isJest: false, run });
    expect(most).toBe(2);
    const kept = done.run.checks.map(done.run.only);
    expect(kept.map(({ tests, totals }) => [tests.map(({ path }) => path), totals.passed])).toEqual([
      [[['adds tax']], 1],
      [[['adds tax']], 1],
    ]);
  });
});
