import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from '../../../src/sandbox';
import { BUILT, createKit, LIMITS, outcome, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const PASSING = { 'demo.test.ts': `it('fine', () => { expect(1).toBe(1); });` };

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

  it('ends endless loading, endless microtasks and what V8 cannot interrupt', async () => {
    const loops: [string, string][] = [
      [`for (;;);`, 'demo.test.ts'],
      [`it('spins', async () => { for (;;) await 0; });`, 'demo.test.ts > spins'],
      [
        `it('throws a trap', () => { throw new Proxy(new Error('x'), { get() { for (;;); } }); });`,
        'demo.test.ts > throws a trap',
      ],
      [
        `it('copies', () => { const a = []; a.length = 2 ** 32 - 1; a.copyWithin(0, 1); });`,
        'demo.test.ts > copies',
      ],
    ];
    await Promise.all(
      loops.map(async ([source, id]) => {
        const { report } = await kit.run(
          { 'demo.test.ts': source },
          { limits: { ...LIMITS, wallMs: 2_500, turnMs: 700 } },
        );
        expect([report.end, report.tests.map((test) => test.id)]).toEqual(['timeout', [id]]);
      }),
    );
    expect((await kit.run(PASSING)).report.end).toBe('completed');
  });

  it('ends what takes too much memory, inside and outside the heap', async () => {
    const bombs = [
      `const m = new Map(); for (let i = 0; ; i++) m.set(i, { i });`,
      `const a = []; for (;;) a.push(new Array(1e5).fill(1.5));`,
      `const a = []; for (;;) { const b = new ArrayBuffer(8, { maxByteLength: 2 ** 30 }); b.resize(2 ** 30); new Uint8Array(b).fill(1); a.push(b); }`,
      `'a'.repeat(2 ** 28).split('');`,
      `throw new Error('m'.repeat(2e8));`,
    ];
    for (const bomb of bombs) {
      const { report } = await kit.run(
        { 'demo.test.js': `it('bomb', () => { ${bomb} });` },
        // Filling the memory takes long on a busy machine.
        { limits: { ...LIMITS, wallMs: 25_000, turnMs: 20_000 } },
      );
      expect([bomb, report.end]).toEqual([bomb, 'memory']);
      expect(report.tests.at(-1)?.status).toBe('failed');
    }
    const { report } = await kit.run(PASSING);
    expect(outcome(report.tests)).toEqual(['fine: passed']);
  });

  it('knows an isolate that is over its limit between two tests, and not only within one', async () => {
    for (const text of [
      `console.log('z'.repeat(4e7));`,
      `globalThis.s = 'z'.repeat(4e7); s.charCodeAt(3);`,
    ]) {
      const { report } = await kit.run(
        { 'demo.test.js': `it('takes', () => { ${text} }); it('comes after', () => {});` },
        { limits: { ...LIMITS, heapMb: 16 } },
      );
      expect(report.end).toBe('memory');
    }
  });

  it('lets a program use the memory it may', async () => {
    const source = `it('big', () => { const a = Array.from({ length: 40 }, () => new Float64Array(1.2e5).fill(1)); expect(a).toHaveLength(40); });`;
    expect((await kit.run({ 'demo.test.ts': source })).report.end).toBe('completed');
  });

  it('stops at once when the signal aborts, also while it waits', async () => {
    const controller = new AbortController();
    const looping = { 'demo.test.ts': `it('loops', () => { for (;;); });` };
    const request = {
      files: program(looping),
      testFile: 'demo.test.ts',
      limits: { ...LIMITS, turnMs: 60_000, wallMs: 60_000 },
    };
    const runs = Array.from({ length: 4 }, () => kit.sandbox.run(request, controller.signal));
    const trial = kit.sandbox.tryVariants(
      { ...request, testFiles: ['demo.test.ts'], variants: [new Map()] },
      controller.signal,
    );
    setTimeout(() => controller.abort(new Error('enough')), 300);
    for (const result of await Promise.allSettled([...runs, trial])) {
      expect(result).toMatchObject({ status: 'rejected', reason: { message: 'enough' } });
    }
    await expect(kit.sandbox.run(request, controller.signal)).rejects.toThrow('enough');
    expect((await kit.run(PASSING)).report.end).toBe('completed');
  });

  it('names a test file that is not there', async () => {
    const { report } = await kit.run(PASSING, { testFile: 'other.test.ts' });
    expect(report.tests[0]?.failure?.message).toBe('other.test.ts is not among the files of the program.');
  });

  it("does not charge a run for the memory of earlier ones' programs", async () => {
    const one = createSandbox({ children: 1 });
    const limits = { ...LIMITS, heapMb: 8 };
    const texts = Array.from({ length: 40 }, (_, index): [string, string] => [
      `text${index}.txt`,
      'é'.repeat(1_000_000),
    ]);
    const pass = "it('passes', () => {});";
    for (let round = 0; round < 4; round++) {
      const name = `round${round}.test.js`;
      const large = new Map([...texts, [name, pass]]);
      expect((await one.run({ files: large, testFile: name, limits })).report.end).toBe('completed');
      const small = new Map([[name, `${pass} it('looks', () => {});`]]);
      expect((await one.run({ files: small, testFile: name, limits })).report.end).toBe('completed');
    }
    await one.close();
  });

  it('says what is missing when it was not built', () => {
    expect(() => createSandbox({ distDir: path.join(BUILT, 'nowhere') })).toThrow(/run "npm run build"/);
  });

  it('has no orphans after its own process was killed', async () => {
    const script = `
      const sandbox = require(${JSON.stringify(BUILT)}).createSandbox({ children: 1 });
      const files = new Map([['a.test.js', 'for (;;);']]);
      const limits = { wallMs: 60000, turnMs: 60000, heapMb: 64, outputKb: 1 };
      void sandbox.run({ files, testFile: 'a.test.js', limits });
      setTimeout(() => console.log(JSON.stringify(sandbox.childPids())), 800);`;
    const root = path.resolve(__dirname, '..', '..', '..');
    const parent = spawn(process.execPath, ['-e', script], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(line.toString()) as number[];
    expect(pids.filter(runs)).toHaveLength(2);
    parent.kill('SIGKILL');
    await until(() => pids.filter(runs).length === 0);
  });
});
