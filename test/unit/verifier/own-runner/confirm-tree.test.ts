import type { TreeHash } from '../../../../src/domain/ids';
import type { CheckReport, VerificationReport } from '../../../../src/domain/verification/verification';
import { createMemoryStore } from '../../../../src/store/memory-store';
import { confirmTree } from '../../../../src/verifier/own-runner/confirm-tree';
import { checkReport, commandCheck, testResult } from '../../../support/check-reports';
import { asTree } from '../../../support/hashes';

const [BASE, CHANGED] = [asTree('0'.repeat(64)), asTree('1'.repeat(64))];
const MENDED = 'sum.test.js';
const OTHERS = ['a', 'b', 'c', 'd'].map((name) => `${name}.test.js`);

/** Report of the sandbox: `adds` in the mended file, `waits` in the others. */
function sandboxReport(adds: 'passed' | 'failed'): CheckReport[] {
  const other = (name: string): CheckReport => report(name, 'waits', 'passed');
  return [report(MENDED, 'adds', adds), ...OTHERS.map(other)];
}

function report(name: string, test: string, status: 'passed' | 'failed'): CheckReport {
  return checkReport({ name, runner: 'node', tests: [testResult(name, test, status)] });
}

/** What `node --test` prints where the tests of these files fail. */
function printed(failing: readonly string[]): string {
  const parts = [MENDED, ...OTHERS].map((file, index) => {
    const test = file === MENDED ? 'adds' : 'waits';
    const line = failing.includes(file) ? `not ok 1 - ${test}` : `ok 1 - ${test}`;
    return `== file ${index}\nTAP version 13\n# Subtest: ${test}\n${line}\n  ---\n  ...\n1..1\n`;
  });
  return parts.join('');
}

/** The outcome where the runner fails these files in its runs of the change, one after the other, and `before` on the unchanged files. */
async function confirmed(runs: readonly (readonly string[])[], before: readonly string[] = [MENDED]) {
  const { blobs } = createMemoryStore();
  const put = (tree: TreeHash, checks: CheckReport[]) => {
    const whole: VerificationReport = { version: 1, tree, checks, flaky: [] };
    return blobs.put(Buffer.from(JSON.stringify(whole)));
  };
  const asked: string[] = [];
  let run = 0;
  const outcome = await confirmTree(
    { blobs, redact: (text) => text },
    {
      tree: CHANGED,
      report: await put(CHANGED, sandboxReport('passed')),
      baseline: await put(BASE, sandboxReport('failed')),
      directory: '/nowhere',
      runCheck: (tree, { command }) => {
        asked.push(tree === BASE ? 'unchanged' : 'changed');
        const failing = tree === BASE ? before : (runs[run++] ?? []);
        return Promise.resolve(commandCheck(command, { stdout: printed(failing) }));
      },
      signal: new AbortController().signal,
      progress: () => undefined,
    },
  );
  return { outcome, asked };
}

describe('the project’s own runner on a tree that is green in the sandbox', () => {
  it('is run once where it passes all tests', async () => {
    expect(await confirmed([[]])).toEqual({
      outcome: { status: 'agrees', by: 'node --test' },
      asked: ['changed'],
    });
  });

  it('is run twice more where a test fails that passed before the change, and agrees if that passes then', async () => {
    expect(await confirmed([['a.test.js'], [], []])).toEqual({
      outcome: { status: 'agrees', by: 'node --test', flaky: ['a.test.js > waits'] },
      asked: ['changed', 'changed', 'changed'],
    });
  });

  it('disagrees where such a test fails again', async () => {
    const { outcome, asked } = await confirmed([['a.test.js'], [], ['a.test.js']]);
    expect(outcome).toMatchObject({ status: 'disagrees', tests: ['a.test.js > waits'] });
    expect(asked).toEqual(['changed', 'changed', 'changed', 'unchanged']);
  });

  it('disagrees at once about a test that the change is for', async () => {
    const { outcome, asked } = await confirmed([[MENDED], [], []]);
    expect(outcome).toMatchObject({ status: 'disagrees', tests: [`${MENDED} > adds`] });
    expect(asked).toEqual(['changed', 'unchanged']);
  });

  it('disagrees at once where more than three files fail', async () => {
    const { outcome, asked } = await confirmed([OTHERS, [], []]);
    expect(outcome).toMatchObject({ status: 'disagrees', count: 4 });
    expect(asked).toEqual(['changed', 'unchanged']);
  });

  it('says nothing about tests that it fails on the unchanged files too', async () => {
    const { outcome } = await confirmed([OTHERS, [], []], [MENDED, ...OTHERS]);
    expect(outcome).toMatchObject({ status: 'unconfirmed' });
  });
});
