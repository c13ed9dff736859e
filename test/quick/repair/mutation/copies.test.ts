import { neededOf } from '../../../../src/repair/mutation/ranked-repairs';
import type { Fix } from '../../../../src/repair/mutation/trials';
import { said } from '../../../../src/domain/run/said';

const LINE = '  key = NAMES[key] || key;';
const TEXT = ['function a(key) {', LINE, '}', 'function b(key) {', LINE, '}', ''].join('\n');
const FILES = new Map([['a.js', TEXT]]);
const [FIRST, SECOND] = [TEXT.indexOf('NAMES'), TEXT.lastIndexOf('NAMES')] as const;

function fix(starts: readonly number[], { green = true, length = 5, text = TEXT } = {}): Fix {
  const about = {
    file: 'a.js',
    replacement: 'own',
    template: 'presence' as const,
    description: said`own names`,
  };
  const edits = starts.map((start) => ({
    ...about,
    ...{ start, end: start + length, line: text.slice(0, start).split('\n').length },
    ...{ weight: 1, suspicion: 1, precedence: 1 },
  }));
  return { green, fixed: ['adds'], edits };
}

describe('of edits of lines that say the same', () => {
  const [one, two, both] = [fix([FIRST]), fix([SECOND]), fix([FIRST, SECOND])];

  it('the one of all lines is left', () => {
    expect(neededOf([one, both, two], FILES)).toEqual([both]);
  });

  it('the one of all lines is left of insertions too', () => {
    const at = (starts: readonly number[]) => fix(starts, { length: 0 });
    expect(neededOf([at([FIRST]), at([FIRST, SECOND]), at([SECOND])], FILES)).toEqual([at([FIRST, SECOND])]);
  });

  it('the smaller is left of statements put before or after them', () => {
    for (const beside of [FIRST - 'key = '.length, FIRST + 'NAMES[key] || key;'.length]) {
      const at = (starts: readonly number[]) => fix(starts, { length: 0 });
      const [here, there] = [at([beside]), at([beside + SECOND - FIRST])];
      expect(neededOf([at([beside, beside + SECOND - FIRST]), here, there], FILES)).toEqual([here, there]);
    }
  });

  it('each is left where the edit of all breaks a test', () => {
    const broken = fix([FIRST, SECOND], { green: false });
    expect(neededOf([one, broken], FILES)).toEqual([one, broken]);
  });

  it('each is left where another line says the same and stays', () => {
    const third = new Map([['a.js', `${TEXT}${LINE}\n`]]);
    expect(neededOf([one, both], third)).toEqual([one, both]);
  });

  it('each is left where both stand in one line', () => {
    const text = 'if (low < n && high < n) return;\nrest();\n';
    const [low, line] = [fix([8], { text }), fix([8, 20], { text })];
    expect(neededOf([low, line], new Map([['a.js', text]]))).toEqual([low, line]);
  });

  it('the smaller is left of insertions in other lines', () => {
    const text = 'first(one);\nsecond(two);\n';
    const [small, large] = [fix([6], { length: 0, text }), fix([6, 19], { length: 0, text })];
    expect(neededOf([large, small], new Map([['a.js', text]]))).toEqual([small]);
  });
});
