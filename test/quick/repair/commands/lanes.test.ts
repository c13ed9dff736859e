import { Finds } from '../../../../src/repair/commands/finds';
import { Sweep, type Position } from '../../../../src/repair/commands/lanes';
import type { Mutant } from '../../../../src/repair/commands/make-mutants';
import type { Fix } from '../../../../src/repair/mutation/trials';
import type { CommandTrials, Job, Tried } from '../../../../src/repair/commands/trials/command-trials';

const { signal } = new AbortController();
const mutantOf = (replacement: string): Mutant => ({
  file: 'program.py',
  start: 0,
  end: 1,
  replacement,
  template: 'relational',
  description: replacement,
  weight: 1,
  line: 1,
  suspicion: 1,
  precedence: 1,
  body: undefined,
});

/** Trials that write down what they are given; the fast ones send on what `sent` says. */
function ways(sent: (jobs: readonly Job[]) => Partial<Tried>) {
  const log: string[] = [];
  const way = (name: string, batch: number, more: typeof sent): CommandTrials => ({
    batch,
    try: (jobs) => {
      log.push(`${name} ${jobs.map(({ mutant }) => mutant.replacement).join('')}`);
      return Promise.resolve({ passed: new Set(), tried: jobs.length, left: [], late: [], ...more(jobs) });
    },
  });
  return { log, trials: { fast: way('fast', 4, sent), plain: way('plain', 2, () => ({})) } };
}

async function swept(letters: string, sent: (jobs: readonly Job[]) => Partial<Tried>, from?: Position) {
  const { log, trials } = ways(sent);
  const finds = new Finds({
    leftMs: 60_000,
    most: 4,
    isApart: false,
    untried: () => [],
    onTried: () => undefined,
  });
  const texts = new Map([['program.py', '-']]);
  const sweep = new Sweep(Array.from(letters, mutantOf), texts, { from, small: 1 });
  const positions: Position[] = [];
  while (!sweep.isDone) {
    await sweep.step({ trials, confirm: () => Promise.resolve(undefined) }, finds, signal);
    positions.push(sweep.position);
  }
  return { log, tried: finds.tried, positions };
}

const named = (jobs: readonly Job[], letters: string): Job[] =>
  jobs.filter(({ mutant }) => letters.includes(mutant.replacement));

describe('a sweep over mutants', () => {
  it('tries again what its fast way gave too little time, after all others and counted once', async () => {
    const { log, tried } = await swept('abcdefgh', (jobs) => ({ late: named(jobs, 'acg') }));
    expect(log).toEqual(['fast abcd', 'fast efgh', 'plain ac', 'plain g']);
    expect(tried).toBe(8);
  });

  it('goes on where one before it stopped, with what was given too little time there', async () => {
    const late = (jobs: readonly Job[]): Partial<Tried> => ({ late: named(jobs, 'a') });
    const [first] = (await swept('abcdefgh', late)).positions;
    expect(first).toEqual({ next: 4, untried: [], late: [1] });
    expect((await swept('abcdefgh', late, first)).log).toEqual(['fast efgh', 'plain a']);
  });

  it('gives the command itself what its fast way cannot take, as soon as a batch is full', async () => {
    const { log } = await swept('abcdefgh', (jobs) => ({
      left: named(jobs, 'abe'),
      tried: jobs.length - named(jobs, 'abe').length,
    }));
    expect(log).toEqual(['fast abcd', 'plain ab', 'fast efgh', 'plain e']);
  });

  it('verifies few edits when its time is up, and leaves the others where one of them is right', async () => {
    const { trials } = ways((jobs) => ({ passed: new Set(jobs.map(({ id }) => id)) }));
    const finds = new Finds({
      leftMs: 0,
      most: 4,
      isApart: false,
      untried: () => [],
      onTried: () => undefined,
    });
    const sweep = new Sweep(Array.from('abcd', mutantOf), new Map([['program.py', '-']]), { small: 1 });
    const confirm = ({ replacement }: Mutant): Promise<Fix | undefined> =>
      Promise.resolve(
        replacement === 'a' ? undefined : { edits: [], fixed: ['t'], green: replacement === 'c' },
      );
    await sweep.step({ trials, confirm }, finds, signal);
    expect(finds.found.map(({ mutant }) => mutant.replacement)).toEqual(['b', 'c']);
    expect(sweep.unverified.map(({ mutant }) => mutant.replacement)).toEqual(['d']);
  });
});
