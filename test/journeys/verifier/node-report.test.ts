import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReports, toResults } from '../../../src/verifier/reports';
import { NODE_REPORTER } from '../../../src/verifier/detect/node-runners';

test('node --test, really run, tells nested tests, places and values', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kintsugi-node-'));
  try {
    writeFileSync(
      join(folder, 'a.test.mjs'),
      "import { describe, it } from 'node:test';\nimport assert from 'node:assert';\n" +
        "describe('math', () => { it('adds', () => {}); it('fails', () => assert.equal(2, 3)); });\n",
    );
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const { stdout } = spawnSync('sh', ['-c', `node --test --test-reporter=${NODE_REPORTER} a.test.mjs`], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    const report = readReports({ form: 'node', texts: [stdout], roots: [folder], folder: '' });
    const tests = toResults(report?.tests ?? [], 'check');
    expect(tests.map(({ id, status }) => `${status} ${id}`).sort()).toEqual([
      'failed a.test.mjs > math > fails',
      'passed a.test.mjs > math > adds',
    ]);
    expect(tests[1]?.failure).toMatchObject({ received: '2', expected: '3' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
