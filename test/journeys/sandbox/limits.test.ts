import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from '../../../src/sandbox';
import { createKit, LIMITS, outcome, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

/** True if the process runs; a zombie does not. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return (
      !existsSync(`/proc/${pid}/stat`) ||
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'Z'
    );
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 250 && !condition(); tries++) await sleep(20);
  expect(condition()).toBe(true);
}

describe('limits of the sandbox', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit(2);
  });
  afterAll(() => kit.close());

  it('ends an endless loop and keeps what was finished', async () => {
    const { report } = await kit.run(
      {
        'demo.test.ts': `it('before', () => {}); it('loops', () => { for (;;); }); it('after', () => {});`,
      },
      { limits: { ...LIMITS, turnMs: 500 } },
    );
    expect(report.end).toBe('timeout');
    expect(outcome(report.tests)).toEqual(['before: passed', 'loops: failed']);
    expect(report.tests[1]?.failure).toMatchObject({ errorName: 'TimeoutError', phase: 'run' });
  });

  it('gives runs nothing of each other', async () => {
    const leave = `globalThis.left = 1; Math.random = () => 4; it('leaves', () => { expect((globalThis as { left?: number }).left).toBe(1); });`;
    const look = `it('looks', () => { expect((globalThis as { left?: number }).left).toBeUndefined(); expect(Math.random()).toBeLessThan(1); });`;
    for (const source of [leave, look, leave, look, look]) {
      const { report } = await kit.run({ 'demo.test.ts': source });
      expect(report.tests.map((test) => test.status)).toEqual(['passed']);
    }
  });

  it('asks another child where one ends by itself before it has said anything', async () => {
    const sandbox = createSandbox({ children: 1 });
    const ran = sandbox.runFunction({
      files: program({
        'main.ts':
          'export const main = () => { for (const end = Date.now() + 700; Date.now() < end;); return 7; };',
      }),
      module: 'main.ts',
      name: 'main',
      limits: { ...LIMITS, wallMs: 30_000, turnMs: 20_000 },
    });
    await until(() => sandbox.childPids().length > 0);
    await sleep(300);
    for (const pid of sandbox.childPids()) process.kill(pid, 'SIGABRT');
    expect(await ran).toMatchObject({ ok: true, value: 7 });
    await sandbox.close();
  });

  it('leaves no process behind when it is closed', async () => {
    const sandbox = createSandbox({ children: 2 });
    const looping = {
      files: program({ 'a.test.ts': `for (;;);` }),
      testFile: 'a.test.ts',
      limits: { ...LIMITS, turnMs: 60_000 },
    };
    const running = sandbox.run(looping);
    const closed = expect(running).rejects.toThrow('closed');
    await until(() => sandbox.childPids().length === 3);
    const pids = sandbox.childPids();
    await sandbox.close();
    await closed;
    expect(pids.filter(runs)).toEqual([]);
    await expect(sandbox.run(looping)).rejects.toThrow('The sandbox is closed.');
  });
});
