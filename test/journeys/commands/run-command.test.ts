import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { analyzeFailure } from '../../../src/domain/verification/analysis';
import { failuresOf } from '../../../src/domain/verification/failed-checks';
import { commandEnvironment } from '../../../src/commands/environment';
import { defaultLimits } from '../../../src/commands/limits';
import { markedProcesses } from '../../../src/commands/process-group';
import { runCommand, type CommandRequest } from '../../../src/commands/run-command';
import { LiveTexts, readLiveText } from '../../../src/machine/live-texts';
import { until } from '../../support/until';
import { createMemoryStore } from '../../support/memory-store';
import { CheckReport } from '../../../src/domain/verification/verification';
import { asBlob } from '../../support/hashes';
import { FOUND_TOOLS } from '../../support/isolation';
import { tempFolder } from '../../support/temp-folder';

const PATH = process.env['PATH'] ?? '';
const store = createMemoryStore();

let folder: string;
let count = 0;
beforeEach(() => {
  folder = tempFolder('command');
  mkdirSync(join(folder, 'work'));
  mkdirSync(join(folder, 'tmp'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const work = (): string => join(folder, 'work');

async function run(command: string, more: Partial<CommandRequest> = {}): Promise<CheckReport> {
  const marker = `test-${process.pid}-${(count += 1)}`;
  const report = await runCommand(store, {
    command,
    cwd: work(),
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    env: commandEnvironment({ path: PATH, home: join(folder, 'tmp'), tmp: join(folder, 'tmp'), marker }),
    sandboxing: { kind: 'direct', setpriv: FOUND_TOOLS.setpriv },
    logFile: join(folder, 'log'),
    limits: defaultLimits(),
    ...more,
  });
  expect(CheckReport.parse(report)).toEqual(report);
  expect(existsSync(join(folder, 'log'))).toBe(false);
  expect(markedProcesses(marker)).toEqual([]);
  return report;
}

const failure = (report: CheckReport) => report.tests[0]?.failure;
const analysed = (report: CheckReport) =>
  failuresOf(report).map((failed) => analyzeFailure(failed, `${report.stderr}\n${report.stdout}`))[0];

describe('a command that ends by itself', () => {
  test('with 0: one passed test, its output, and the whole output as a blob', async () => {
    const report = await run('echo out; echo err >&2');
    expect(report).toMatchObject({
      name: 'echo out; echo err >&2',
      kind: 'command',
      trust: 'command',
      end: 'completed',
      exitCode: 0,
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect(report.tests).toMatchObject([{ id: 'echo out; echo err >&2', status: 'passed' }]);
    expect((await store.blobs.load(report.output ?? asBlob(''))).toString().split('\n').sort()).toEqual([
      '',
      'err',
      'out',
    ]);
  });

  test('with another code: one failed test whose message holds the output and the code', async () => {
    const report = await run('echo "src/a.ts(3,1): error TS2304: Cannot find name x."; exit 2');
    expect(report).toMatchObject({ end: 'completed', exitCode: 2 });
    expect(failure(report)).toMatchObject({ errorName: 'ExitCode', phase: 'run' });
    expect(failure(report)?.message).toBe(
      'src/a.ts(3,1): error TS2304: Cannot find name x.\nThe command ended with exit code 2.',
    );
  });

  test('a missing tool and a file that may not be executed are told apart by the analysis', async () => {
    // A folder on the path that may not be read makes the shell say "Permission denied" instead.
    const env = commandEnvironment({
      path: '/usr/bin:/bin',
      home: folder,
      tmp: folder,
      marker: 'plain-path',
    });
    const missing = await run('no-such-tool --check', { env });
    expect(missing.exitCode).toBe(127);
    expect(analysed(missing)).toMatchObject({
      kind: 'environment',
      cause: 'missing-tool',
      repairable: false,
    });
    writeFileSync(join(work(), 'check.sh'), 'exit 0', { mode: 0o644 });
    const forbidden = await run('./check.sh');
    expect(forbidden.exitCode).toBe(126);
    expect(analysed(forbidden)).toMatchObject({
      kind: 'environment',
      cause: 'permission',
      repairable: false,
    });
  });

  test('by a signal of its own', async () => {
    expect(await run('kill -SEGV $$')).toMatchObject({ end: 'crash', exitCode: null });
  });

  test('what it leaves in the background is ended, in sessions of its own too', async () => {
    const report = await run(`sleep 300 & ${FOUND_TOOLS.setpriv ? 'setsid sleep 300 & ' : ''} echo done`);
    expect(report).toMatchObject({ end: 'completed', stdout: 'done\n' });
  });
});

describe('a command that is stopped', () => {
  test('at its time limit, with what it started, and what it wrote is kept', async () => {
    const report = await run('echo begun; sleep 300 | sleep 300', { timeoutMs: 300 });
    expect(report).toMatchObject({ end: 'timeout', exitCode: null, stdout: 'begun\n' });
    expect(failure(report)).toMatchObject({
      errorName: 'Timeout',
      message: expect.stringContaining('0.3 s') as string,
    });
    expect(analysed(report)).toMatchObject({ kind: 'timeout' });
  });

  test('it may end in order first', async () => {
    expect(
      await run("trap 'echo cleaned; exit 0' TERM; echo begun; while :; do sleep 0.05; done", {
        timeoutMs: 300,
      }),
    ).toMatchObject({
      end: 'timeout',
      stdout: 'begun\ncleaned\n',
    });
  });

  test('one that does not listen is killed', async () => {
    const report = await run("trap '' TERM; echo begun; while :; do sleep 0.05; done", { timeoutMs: 300 });
    expect(report).toMatchObject({ end: 'timeout', stdout: 'begun\n' });
  });

  test('by an abort it rejects with the reason, and nothing runs any more', async () => {
    const stop = new AbortController();
    const reason = new Error('cancelled by a person');
    const running = run(`echo $$ > pid; sleep 300`, { signal: stop.signal });
    const pidFile = join(work(), 'pid');
    while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '') await delay(10);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('when it floods', async () => {
    const report = await run('yes', { wholeLimit: 1_000_000 });
    expect(report).toMatchObject({ end: 'output', exitCode: null });
    expect((await store.blobs.load(report.output ?? asBlob(''))).length).toBe(1_000_000);
    expect(report.stdout.length).toBeLessThan(70_000);
  });
});

describe('output', () => {
  test('of any length: beginning and end are kept, with a note, and all of it in the blob', async () => {
    const report = await run('echo first; seq 1 200000; echo last', { outputLimit: 2_000 });
    expect(report.stdout).toMatch(/^first\n1\n2\n/);
    expect(report.stdout).toMatch(/\n… \d+ bytes left out …\n[^]*200000\nlast\n$/);
    expect(report.stdout.length).toBeLessThan(2_100);
    const whole = await store.blobs.load(report.output ?? asBlob(''));
    expect(whole.length).toBe(
      Buffer.byteLength(
        `first\n${Array.from({ length: 200_000 }, (_, index) => `${index + 1}\n`).join('')}last\n`,
      ),
    );
  });

  test('colours are removed, and paths of the checkout are relative', async () => {
    const report = await run(`printf '\\033[31mred\\033[0m\\n'; echo "$PWD/src/a.ts:1"; echo "in $PWD"`);
    expect(report.stdout).toBe('red\n./src/a.ts:1\nin .\n');
  });

  test('so are those of a checkout that is reached by a link, also after it was removed', async () => {
    symlinkSync(work(), join(folder, 'link'));
    const report = await run(`echo "$(pwd -P)/src/a.ts:1"`, { cwd: join(folder, 'link') });
    expect(report.stdout).toBe('./src/a.ts:1\n');
    expect((await run(`echo "$PWD/a"; rm -r "$PWD"`)).stdout).toBe('./a\n');
  });

  test('tests that the runner counts are known, also in the middle of it', async () => {
    const summary = "printf '\\n\\033[32mTests:       1 failed, 2 passed, 3 total\\033[0m\\n' >&2";
    const noise = 'i=0; while [ $i -lt 50 ]; do echo noise; i=$((i+1)); done';
    const seen = { passed: 2, failed: 1 };
    expect((await run(`${summary}; exit 1`)).seen).toEqual(seen);
    expect((await run(`${noise}; ${summary}; ${noise}`, { outputLimit: 100 })).seen).toEqual(seen);
    expect(await run('echo fine')).not.toHaveProperty('seen');
  });

  test('characters that the cut goes through are left out', async () => {
    const report = await run(`i=0; while [ $i -lt 200 ]; do printf '한글'; i=$((i+1)); done`, {
      outputLimit: 100,
    });
    expect(report.stdout).not.toContain('\ufffd');
  });
});

describe('surroundings', () => {
  test('the environment holds nothing of ours', async () => {
    process.env['KINTSUGI_TEST_SECRET'] = 'secret';
    const report = await run('env');
    delete process.env['KINTSUGI_TEST_SECRET'];
    const names = report.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('=')[0]);
    expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME', 'TMPDIR', 'CI', 'LANG']));
    expect(report.stdout).not.toContain('secret');
    expect(
      names.filter(
        (name) =>
          !/^(PATH|HOME|TMPDIR|CI|LANG|TERM|NO_COLOR|NO_UPDATE_NOTIFIER|npm_config_.*|PYTHON.*|KINTSUGI_COMMAND|PWD|OLDPWD|SHLVL|_)$/.test(
            name ?? '',
          ),
      ),
    ).toEqual([]);
  });

  test('standard input is empty', async () => {
    expect(await run('cat; echo end')).toMatchObject({ stdout: 'end\n' });
  });
});

it('Output is shown while a command runs, without what a terminal obeys, and no more once it has ended', async () => {
  const texts = new LiveTexts(join(folder, 'live'), (text) => text.replaceAll('hush', '***'), 0);
  const ended = run('printf "\\033[31mred\\033[0m hush\\n"; until [ -e go ]; do sleep 0.05; done', {
    live: texts.begin({ run: 'r', effect: 'verify' }),
  });
  const live = await until('the text is there', () => readLiveText(join(folder, 'live'), 'r'));
  expect(live).toMatchObject({ effect: 'verify', text: 'red ***\n' });
  writeFileSync(join(work(), 'go'), '');
  expect((await ended).exitCode).toBe(0);
  await until('the text is gone', async () => (await readLiveText(join(folder, 'live'), 'r')) === undefined);
});
