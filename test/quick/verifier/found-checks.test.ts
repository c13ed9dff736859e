import { saidText } from '../../../src/domain/run/said';
import {
  VerificationSpec,
  type CheckReport,
  type CommandCheck,
} from '../../../src/domain/verification/verification';
import { withRunners } from '../../../src/verifier/found-checks';
import { confirmTree } from '../../../src/verifier/own-runner/confirm-tree';
import { checkReport, commandCheck, testResult } from '../../support/check-reports';

describe('what the sandbox could not run as far as a test', () => {
  const check: CommandCheck = { command: 'borp', timeoutMs: 1_000 };
  const row = { runner: 'borp', command: 'borp', folder: '', why: 'package.json has it' };
  const sandboxed = (name: string, path: string[]) =>
    checkReport({
      name,
      runner: 'node',
      tests: [
        {
          ...testResult(name, 'x', 'failed', {
            failure: { errorName: 'Error', message: 'no', phase: 'collect' },
          }),
          path,
        },
      ],
    });
  const settled = (end: 'completed' | 'timeout') => {
    const tests = [testResult('helper.test.js', 'puts', 'passed'), testResult('b.test.js', 'adds', 'passed')];
    const ran = [
      sandboxed('put.test.js', []),
      sandboxed('b.test.js', []),
      sandboxed('c.test.js', ['subtracts']),
      checkReport({ name: 'helper.test.js', runner: 'node', tests: tests.slice(0, 1) }),
    ];
    const spec = { ...VerificationSpec.parse({}), tests: ['*.test.js'] };
    const files = ran.map(({ name }) => name);
    const found = [{ ...row, check, files, inSandbox: true as const }];
    const runs = new Map([['borp', commandCheck('borp', { end, tests })]]);
    return withRunners({ spec, checks: [{ ...row, by: 'sandbox' }], found }, ran, runs);
  };

  it('is left to a runner that ended and says nothing of the file, or otherwise', () => {
    const { reports } = settled('completed');
    expect(reports.map(({ name }) => name)).toEqual(['c.test.js', 'helper.test.js', 'borp']);
  });

  it('stays the verdict where the runner did not end', () => {
    const { reports } = settled('timeout');
    expect(reports.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['put.test.js', 'b.test.js', 'c.test.js']),
    );
  });
});

test('what a command of the project lacks is told without secrets where another passes', async () => {
  const ends: Record<string, Partial<CheckReport>> = {
    lint: { exitCode: 127, stderr: 'sh: 1: s3cret/lint: not found' },
  };
  const gates = ['npm test', 'lint'].map((command) => ({ check: { command, timeoutMs: 1_000 } }));
  const task = {
    ...{ spec: { gates }, tree: 'new', baseline: 'old', progress: () => undefined },
    runCheck: (_: string, { command }: CommandCheck) => Promise.resolve(commandCheck(command, ends[command])),
  };
  const deps = { redact: (text: string) => text.replaceAll('s3cret', '[secret]') };
  const outcome = await confirmTree(deps as never, task as never);
  expect(outcome).toMatchObject({ status: 'agrees', by: 'npm test' });
  const [lack = ''] = outcome.status === 'agrees' ? (outcome.lacks ?? []) : [];
  expect(saidText(lack)).toBe('lint needs [secret]/lint');
});
