import { takenBack } from '../../../../src/verifier/integrity/taken-back';

const text = (...lines: string[]) => `${lines.join('\n')}\n`;

const BEFORE = text(
  'export function price(n: number): number {',
  '  const rate = 2;',
  '  const least = 1;',
  '  const most = 9;',
  '  return Math.max(least, n * rate);',
  '}',
);
const ASKED = text(
  'export function price(n: number): number {',
  '  const rate = 3;',
  '  const least = 5;',
  '  const most = 9;',
  '  log(n);',
  '  return Math.max(least, n * rate);',
  '}',
);

describe('a repair takes a request back', () => {
  it.each([
    ['as a whole', BEFORE, [2, 5]],
    [
      'with other spaces',
      ASKED.replace('  const rate = 3;', '\tconst  rate = 2; ').replace('least = 5', 'least  = 1'),
      [2],
    ],
    ['in one of two lines of a change', ASKED.replace('least = 5', 'least = 1'), [2]],
    ['where it leaves out what was added', ASKED.replace('  log(n);\n', ''), [5]],
    ['where only a bracket stays of what was added', ASKED.replace('log(n);', '{}'), [5]],
    ['where it empties the file', '', [5]],
  ])('%s', (_, repaired, lines) => {
    // Lines 2 and 3 are one change.
    expect(takenBack(BEFORE, ASKED, repaired)).toEqual(lines);
  });

  it('where a new file is gone, and where a deleted one is back', () => {
    expect(takenBack('', ASKED, '')).toEqual([1]);
    expect(takenBack(BEFORE, '', BEFORE)).toEqual([1]);
  });
});

describe('a repair leaves a request in place', () => {
  it.each([
    ['and changes one of two lines further', ASKED.replace('least = 5', 'least = 4')],
    ['and changes it further', ASKED.replace('rate = 3', 'rate = 4')],
    ['and mends what was added', ASKED.replace('log(n)', 'log(String(n))')],
    ['and changes what the request left alone', ASKED.replace('Math.max', 'Math.min')],
    ['and moves it', ASKED.replace('  log(n);\n', '').replace('  const rate', '  log(n);\n  const rate')],
    ['and brings an import back that it lost', `import x from 'x';\n${ASKED}`],
    ['and adds a line of brackets', ASKED.replace('log(n);', '{\n  log(n);\n  }')],
    ['and is the request itself', ASKED],
  ])('%s', (_, repaired) => {
    expect(takenBack(BEFORE, ASKED, repaired)).toEqual([]);
  });

  it('where a line that the request moved stands at its old place again as well', () => {
    const before = text('one();', 'two();', 'three();');
    const asked = text('two();', 'three();', 'one();');
    expect(takenBack(before, asked, text('one();', 'two();', 'three();', 'one();'))).toEqual([]);
  });
});

it('brings back what the request lost by accident in the same change', () => {
  const before = text("import log from './log';", 'const rate = 2;', 'log(rate);');
  const asked = text('const rate = 3;', 'log(rate);');
  const repaired = text("import log from './log';", 'const rate = 3;', 'log(rate);');
  expect(takenBack(before, asked, repaired)).toEqual([]);
});
