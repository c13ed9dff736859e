import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLog } from '../../../src/commands/run-command';
import { CheckReport } from '../../../src/domain/verification/verification';
import { bundleChild } from '../../support/child';
import { tempFolder } from '../../support/temp-folder';

let folder: string;
beforeEach(() => (folder = tempFolder('full-disk')));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The report of a command in a process that may write files of 8 blocks only. */
function reportOf(command: string): CheckReport {
  const child = bundleChild(join(__dirname, 'full-disk.child.ts'), folder);
  const limited = spawnSync(
    'sh',
    ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, child, folder, command],
    {
      encoding: 'utf8',
      env: { ...process.env, NODE_PATH: join(__dirname, '../../../node_modules') },
    },
  );
  expect(limited.stderr).toBe('');
  return CheckReport.parse(JSON.parse(limited.stdout));
}

test.each(['yes', 'head -c 50000 /dev/zero'])(
  'a command (%s) whose output finds no room is stopped and says so',
  (command) => {
    const report = reportOf(command);
    expect(report).toMatchObject({ end: 'output', exitCode: null });
    expect(report.output).toBeUndefined();
    expect(report.tests[0]?.failure).toMatchObject({
      errorName: 'OutputNotKept',
      message: expect.stringMatching(/could not be written to disk: EFBIG/) as string,
    });
    expect(existsSync(join(folder, 'log'))).toBe(false);
  },
);

(existsSync('/dev/full') ? test : test.skip)('a log on a full disk is a value', () => {
  const fd = openSync('/dev/full', 'w');
  const log = new CommandLog(fd, 100);
  expect([log.write(Buffer.from('x')), log.write(Buffer.from('y'))]).toEqual([false, false]);
  expect(log.error).toContain('ENOSPC');
  expect(log.seen).toBe(2);
  closeSync(fd);
});

test('a log keeps what its limit lets, and says when it is passed', () => {
  const fd = openSync(join(folder, 'log'), 'w');
  const log = new CommandLog(fd, 5);
  expect([log.write(Buffer.from('abc')), log.write(Buffer.from('def'))]).toEqual([true, false]);
  closeSync(fd);
  expect(log.error).toBeUndefined();
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('abcde');
});
