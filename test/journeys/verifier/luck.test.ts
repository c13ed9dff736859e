import { flakyWords } from '../../../src/domain/verification/chance';
import { commandCheck } from '../../support/check-reports';
import { useVerdicts } from '../../support/verdicts';

const project = (body: string, test = ''): Record<string, string> => ({
  'src/pick.js': `exports.pick = () => ${body};\n`,
  'test/pick.test.js': `const { pick } = require('../src/pick');\n${test}it('picks', () => expect(pick()).toBe(true));\n`,
});

describe('a green baseline of tests', () => {
  const verdicts = useVerdicts();

  async function runsOf(files: Record<string, string>): Promise<number> {
    const before = verdicts.runs;
    expect(await verdicts.baseline(files)).toMatchObject({ success: true, flaky: [] });
    return verdicts.runs - before;
  }

  it('is run once where it uses neither chance nor time', async () => {
    expect(await runsOf(project('typeof setTimeout === "function"'))).toBe(1);
  });

  it('is run once where its tests fake the clock', async () => {
    expect(await runsOf(project('Date.now() > 0', 'jest.useFakeTimers();\n'))).toBe(1);
  });

  it.each(['Math.random() < 2', 'Date.now() > 0', 'performance.now() >= 0', 'process.hrtime()[0] >= 0'])(
    'is run four times where it uses %s',
    async (body) => {
      expect(await runsOf(project(body))).toBe(4);
    },
  );

  it('tells the odds of a test that fails in some runs', async () => {
    for (let tries = 0; tries < 100; tries += 1) {
      const verification = await verdicts.baseline(project('Math.random() < 0.5'));
      expect(verification.flaky).toEqual(['test/pick.test.js > picks']);
      expect(flakyWords(verification, 'en')).toMatch(
        /^1 check is flaky: test\/pick\.test\.js > picks passed [1-3] of [2-5] runs \(Math\.random, src\/pick\.js:1\)$/,
      );
      if (verification.flakyRuns?.[0]?.runs === 4) return;
    }
    throw new Error('it never passed at first');
  });

  it('fails as ever where its failure has nothing of a random number', async () => {
    const verification = await verdicts.baseline(project('Date.now() < 0 && Math.random() < 2'));
    expect(verification).toMatchObject({ success: false, failed: 1, flaky: [] });
  });
});

describe('a green baseline of commands', () => {
  const ends: boolean[] = [];
  let durationMs = 1;
  const verdicts = useVerdicts({
    spec: { tests: [], commands: [{ command: 'check' }] },
    runCheck: (_, { command }) => {
      const passed = ends.shift();
      if (passed === undefined) throw new Error('it was run too often');
      const test = { id: command, file: command, path: [command], durationMs, console: [] };
      const status = passed ? ('passed' as const) : ('failed' as const);
      return Promise.resolve(
        commandCheck(command, { exitCode: passed ? 0 : 1, durationMs, tests: [{ ...test, status }] }),
      );
    },
  });

  it.each([
    ['is run twice where it passes again', [true, true], 1, undefined],
    [
      'is run three times more where it does not',
      [true, false, true, true, false],
      1,
      '1 check is flaky: check passed 3 of 5 runs',
    ],
    ['is run once where that takes a fifth of the time of a run', [true], 13_000, undefined],
  ] as const)('%s', async (_, given, takes, said) => {
    ends.splice(0, ends.length, ...given);
    durationMs = takes;
    const verification = await verdicts.baseline({ 'a.txt': 'a' });
    expect(ends).toEqual([]);
    expect(flakyWords(verification, 'en')).toBe(said);
  });
});
