import { Finds } from '../../../../src/repair/commands/finds';
import { nothingBegun, Sweep, type Begun } from '../../../../src/repair/commands/lanes';
import type { Mutant } from '../../../../src/repair/commands/make-mutants';
import type { Fix } from '../../../../src/repair/mutation/trials';
import type { CommandTrials, Job, Tried } from '../../../../src/repair/commands/trials/command-trials';
import { said } from '../../../../src/domain/run/said';

const { signal } = new AbortController();
const mutantOf = (replacement: string): Mutant => ({
  file: 'program.py',
  start: 0,
  end: 1,
  replacement,
  template: 'relational',
  description: said`${replacement}`,
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
      log.push(`${name} ${jobs.map(({ id, mutant }) => (id === 0 ? '-' : mutant.replacement)).join('')}`);
      return Promise.resolve({
        passed: new Set(),
        tried: jobs.length,
        left: [],
        late: [],
        cut: [],
        ...more(jobs),
      });
    },
  });
  return { log, trials: { fast: way('fast', 4, sent), plain: way('plain', 2, () => ({})) } };
}

function findsOf(leftMs: number): Finds {
  const [untried, unverified] = [() => [], () => []];
  return new Finds({ leftMs, most: 4, isApart: false, untried, unverified, onTried: () => undefined });
}

function confirming(confirmed: string[]) {
  return ({ replacement }: Mutant): Promise<undefined> => {
    confirmed.push(replacement);
    return Promise.resolve(undefined);
  };
}

async function swept(letters: string, sent: (jobs: readonly Job[]) => Partial<Tried>, begun?: Begun) {
  const { log, trials } = ways(sent);
  const finds = findsOf(60_000);
  const texts = new Map([['program.py', '-']]);
  const sweep = new Sweep(Array.from(letters, mutantOf), texts, { begun, small: 1 });
  while (!sweep.isDone)
    await sweep.step({ trials, confirm: () => Promise.resolve(undefined) }, finds, signal);
  return { log, tried: finds.tried };
}

const named = (jobs: readonly Job[], letters: string): Job[] =>
  jobs.filter(({ mutant }) => letters.includes(mutant.replacement));

describe('a sweep over mutants', () => {
  it('tries again what its fast way gave too little time, after all others and counted once', async () => {
    const { log, tried } = await swept('abcdefgh', (jobs) => ({ late: named(jobs, 'acg') }));
    expect(log).toEqual(['fast abcd', 'fast efgh', 'plain ac', 'plain g']);
    expect(tried).toBe(8);
  });

  it('leaves out what one before it began to try, and tries again what had too little time there', async () => {
    const [first] = Array.from('a', mutantOf);
    const begun = { ...nothingBegun(), late: first ? [first] : [] };
    await swept('abcd', () => ({}), begun);
    expect((await swept('dhabgc', () => ({}), { ...begun, late: first ? [first] : [] })).log).toEqual([
      'fast hg',
      'plain a',
    ]);
  });

  it.each([
    ['its fast way', ['fast -abcd', 'fast efgh'], ''],
    ['the command itself', ['fast -abcd', 'plain -', 'fast efgh'], '-'],
  ])('asks %s for the unchanged program beside its first edits', async (_, expected, left) => {
    const { trials, log } = ways((jobs) => ({
      left: jobs.filter(({ id }) => left !== '' && id === 0),
      tried: jobs.filter(({ id }) => left === '' || id !== 0).length,
      passed: new Set([1]),
    }));
    const sweep = new Sweep(Array.from('abcdefgh', mutantOf), new Map([['program.py', '-']]), {
      small: 1,
      isProven: false,
    });
    const confirmed: string[] = [];
    const finds = findsOf(60_000);
    while (!sweep.isDone) await sweep.step({ trials, confirm: confirming(confirmed) }, finds, signal);
    expect(log).toEqual(expected);
    expect(confirmed).toEqual(['a']);
    expect(finds.tried).toBe(8);
  });

  it('believes no edit where the unchanged program passes', async () => {
    const { trials } = ways((jobs) => ({ passed: new Set(jobs.map(({ id }) => id)) }));
    const sweep = new Sweep(Array.from('abcd', mutantOf), new Map([['program.py', '-']]), {
      small: 1,
      isProven: false,
    });
    const confirmed: string[] = [];
    await sweep.step({ trials, confirm: confirming(confirmed) }, findsOf(60_000), signal);
    expect(sweep.passesUnedited).toBe(true);
    expect(confirmed).toEqual([]);
  });

  it('gives the command itself what its fast way cannot take, as soon as a batch is full', async () => {
    const { log } = await swept('abcdefgh', (jobs) => ({
      left: named(jobs, 'abe'),
      tried: jobs.length - named(jobs, 'abe').length,
    }));
    expect(log).toEqual(['fast abcd', 'plain ab', 'fast efgh', 'plain e']);
  });

  it('gives it to the command at once where a repair is found, since it stands before what is left', async () => {
    const { trials, log } = ways((jobs) => ({
      left: named(jobs, 'a'),
      tried: jobs.length - named(jobs, 'a').length,
      passed: new Set(named(jobs, 'b').map(({ id }) => id)),
    }));
    const finds = findsOf(60_000);
    const sweep = new Sweep(Array.from('abcdefgh', mutantOf), new Map([['program.py', '-']]), { small: 1 });
    const confirm = (): Promise<Fix> => Promise.resolve({ edits: [], fixed: ['t'], green: true });
    while (!sweep.isDone) await sweep.step({ trials, confirm }, finds, signal);
    expect(log).toEqual(['fast abcd', 'plain a', 'fast efgh']);
  });

  it('counts an edit as tried that ran ten times as long as the tests do', async () => {
    const { trials } = ways((jobs) => ({ late: named(jobs, 'ac') }));
    const sweep = new Sweep(Array.from('abcdef', mutantOf), new Map([['program.py', '-']]), { small: 1 });
    await sweep.step({ trials, confirm: () => Promise.resolve(undefined) }, findsOf(60_000), signal);
    expect(sweep.untried.map(({ replacement }) => replacement).join('')).toBe('ef');
  });

  it('goes on with what the time of a batch was over for', async () => {
    let isFirst = true;
    const { log, trials } = ways((jobs) => {
      const cut = isFirst ? named(jobs, 'cd') : [];
      isFirst = false;
      return { cut, tried: jobs.length - cut.length };
    });
    const finds = findsOf(60_000);
    const sweep = new Sweep(Array.from('abcdefgh', mutantOf), new Map([['program.py', '-']]), { small: 1 });
    const step = () => sweep.step({ trials, confirm: () => Promise.resolve(undefined) }, finds, signal);
    await step();
    expect(sweep.untried.map(({ replacement }) => replacement).join('')).toBe('cdefgh');
    while (!sweep.isDone) await step();
    expect(log).toEqual(['fast abcd', 'fast cdef', 'fast gh']);
    expect(finds.tried).toBe(8);
  });

  it('verifies few edits when its time is up, and leaves the others where one of them is right', async () => {
    const { trials } = ways((jobs) => ({ passed: new Set(jobs.map(({ id }) => id)) }));
    const finds = findsOf(0);
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
