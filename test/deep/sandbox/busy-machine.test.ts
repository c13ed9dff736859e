import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramVariant } from '../../../src/sandbox';
import { createKit, LIMITS, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const BROKEN = `export function largest(list: number[]): number {
  let best = list[0];
  for (let i = 0; i < list.length; i++) if (list[i] < best) best = list[i];
  return best;
}`;
const FILES = program({
  'list.ts': BROKEN,
  'list.test.ts': `import { largest } from './list';
it('takes the largest', () => { expect(largest([1, 5, 2])).toBe(5); });
it('waits for it', async () => { await null; expect(largest([2, 2])).toBe(2); });`,
});

const variant = (from: string, to: string): ProgramVariant =>
  new Map([['list.ts', BROKEN.replace(from, to)]]);
const RIGHT = variant('< best', '> best');
const WRONG = variant('< best', '!== best');
const ENDLESS = variant('i++', 'i += 0');

/** Takes some ms in many turns, so that it is under way whenever its process is stopped. */
const STEADY = program({
  'steady.test.ts': `it('goes on', async () => {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (let i = 0, sum = 0; i < 3e5; i++) sum += Math.sqrt(i);
  }
});`,
});

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It was replaced meanwhile.
  }
}

describe('a busy machine', () => {
  let kit: Kit;
  const busy: ChildProcess[] = [];
  beforeAll(() => {
    kit = createKit(2);
  });
  afterEach(() => {
    for (const one of busy.splice(0)) one.kill('SIGKILL');
  });
  afterAll(() => kit.close());

  const tried = (variants: ProgramVariant[]) =>
    kit.sandbox.tryVariants({
      files: FILES,
      testFiles: ['list.test.ts'],
      limits: LIMITS,
      variants,
      failingTests: new Set(['list.test.ts > takes the largest']),
    });

  it('gets the right verdict on each of 500 variants beside four processes that take all they can', async () => {
    for (let one = 0; one < 4; one++)
      busy.push(spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }));
    const kinds = Array.from({ length: 500 }, (_, index) =>
      index % 50 === 7 ? 'endless' : index % 2 === 0 ? 'right' : 'wrong',
    );
    const verdicts = await tried(
      kinds.map((kind) => ({ right: RIGHT, wrong: WRONG, endless: ENDLESS })[kind]),
    );
    expect(verdicts.map(({ passed, end }) => `${passed} ${end}`)).toEqual(
      kinds.map((kind) => `${kind === 'right'} ${kind === 'endless' ? 'timeout' : 'completed'}`),
    );
  });

  it('fails no variant and no run while the processor is kept from them for longer than their turns may take', async () => {
    let over = false;
    const disturb = async (): Promise<void> => {
      while (!over) {
        const pids = kit.sandbox.childPids();
        for (const pid of pids) signal(pid, 'SIGSTOP');
        await sleep(700);
        for (const pid of pids) signal(pid, 'SIGCONT');
        await sleep(150);
      }
    };
    const limits = { ...LIMITS, turnMs: 200, wallMs: 600 };
    const given = { files: STEADY, limits };
    const run = async () => (await kit.sandbox.run({ ...given, testFile: 'steady.test.ts' })).report;
    // Open children first: their start has a limit of its own.
    await run();
    const disturbing = disturb();
    const variants = Array<ProgramVariant>(12).fill(new Map());
    const [verdicts, reports] = await Promise.all([
      kit.sandbox.tryVariants({ ...given, testFiles: ['steady.test.ts'], variants }),
      Promise.all(Array.from({ length: 4 }, run)),
    ]).finally(() => {
      over = true;
    });
    await disturbing;
    expect(verdicts.filter(({ passed }) => !passed)).toEqual([]);
    expect(reports.map(({ end }) => end)).toEqual(Array(4).fill('completed'));
  });
});
