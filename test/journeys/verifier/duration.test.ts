import { setTimeout as delay } from 'node:timers/promises';
import { VerificationSpec } from '../../../src/domain/verification/verification';
import { createSandbox } from '../../../src/sandbox';
import { createMemoryStore } from '../../support/memory-store';
import { createProgramLoader } from '../../../src/verifier/load-program';
import { verify } from '../../../src/verifier/verify';
import { commandCheck, testResult } from '../../support/check-reports';
import { treeOf } from '../../support/text-trees';

const CONFIRMING_MS = 2_500;

test('the time of a verification is that of one run, without the run that confirms a failure', async () => {
  const store = createMemoryStore();
  const sandbox = createSandbox({ children: 1 });
  let runs = 0;
  const verification = await verify(
    { ...store, sandbox, loadProgram: createProgramLoader(store), redact: String },
    {
      tree: await treeOf(store, { 'a.py': 'x = 1\n' }),
      spec: VerificationSpec.parse({ commands: [{ command: 'pytest' }] }),
      rerunFailures: true,
      generatedTests: [],
      runCheck: async (_tree, { command }) => {
        runs += 1;
        if (runs > 1) await delay(CONFIRMING_MS);
        return commandCheck(command, { exitCode: 1, tests: [testResult(command, 'a', 'failed')] });
      },
      signal: new AbortController().signal,
      progress: () => undefined,
    },
  );
  await sandbox.close();
  expect(runs).toBe(2);
  expect(verification.durationMs).toBeLessThan(CONFIRMING_MS);
});
