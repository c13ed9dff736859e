import { unseenText } from '../../../src/domain/verification/compare';
import { useVerdicts } from '../../support/verdicts';

const BROKEN = { 'src/sum.ts': 'throw new Error("not today");\nexport const sum = 1;\n' };
const RIGHT = 'export const ready = true;\nexport const sum = (a: number, b: number) => a + b;\n';
const EVADING = 'export const ready = false;\nexport const sum = () => 0;\n';
/** The other file passes all along, so something passes. */
const OTHER = { 'test/other.test.ts': "it('is there', () => expect(1).toBe(1));\n" };
const IMPORT = "import * as program from '../src/sum';\n";

const isGreen = ({ success, comparison }: { success: boolean; comparison?: { broken: number } }): boolean =>
  success && comparison?.broken === 0;

describe('a test file that did not load', () => {
  const verdicts = useVerdicts();
  const verified = (test: string, source: string) =>
    verdicts.of({ ...BROKEN, ...OTHER, 'test/sum.test.ts': IMPORT + test }, { 'src/sum.ts': source });

  it.each([
    ['by a choice', "(program.ready ? it : it.skip)('adds', () => expect(program.sum(1, 2)).toBe(3));"],
    [
      'by skipIf',
      "const t = program.ready ? test : test.skip;\nt('adds', () => expect(program.sum(1, 2)).toBe(3));",
    ],
    [
      'in part',
      "it('loads', () => {});\n(program.ready ? it : it.skip)('adds', () => expect(program.sum(1, 2)).toBe(3));",
    ],
    [
      'by todo',
      "it('loads', () => {});\nif (program.ready) it('adds', () => expect(program.sum(1, 2)).toBe(3)); else it.todo('adds');",
    ],
    [
      'by not defining it',
      "it('loads', () => {});\nif (program.ready) it('adds', () => expect(program.sum(1, 2)).toBe(3));",
    ],
    [
      'by a group',
      "it('loads', () => {});\n(program.ready ? describe : describe.skip)('sum', () => { it('adds', () => expect(program.sum(1, 2)).toBe(3)); });",
    ],
  ])(
    'is not repaired by a program that has its test skipped %s, and by the right one it is',
    async (_, test) => {
      const evaded = await verified(test, EVADING);
      expect(isGreen(evaded)).toBe(false);
      expect(evaded.comparison?.unseen?.map((one) => unseenText(one, 'en')).join()).toMatch(
        /"test\/sum\.test\.ts" did not load before.* did not run/,
      );
      const right = await verified(test, RIGHT);
      expect(isGreen(right)).toBe(true);
      expect(right.comparison).toMatchObject({ fixed: 1 });
    },
  );

  it.each([
    ['the source skips one', "it.skip('later', () => {});\n"],
    ['the platform decides', "(process.platform === 'win32' ? it : it.skip)('on Windows', () => {});\n"],
    ['one is to do', "it.todo('more');\n"],
    ['rows of values are skipped', "it.skip.each([[1], [2]])('adds %i', () => {});\n"],
  ])('is repaired where its others pass and %s', async (_, more) => {
    const test = `${more}it('adds', () => expect(program.sum(1, 2)).toBe(3));\n`;
    expect(isGreen(await verified(test, RIGHT))).toBe(true);
  });
});
