import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSandbox } from '../../../src/sandbox';
import type { LocalSandbox } from '../../../src/sandbox';
import { BUILT, LIMITS, outcome, program } from '../../support/sandbox-kit';
import { HANG_MS } from '../../support/until';

const PASSING = program({ 'demo.test.ts': `it('fine', () => { expect(1).toBe(1); });` });
const REQUEST = { files: PASSING, testFile: 'demo.test.ts', limits: LIMITS };

/** A child program that says it is ready, and `answers` to whatever it is asked; then it ends. */
function childSaying(answers: object[]): string {
  return `const fs = require('node:fs');
const say = (message) => {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  fs.writeSync(4, Buffer.concat([head, body]));
};
say({ t: 'ready' });
const wait = () => { try { return fs.readSync(3, Buffer.alloc(65536)); } catch { return 0; } };
if (wait() > 0) { for (const message of ${JSON.stringify(answers)}) say(message); }`;
}

/** Processes in or for a child, but for its own program. */
const isProgram = (file: string): boolean => /^(runtime|lib-.+|import-.+)\.js$/.test(file);

describe('children that fail', () => {
  const root = path.resolve(__dirname, '..', '..', '..');
  let distDir: string;
  let sandbox: LocalSandbox | undefined;

  function withChild(code: string): LocalSandbox {
    writeFileSync(path.join(distDir, 'child.cjs'), code);
    sandbox = createSandbox({ children: 1, distDir });
    return sandbox;
  }

  beforeEach(() => {
    distDir = path.join(root, '.cache', `children-${process.pid}-${Date.now()}`);
    mkdirSync(distDir, { recursive: true });
    for (const file of readdirSync(BUILT))
      if (isProgram(file)) copyFileSync(path.join(BUILT, file), path.join(distDir, file));
  });
  afterEach(async () => {
    await sandbox?.close();
    rmSync(distDir, { recursive: true, force: true });
  });

  it('to start are told of, and started again for the next request', async () => {
    const sandbox = withChild(`process.stderr.write('no room here'); process.exitCode = 1;`);
    await expect(sandbox.run(REQUEST)).rejects.toThrow(/can't start its child process. no room here/);
    copyFileSync(path.join(BUILT, 'child.cjs'), path.join(distDir, 'child.cjs'));
    expect(outcome((await sandbox.run(REQUEST)).report.tests)).toEqual(['fine: passed']);
  });

  it('before a program is open leave its variants without a pass', async () => {
    const sandbox = withChild(childSaying([]));
    const variants = [new Map<string, string>(), new Map<string, string>()];
    const verdicts = await sandbox.tryVariants({
      files: PASSING,
      testFiles: ['demo.test.ts'],
      limits: LIMITS,
      variants,
    });
    expect(verdicts).toEqual([
      { index: 0, passed: false, passedTests: 0, end: 'crash', costMs: 0 },
      { index: 1, passed: false, passedTests: 0, end: 'crash', costMs: 0 },
    ]);
  });

  it('to tell of a failed test pass no variant, and no run', async () => {
    const quiet = `;(() => {
  const inner = globalThis.kintsugiCommand;
  const told = (event) => event.e !== 'test' || event.status !== 'failed';
  globalThis.kintsugiCommand = (...args) => {
    const text = inner(...args);
    return text.startsWith('[') ? JSON.stringify(JSON.parse(text).filter(told)) : text;
  };
})();\n`;
    const runtime = path.join(distDir, 'runtime.js');
    writeFileSync(runtime, readFileSync(runtime, 'utf8') + quiet);
    const sandbox = withChild(readFileSync(path.join(BUILT, 'child.cjs'), 'utf8'));
    const files = program({
      'demo.test.ts': `it('fine', () => {}); it('bad', () => { expect(1).toBe(2); });`,
    });
    const { report } = await sandbox.run({ ...REQUEST, files });
    expect(outcome(report.tests)).toEqual(['fine: passed', 'bad: failed']);
    const fixed = new Map([['demo.test.ts', `it('fine', () => {});`]]);
    const variants = [new Map<string, string>(), fixed];
    const request = { files, testFiles: ['demo.test.ts'], limits: LIMITS, variants };
    const verdicts = await sandbox.tryVariants(request);
    expect(verdicts.map(({ passed, passedTests }) => [passed, passedTests])).toEqual([
      [false, 1],
      [true, 1],
    ]);
  });

  it('and say more than anybody can keep are ended', async () => {
    const flood = `const say = (message) => {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  const frame = Buffer.concat([head, body]);
  for (let sent = 0; sent < frame.length;) sent += require('node:fs').writeSync(4, frame, sent);
};
say({ t: 'ready' });
if (require('node:fs').readSync(3, Buffer.alloc(65536)) > 0) for (let n = 0; ; n++) say({ t: 'output', stdout: 'x'.repeat(1e6), stderr: String(n) });`;
    const sandbox = withChild(flood);
    const { report } = await sandbox.run(REQUEST);
    expect([report.end, ...outcome(report.tests)]).toEqual(['crash', 'demo.test.ts: failed']);
  });

  it.each([
    [[], ['demo.test.ts: failed']],
    [
      [{ t: 'collected', tests: 2 }, testFrame('one')],
      ['one: passed', 'demo.test.ts: failed'],
    ],
    [[{ t: 'collected', tests: 1 }, startFrame('one')], ['one: failed']],
  ])('to tell of all tests fail the file (%#)', async (said, expected) => {
    const sandbox = withChild(childSaying([...said, { t: 'end', end: 'completed' }]));
    const { report } = await sandbox.run(REQUEST);
    expect([report.end, ...outcome(report.tests)]).toEqual(['completed', ...expected]);
  });

  it('to tell the truth about a compiler are believed once, within limits', async () => {
    const loading = { t: 'compiler', state: 'loading', bytes: 0 };
    const loaded = { t: 'compiler', state: 'loaded', bytes: 1e15 };
    const rest = [{ t: 'collected', tests: 1 }, testFrame('one'), { t: 'end', end: 'completed' }];
    const ends: Record<string, string> = {};
    const said = {
      once: [loading, loaded, ...rest],
      twice: [loading, loaded, loading, ...rest],
      unasked: [loaded, ...rest],
    };
    for (const [name, answers] of Object.entries(said)) {
      ends[name] = (await withChild(childSaying(answers)).run(REQUEST)).report.end;
      await sandbox?.close();
    }
    expect(ends).toEqual({ once: 'completed', twice: 'crash', unasked: 'crash' });
  });

  it('for want of descriptors do no harm', () => {
    const script = `
      const fs = require('node:fs');
      const sandbox = require(${JSON.stringify(BUILT)}).createSandbox({ children: 1 });
      const request = { files: new Map([['a.test.js', 'it("a", () => {})']]), testFile: 'a.test.js', limits: { wallMs: 8000, turnMs: 1500, heapMb: 64, outputKb: 1 } };
      const bomb = { ...request, files: new Map([['a.test.js', 'for (;;);']]), limits: { ...request.limits, wallMs: 300, turnMs: 100000 } };
      (async () => {
        await sandbox.run(request);
        const held = [];
        try { for (;;) held.push(fs.openSync('/dev/null')); } catch {}
        await Promise.allSettled([sandbox.run(bomb), sandbox.run(bomb), sandbox.run(bomb)]);
        for (const fd of held) fs.closeSync(fd);
        const { report } = await sandbox.run(request);
        console.log(report.tests.map((test) => test.status).join());
        await sandbox.close();
      })();`;
    // Descriptors above the limit that whoever started the tests has left open could not be handed on.
    const close = 'for fd in /proc/$$/fd/*; do n=${fd##*/}; [ "$n" -lt 60 ] || eval "exec $n>&-"; done';
    const limited = ['-c', `${close}; ulimit -n 60; exec "$0" -e "$1"`, process.execPath, script];
    const { stdout, stderr } = spawnSync('bash', limited, {
      cwd: root,
      encoding: 'utf8',
      timeout: HANG_MS,
    });
    expect({ stdout, stderr }).toEqual({ stdout: 'passed\n', stderr: '' });
  });
});

function testFrame(title: string): object {
  const id = `demo.test.ts > ${title}`;
  return { t: 'test', id, path: [title], status: 'passed', console: [], durationMs: 1 };
}

function startFrame(title: string): object {
  return { t: 'start', id: `demo.test.ts > ${title}`, path: [title] };
}
