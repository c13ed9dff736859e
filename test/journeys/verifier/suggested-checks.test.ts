import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answeredChecks, commandsToRun, suggestedNotes } from '../../../src/domain/heal/checks';
import type { CheckReport, VerificationReport } from '../../../src/domain/verification/verification';
import { createCheckRunner } from '../../../src/commands';
import { runSuggestedChecks } from '../../../src/verifier/suggested-checks';
import { createMemoryStore } from '../../support/memory-store';
import { asBlob, asTree } from '../../support/hashes';
import { checkReport, commandCheck, testResult } from '../../support/check-reports';
import { failing, failedCheck, verification } from '../../support/verifications';

const TREE = asBlob('a'.repeat(64));

const check = commandCheck;
const test1 = (name: string, status: 'passed' | 'failed') =>
  checkReport({ name, exitCode: 0, tests: [testResult(name, 't', status)] });

async function suggested(commands: string[], checks: CheckReport[], run: (command: string) => CheckReport) {
  const { blobs } = createMemoryStore();
  const report: VerificationReport = { version: 1, tree: asTree(TREE), checks, flaky: [] };
  const ran: { command: string; tree: string; timeoutMs: number }[] = [];
  const outcomes = await runSuggestedChecks(
    { blobs },
    {
      tree: asTree(TREE),
      commands,
      language: 'en',
      report: await blobs.put(Buffer.from(JSON.stringify(report))),
      runCheck: (tree, { command, timeoutMs }) => {
        ran.push({ command, tree, timeoutMs });
        return Promise.resolve(run(command));
      },
      signal: new AbortController().signal,
      progress: () => undefined,
    },
  );
  return { outcomes, ran };
}

describe('the commands that a suggestion names', () => {
  it('are run on what was applied, and told with their output', async () => {
    const { outcomes, ran } = await suggested(['npm run typecheck', 'npm run e2e'], [], (command) =>
      command.endsWith('e2e')
        ? check(command, { exitCode: 2, stderr: `no such page\n${'x'.repeat(5_000)}` })
        : check(command, { stdout: 'fine\n' }),
    );
    expect(ran).toEqual([
      { command: 'npm run typecheck', tree: TREE, timeoutMs: 60_000 },
      { command: 'npm run e2e', tree: TREE, timeoutMs: 60_000 },
    ]);
    expect(outcomes[0]).toEqual({
      command: 'npm run typecheck',
      success: true,
      output: 'exit code 0\nfine',
    });
    expect(outcomes[1]).toMatchObject({ success: false });
    expect(outcomes[1]?.output).toMatch(/^exit code 2\nno such page/);
    expect(outcomes[1]?.output.length).toBeLessThan(500);
  });

  it('say why where they may not run', async () => {
    const { blobs, trees } = createMemoryStore();
    const checkouts = await mkdtemp(join(tmpdir(), 'kintsugi-suggested-'));
    const tools = { missing: { form: 'Commands need bubblewrap: install it.', values: [] } };
    const checks = await createCheckRunner({ blobs, trees, checkouts, path: '', tools });
    const runCheck = checks({ allowUnsandboxed: false });
    const { signal } = new AbortController();
    const report = await runCheck(asTree(TREE), { command: 'npm test', timeoutMs: 1_000 }, signal);
    const { outcomes } = await suggested(['npm test'], [], () => report);
    expect(outcomes).toEqual([
      { command: 'npm test', success: false, output: '', notRun: 'Commands need bubblewrap: install it.' },
    ]);
    await rm(checkouts, { recursive: true });
  });

  it('are a failure where they are stopped', async () => {
    const { outcomes } = await suggested(['npm start'], [], (command) =>
      check(command, { end: 'timeout', exitCode: null }),
    );
    expect(outcomes).toEqual([{ command: 'npm start', success: false, output: 'stopped: timeout' }]);
  });

  it.each([
    ['npm run lint', true],
    ['npx jest a.test.ts', true],
    ['jest ./a.test.ts', true],
    ['npx jest b.test.ts', false],
    ['npx vitest run a.test.ts', true],
    ['node --test b.test.ts', false],
    ['npx jest', false],
  ])('are not run again where the verification has run them: %s', async (command, success) => {
    const checks = [check('npm run lint'), test1('a.test.ts', 'passed'), test1('b.test.ts', 'failed')];
    const { outcomes, ran } = await suggested([command], checks, check);
    expect(ran).toEqual([]);
    expect(outcomes).toMatchObject([{ command, success }]);
  });

  it.each([
    'npx jest c.test.ts',
    'npx jest a.test.ts c.test.ts',
    'npx jest --coverage',
    'npx jest; rm -rf x',
  ])('are run where the verification has not: %s', async (command) => {
    const { ran } = await suggested([command], [test1('a.test.ts', 'passed')], check);
    expect(ran).toHaveLength(1);
  });

  it('are three at most, each once', () => {
    expect(commandsToRun(['a', ' a ', '', 'b', 'c', 'd'])).toEqual(['a', 'b', 'c']);
  });

  it('of the mutation proposer are answered by the verification', () => {
    const red = failing(failedCheck());
    expect(answeredChecks(['npx jest test/sum.test.ts', 'npx jest x.test.ts'], red, 'en')).toMatchObject([
      { success: false },
      { success: true },
    ]);
    expect(answeredChecks(['npx jest test/sum.test.ts'], verification(), 'en')).toMatchObject([
      { success: true },
    ]);
  });

  it('of the mutation proposer are not called passing where more fail than is shown', () => {
    const red = failing(failedCheck(), { failed: 11 });
    const commands = ['npx jest test/sum.test.ts', 'npx jest x.test.ts'];
    expect(answeredChecks(commands, red, 'en')).toMatchObject([{ command: commands[0], success: false }]);
  });

  it('are a note of the result where they failed on a repair that stands, or did not run', () => {
    const context = { errorType: 'x', errorMessage: 'x', recentFileChanges: [] };
    const attempt = { attemptNumber: 1, errorContext: context, repairApplied: true, timestamp: 'x' };
    const suggestedChecks = [
      { command: 'a', success: true, output: 'exit code 0' },
      { command: 'b', success: false, output: 'exit code 2\nno' },
      { command: 'c', success: false, output: '', notRun: 'Commands need bubblewrap.' },
    ];
    expect(suggestedNotes([{ ...attempt, suggestedChecks }], 'en')).toEqual([
      'The suggested check "b" fails on the repair (exit code 2); it decides nothing.',
      'The suggested check "c" was not run: Commands need bubblewrap.',
    ]);
    expect(suggestedNotes([], 'en')).toEqual([]);
  });
});
