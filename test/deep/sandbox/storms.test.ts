import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from '../../../src/sandbox';
import type { LocalSandbox } from '../../../src/sandbox';
import type { TrialRequest, SandboxRequest } from '../../../src/sandbox/types';
import { BUILT, createKit, LIMITS, outcome, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const PASSING = program({ 'demo.test.ts': `it('fine', () => { expect(1).toBe(1); });` });
const LOOPING = program({ 'demo.test.ts': `it('loops', () => { for (;;); });` });
const LONG = { ...LIMITS, wallMs: 60_000, turnMs: 60_000 };

function runOf(files: SandboxRequest['files'], limits = LIMITS): SandboxRequest {
  return { files, testFile: 'demo.test.ts', limits };
}

function trialOf(files: SandboxRequest['files'], count: number, limits = LIMITS): TrialRequest {
  const variants = Array.from({ length: count }, () => new Map<string, string>());
  return { files, testFiles: ['demo.test.ts'], limits, variants };
}

/** `pid parent state` of each process. */
function processes(): { pid: number; parent: number; zombie: boolean }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [state, parent] = readFileSync(`/proc/${name}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
      return [{ pid: Number(name), parent: Number(parent), zombie: state === 'Z' }];
    } catch {
      return [];
    }
  });
}

function childrenOf(pid: number): number[] {
  return processes().flatMap((one) => (one.parent === pid && !one.zombie ? [one.pid] : []));
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !condition(); tries++) await sleep(20);
  expect(condition()).toBe(true);
}

/** A sequence of numbers below `below` that is always the same. */
function numbers(below: number): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state % below;
  };
}

describe('storms over the sandbox', () => {
  let kit: Kit;
  let before: number;
  const open: LocalSandbox[] = [];

  function sandboxOf(children: number): LocalSandbox {
    const sandbox = createSandbox({ children });
    open.push(sandbox);
    return sandbox;
  }

  beforeAll(() => {
    kit = createKit(1);
  });
  beforeEach(async () => {
    await until(() => kit.sandbox.childPids().length === 2);
    before = childrenOf(process.pid).length;
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
    await until(() => childrenOf(process.pid).length <= before);
  });
  afterAll(() => kit.close());

  it('an abort in the same breath as the request stops it', async () => {
    const sandbox = sandboxOf(1);
    await sandbox.run(runOf(PASSING));
    await until(() => sandbox.childPids().length === 2);
    for (const begin of [
      (signal: AbortSignal) => sandbox.run(runOf(LOOPING, LONG), signal),
      (signal: AbortSignal) => sandbox.tryVariants(trialOf(LOOPING, 1, LONG), signal),
    ]) {
      const controller = new AbortController();
      const running = begin(controller.signal);
      controller.abort(new Error('at once'));
      await expect(running).rejects.toThrow('at once');
      const later = new AbortController();
      const second = begin(later.signal);
      await Promise.resolve();
      later.abort(new Error('after a microtask'));
      await expect(second).rejects.toThrow('after a microtask');
    }
    expect((await sandbox.run(runOf(PASSING))).report.end).toBe('completed');
  });

  it('of aborts leave as many processes as before, and nobody waiting', async () => {
    const sandbox = sandboxOf(2);
    const next = numbers(40);
    const started = Array.from({ length: 120 }, async (_, index) => {
      const controller = new AbortController();
      const { signal } = controller;
      const files = index % 3 === 0 ? PASSING : LOOPING;
      const running =
        index % 4 === 0
          ? sandbox.tryVariants(trialOf(files, 3, LONG), signal)
          : sandbox.run(runOf(files, LONG), signal);
      setTimeout(() => controller.abort(new Error('stop')), index + next());
      return running.then(
        () => 'done',
        (error: Error) => error.message,
      );
    });
    const ends = await Promise.all(started);
    expect(ends.filter((end) => end !== 'done' && end !== 'stop')).toEqual([]);
    expect(outcome((await sandbox.run(runOf(PASSING))).report.tests)).toEqual(['fine: passed']);
    await until(() => childrenOf(process.pid).length === before + 3);
    expect(sandbox.childPids()).toHaveLength(3);
  });

  it('of requests to try variants give way to each other and all end', async () => {
    const sandbox = sandboxOf(2);
    const tried = Array.from({ length: 4 }, () => sandbox.tryVariants(trialOf(PASSING, 30)));
    const ran = sandbox.run(runOf(PASSING));
    for (const verdicts of await Promise.all(tried))
      expect(verdicts.filter((verdict) => verdict.passed)).toHaveLength(30);
    expect((await ran).report.end).toBe('completed');
  });

  it('of kills cost what was killed and never throw', async () => {
    const sandbox = sandboxOf(2);
    // Some runs end between two kills: when three children in a row can't even start, the sandbox says so, as it should.
    const seen = new Map<number, number>();
    let [killed, ended, neededToEnd] = [0, 0, 1];
    const killing = setInterval(() => {
      for (const pid of sandbox.childPids()) seen.set(pid, seen.get(pid) ?? Date.now());
      const grown = sandbox.childPids().find((pid) => Date.now() - (seen.get(pid) ?? 0) > 1_500);
      if (grown === undefined || ended < neededToEnd || !childrenOf(process.pid).includes(grown)) return;
      process.kill(grown, 'SIGKILL');
      neededToEnd = ended + 3;
      killed++;
    }, 100);
    const slow = program({
      'demo.test.ts': `it('fine', () => { for (const end = Date.now() + 20; Date.now() < end;); });`,
    });
    const batch = async () => {
      const runs = Array.from({ length: 80 }, async () => {
        const run = await sandbox.run(runOf(slow));
        ended++;
        return run;
      });
      const tried = [sandbox.tryVariants(trialOf(slow, 40)), sandbox.tryVariants(trialOf(slow, 40))];
      const [reports, verdicts] = await Promise.all([Promise.all(runs), Promise.all(tried)]);
      return { reports, verdicts: verdicts.flat() };
    };
    // How long one lasts is the machine's: another follows until enough was killed.
    const batches = [];
    try {
      do batches.push(await batch());
      while (killed < 3 && batches.length < 10);
    } finally {
      clearInterval(killing);
    }
    const reports = batches.flatMap((one) => one.reports);
    const verdicts = batches.flatMap((one) => one.verdicts);
    for (const { report } of reports) {
      expect(['completed', 'crash']).toContain(report.end);
      expect(report.tests.some((test) => test.status === 'failed')).toBe(report.end === 'crash');
    }
    expect(verdicts).toHaveLength(80 * batches.length);
    expect(killed).toBeGreaterThan(2);
    for (const { passed, end } of verdicts) expect(passed).toBe(end === 'completed');
    expect(outcome((await sandbox.run(runOf(PASSING))).report.tests)).toEqual(['fine: passed']);
    await until(() => childrenOf(process.pid).length === before + 3);
  });

  it('of closing end what runs, what waits and what starts', async () => {
    const closed: Promise<unknown>[] = [];
    for (let round = 0; round < 6; round++) {
      const sandbox = sandboxOf(2);
      const asked = [
        ...Array.from({ length: 4 }, () => sandbox.run(runOf(LOOPING, LONG))),
        sandbox.tryVariants(trialOf(LOOPING, 9, LONG)),
      ];
      for (const one of asked) closed.push(expect(one).rejects.toThrow('The sandbox is closed.'));
      await sleep(round * 40);
      await Promise.all([sandbox.close(), sandbox.close()]);
      expect(sandbox.childPids()).toEqual([]);
    }
    await Promise.all(closed);
    expect(childrenOf(process.pid)).toHaveLength(before);
  });

  it.each(['run', 'tryVariants'])(
    'a kill of the worker leaves no orphan of a %s that nothing interrupts',
    async (kind) => {
      const bomb = `it('copies', () => { const a = []; a.length = 2 ** 32 - 1; a.copyWithin(0, 1); });`;
      const script = `
      const sandbox = require(${JSON.stringify(BUILT)}).createSandbox({ children: 2 });
      const files = new Map([['a.test.js', ${JSON.stringify(bomb)}]]);
      const limits = { wallMs: 60000, turnMs: 60000, heapMb: 64, outputKb: 1 };
      const request = { files, limits, testFile: 'a.test.js', testFiles: ['a.test.js'], variants: Array.from({ length: 20 }, () => new Map()) };
      void sandbox.${kind}(request);
      setTimeout(() => console.log(JSON.stringify(sandbox.childPids())), 1000);`;
      const root = path.resolve(__dirname, '..', '..', '..');
      const parent = spawn(process.execPath, ['-e', script], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pids = JSON.parse(line.toString()) as number[];
      expect(pids.length).toBeGreaterThanOrEqual(3);
      parent.kill('SIGKILL');
      const alive = (): number[] => {
        const running = new Set(processes().flatMap((one) => (one.zombie ? [] : [one.pid])));
        return pids.filter((pid) => running.has(pid) && existsSync(`/proc/${pid}`));
      };
      await until(() => alive().length === 0);
    },
  );
});
