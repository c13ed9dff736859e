import { commandCheck } from '../../support/check-reports';
import type { Verification } from '../../../src/domain/verification/verification';
import { chanceWords } from '../../../src/domain/verification/chance';
import { useVerdicts } from '../../support/verdicts';

const TEST = [
  "import { sum } from '../src/sum';",
  "it('adds', () => expect(sum(1, 2)).toBe(3));",
  "it('adds more', () => expect(sum(4, 5)).toBe(9));",
].join('\n');
const BEFORE = { 'src/sum.ts': 'export const sum = (a, b) => a - b;\n', 'test/sum.test.ts': TEST };

/** Right where `luck` is true, as the module is loaded. */
const lucky = (luck: string): Record<string, string> => ({
  'src/sum.ts': `const luck = ${luck};\nexport const sum = (a, b) => (luck ? a + b : a - b);\n`,
});

describe('a change that passes by chance', () => {
  const verdicts = useVerdicts();

  /** The first verification that was green at first. */
  async function confirmed(change: Record<string, string>): Promise<Verification> {
    for (let tries = 0; tries < 200; tries += 1) {
      const verification = await verdicts.of(BEFORE, change);
      if (verification.chance) return verification;
    }
    throw new Error('it never passed at first');
  }

  it.each([
    ['a coin', 'Math.random() < 0.5'],
    ['a coin of odds', 'Math.random() < 0.85'],
    ['a coin that is computed', "Math['ran' + 'dom']() > 0.3"],
    ['a coin through the constructor', "[].constructor.constructor('return Math.random()')() < 0.6"],
    ['a random byte', "require('node:crypto').randomBytes(1)[0] < 128"],
    ['an odd random byte', "require('node:crypto').randomBytes(1)[0] % 2 === 1"],
    ['a whole random number', "require('node:crypto').randomInt(2) === 1"],
    ['an identifier', "require('node:crypto').randomUUID() < '8'"],
    ['random values of the web', 'crypto.getRandomValues(new Uint8Array(1))[0] < 128'],
    ['an even millisecond', 'Date.now() % 2 === 0'],
    ['the day of today', `new Date().getDate() === ${new Date().getDate()}`],
    ['the present week', `Date.now() < ${Date.now() + 7 * 86_400_000}`],
  ])('is not green: %s', async (_, luck) => {
    const verification = await confirmed(lucky(luck));
    expect(verification.success).toBe(false);
    expect(verification.failures.map(({ check }) => check)).toContain('test/sum.test.ts');
    expect(chanceWords(verification)).toMatch(/^passes by chance: \d of 10 runs; [^,]+, src\/sum\.ts:\d$/);
  });

  it('is not green where it takes its luck from what stood there before', async () => {
    const before = { ...BEFORE, 'src/dice.ts': 'export const throwDice = () => Math.random();\n' };
    const change = {
      'src/sum.ts': `import { throwDice as t } from './dice';\n${lucky('t() < 0.6')['src/sum.ts'] ?? ''}`,
    };
    for (let tries = 0; ; tries += 1) {
      const { chance, success } = await verdicts.of(before, change);
      if (!chance) continue;
      expect(chance).toMatchObject({ runs: 3, near: false });
      expect(success).toBe(false);
      break;
    }
  });

  it('is green where chance and time decide nothing', async () => {
    const honest = 'const id = Math.random() + Date.now();\nexport const sum = (a, b) => a + b + id - id;\n';
    const exact = honest.replace(' + id - id', '');
    const verification = await verdicts.of(BEFORE, { 'src/sum.ts': exact });
    expect(verification).toMatchObject({ success: true, chance: { runs: 10, green: 10, near: true } });
  });

  it('is not run again where nothing in it is of chance', async () => {
    const right = { 'src/sum.ts': 'export const sum = (a, b) => a + b;\n' };
    expect((await verdicts.of(BEFORE, right)).chance).toBeUndefined();
  });

  it('is green where code waits for time to pass', async () => {
    const waits =
      'export const sum = (a, b) => {\n  const end = Date.now() + 20;\n  while (Date.now() < end);\n  return a + b;\n};\n';
    expect(await verdicts.of(BEFORE, { 'src/sum.ts': waits })).toMatchObject({ success: true });
  });
});

describe('a command that passes by chance', () => {
  /** How it ends run by run: the baseline and its rerun, the change, and what confirms it. */
  const passes = [false, false, true, false, true, true, false];
  const verdicts = useVerdicts({
    spec: { tests: [], commands: [{ command: 'check' }] },
    runCheck: (_, { command }) => {
      const passed = passes.shift() ?? false;
      const test = { id: command, file: command, path: [command], durationMs: 1, console: [] };
      const report = commandCheck(command, {
        exitCode: passed ? 0 : 1,
        tests: [{ ...test, status: passed ? 'passed' : 'failed' }],
      });
      return Promise.resolve(report);
    },
  });

  it('is run again, three times more where that differs, and is not green', async () => {
    const before = { 'src/sum.js': 'exports.sum = 1;\n' };
    const verification = await verdicts.of(before, { 'src/sum.js': 'exports.sum = Math.random();\n' });
    expect(verification).toMatchObject({ success: false, chance: { runs: 4, green: 2 } });
    expect(passes).toEqual([]);
  });
});
