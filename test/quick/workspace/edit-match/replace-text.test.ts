import { replaceText, type Replacement } from '../../../../src/domain/files/edit-match/replace-text';

const FILE = `class Cart {
  total(items) {
    let sum = 0;
    for (const item of items) {
      sum += item.price;
    }
    return sum;
  }

  count(items) {
    return items.length;
  }
}
`;

function made(
  text: string,
  search: string,
  replacement: string,
  more: Partial<Replacement> = {},
): [string, string] {
  const outcome = replaceText(text, { search, replacement, ...more });
  if (!outcome.ok) throw new Error(outcome.problem.message);
  return [outcome.text, outcome.layer];
}

function refused(text: string, search: string, replacement = 'x', more: Partial<Replacement> = {}) {
  const outcome = replaceText(text, { search, replacement, ...more });
  if (outcome.ok) throw new Error(`applied by ${outcome.layer}: ${outcome.text}`);
  return outcome.problem;
}

describe('letter for letter', () => {
  test('once, anywhere in a line', () => {
    expect(made(FILE, 'sum += item.price', 'sum += item.price * item.count')).toEqual([
      FILE.replace('item.price', 'item.price * item.count'),
      'exact',
    ]);
  });

  test('signs of regular expressions and replacement patterns are only signs', () => {
    expect(made('a.b(c)$\n', 'b(c)$', "$& $1 $' \\n")[0]).toBe("a.$& $1 $' \\n\n");
  });

  test('twice, or over itself, is refused with all places', () => {
    expect(refused(FILE, 'items')).toMatchObject({ reason: 'ambiguous', lines: [2, 4, 10, 11] });
    expect(refused('aaa', 'aa')).toMatchObject({ reason: 'ambiguous' });
    expect(refused('x\n'.repeat(50), 'x').message).toContain('at least 20 times');
  });

  test('a second place that is the same but for blanks does not matter where one is exact', () => {
    expect(made('  a();\n    a();\n', '    a();\n', '    b();\n')[0]).toBe('  a();\n    b();\n');
    expect(made('  a();\n    a();\n', '  a();\n', '  b();\n')[0]).toBe('  b();\n    a();\n');
  });

  test('all of them where that is asked for, but no others', () => {
    expect(made('a b a\n A a', 'a', 'c', { all: true })[0]).toBe('c b c\n A c');
    expect(refused('a  b', 'a b', 'c', { all: true })).toMatchObject({ reason: 'no-match' });
    expect(refused('aaa', 'aa', 'c', { all: true })).toMatchObject({ reason: 'ambiguous' });
  });

  test('within one line of a CRLF file: further lines of the replacement end as it does', () => {
    expect(made('a;\r\nb;\r\n', 'a;', 'a;\nc;')[0]).toBe('a;\r\nc;\r\nb;\r\n');
    expect(made('a;\r\nb;\n', 'b;', 'b;\nc;')[0]).toBe('a;\r\nb;\nc;\n');
  });

  test('a whole line that goes takes its indentation along', () => {
    expect(made('{\n  a();\n  b();\n}\n', 'a();\n', '')[0]).toBe('{\n  b();\n}\n');
  });

  test('an empty search is malformed', () => {
    expect(refused('a', '')).toMatchObject({ reason: 'malformed' });
  });
});

describe('other line ends and blanks at ends of lines', () => {
  test('a passage of LF in a file of CRLF, from within a line to within another', () => {
    const text = FILE.replaceAll('\n', '\r\n');
    const [after, layer] = made(
      text,
      'sum = 0;\n    for (const item',
      'sum = 1;\n    start();\n    for (let item',
    );
    expect(layer).toBe('line-ends');
    expect(after).toBe(
      FILE.replace('sum = 0;', 'sum = 1;\n    start();')
        .replace('const item', 'let item')
        .replaceAll('\n', '\r\n'),
    );
  });

  test('lines that stay keep their own ends and blanks', () => {
    const text = 'a();  \r\nb();\t\nc();\nd();';
    const [after] = made(text, 'a();\nb();\nc();\n', 'a();\nb2();\nb3();\nc();\n');
    expect(after).toBe('a();  \r\nb2();\nb3();\nc();\nd();');
  });

  test('noise at the ends of the search does not come into the file with the replacement', () => {
    expect(made('a();\nb();\n', 'a();  \nb(); \n', 'a();  \nc(); \nd();  \n')[0]).toBe('a();\nc();\nd();\n');
  });

  test('a file without a final newline keeps none, one with it keeps it', () => {
    expect(made('a\nb', 'a\nb\n', 'a\nc\n')).toEqual(['a\nc', 'line-ends']);
    expect(made('a\nb', 'b\n', 'b\nc\n')[0]).toBe('b\nc'.replace('b', 'a\nb'));
    expect(made('a\r\nb', 'a\nb\n', 'a\n')[0]).toBe('a');
    expect(made('a  \nb  \n', 'a\nb\n', 'a\nc\n')[0]).toBe('a  \nc\n');
    expect(made('a  \nb  \n', 'a\nb', 'a\nc')[0]).toBe('a  \nc  \n');
  });

  test('a byte-order mark stays, whether the search knows of it or not', () => {
    expect(made('\ufeffa\r\nb\r\n', 'a\nb\n', 'c\nb\n')[0]).toBe('\ufeffc\r\nb\r\n');
    expect(made('\ufeffa\r\nb\r\n', '\ufeffa\nb\n', '\ufeffc\nb\n')[0]).toBe('\ufeffc\r\nb\r\n');
    expect(made('\u00ef\u00bb\u00bfa \nb\n', 'a\nb\n', 'c\nb\n')[0]).toBe('\u00ef\u00bb\u00bfc\nb\n');
    expect(made('a\nb\n', '\ufeffa\nb\n', '\ufeffc\nb\n')[0]).toBe('c\nb\n');
  });

  test('a file whose lines end in CR alone', () => {
    expect(made('a\rb\rc', 'a\nb\n', 'a\nx\ny\n')[0]).toBe('a\rx\ry\rc');
  });

  test('no word is cut in two', () => {
    expect(refused('max = 1;  \ny = 2;\n', 'x = 1;\ny = 2;')).toMatchObject({ reason: 'no-match' });
    expect(refused('x = 1;  \ny = 23;\n', 'x = 1;\ny = 2')).toMatchObject({ reason: 'no-match' });
    expect(made('if (x = 1;  \ny = 2;\n', 'x = 1;\ny = 2', 'z;\nw')[0]).toBe('if (z;\nw;\n');
  });

  test('blanks alone have no loose place', () => {
    expect(refused('a\n', '  \n\t\n')).toMatchObject({ reason: 'no-match' });
  });
});

describe('another indentation', () => {
  test.each([
    ['too far left', ''],
    ['too far right', '          '],
    ['one column off', '   '],
  ])('a block %s comes in as deep as the file has it', (_, indent) => {
    const shift = (lines: string[]) => lines.map((line) => (line === '' ? '' : indent + line)).join('\n');
    const search = shift(['for (const item of items) {', '  sum += item.price;', '}']);
    const replacement = shift([
      'for (const item of items) {',
      '  if (item)',
      '',
      '    sum += item.price;',
      '}',
    ]);
    const [after, layer] = made(FILE, search, replacement);
    expect(layer).toBe('indentation');
    expect(after).toBe(FILE.replace('      sum +=', '      if (item)\n\n        sum +='));
  });

  test('tabs in the file, spaces in the edit, and the other way round', () => {
    const tabbed = FILE.replace(/^( {2})+/gm, (run) => '\t'.repeat(run.length / 2));
    const search = '    for (const item of items) {\n      sum += item.price;\n';
    const replacement = '    for (const item of items) {\n      if (item)\n        sum += item.price;\n';
    const want = FILE.replace('      sum +=', '      if (item)\n        sum +=');
    expect(made(tabbed, search, replacement)[0]).toBe(
      want.replace(/^( {2})+/gm, (run) => '\t'.repeat(run.length / 2)),
    );
    const inTabs = (text: string) => text.replace(/^( {2})+/gm, (run) => '\t'.repeat(run.length / 2));
    expect(made(FILE, inTabs(search), inTabs(replacement))[0]).toBe(want);
    expect(made(FILE, inTabs(search).replace(/^\t/gm, ''), inTabs(replacement).replace(/^\t/gm, ''))[0]).toBe(
      want,
    );
  });

  test('units of another width', () => {
    const wide = FILE.replace(/^( {2})+/gm, (run) => run + run);
    const [after] = made(wide, '      sum += item.price;', '      if (item)\n        sum += item.price;');
    expect(after).toBe(
      FILE.replace('      sum +=', '      if (item)\n        sum +=').replace(
        /^( {2})+/gm,
        (run) => run + run,
      ),
    );
  });

  test('the star of a comment stays behind its tabs', () => {
    const [after] = made(
      '\t/**\n\t * a\n\t */\n',
      '  /**\n   * a\n   */\n',
      '  /**\n   * a\n   * b\n   */\n',
    );
    expect(after).toBe('\t/**\n\t * a\n\t * b\n\t */\n');
  });

  test('another structure is no place', () => {
    expect(refused('if a:\n    x()\n    y()\n', 'if a:\n    x()\ny()\n')).toMatchObject({
      reason: 'no-match',
    });
    expect(refused('if a:\n    x()\ny()\n', 'if a:\n    x()\n    y()\n')).toMatchObject({
      reason: 'no-match',
    });
  });

  test('two places are refused, at whatever depth', () => {
    expect(refused('a();\n  {\n    a();\n}\n', '      a();\n')).toMatchObject({
      reason: 'ambiguous',
      lines: [1, 3],
    });
  });

  test('a replacement that would begin left of the margin is refused', () => {
    expect(refused('  a();\n', '    a();\n', 'b();\n')).toMatchObject({ reason: 'no-match' });
  });

  test('a search that begins within the indentation is as deep as the line: what comes is shifted along', () => {
    expect(made('    a();\n', '  a();', '  if (x)\n    a();')).toEqual([
      '    if (x)\n      a();\n',
      'indentation',
    ]);
    expect(made('    a(b);\n', '  a(', '  c(')).toEqual(['    c(b);\n', 'exact']);
    expect(refused('        }\n    }\n', '      }\n    }\n')).toMatchObject({ reason: 'no-match' });
    expect(refused('    a();\n a();\n', '  a();\n')).toMatchObject({ reason: 'ambiguous', lines: [1, 2] });
  });

  test('a replacement that is indented as the file is, though the search is not, stays so', () => {
    const [after] = made('  {\n    a();\n  }\n', '{\n  a();\n}\n', '  {\n    b();\n  }\n');
    expect(after).toBe('  {\n    b();\n  }\n');
  });

  test('wrapping lines moves them by what the edit moves them', () => {
    const [after] = made('\ta();\n\tb();\n', 'a();\nb();\n', 'if (x) {\n  a();\n  b();\n}\n');
    expect(after).toBe('\tif (x) {\n\t\ta();\n\t\tb();\n\t}\n');
  });
});

describe('other blank lines and runs of blanks', () => {
  test('lines that stay are the file’s, and new ones take its runs', () => {
    const text = 'const a   = 1;\n\n\nconst bb  = 2;\nconst ccc = 3;\n';
    const [after, layer] = made(
      text,
      'const a = 1;\nconst bb = 2;\n\nconst ccc = 3;\n',
      'const a = 1;\nconst bb = 22;\n\nconst ccc = 3;\n',
    );
    expect(layer).toBe('spacing');
    expect(after).toBe('const a   = 1;\n\n\nconst bb  = 22;\nconst ccc = 3;\n');
  });

  test('a change of blanks is made, and one within quotes is not smoothed away', () => {
    expect(made("x = join( ' ' );\n", "x  =  join(  ' '  );\n", "x  =  join(  '  '  );\n")[0]).toBe(
      "x = join( '  ' );\n",
    );
    expect(made('a b;\nc;\n', 'a  b;\nc;\n', "a  b;\nd('x  y',  z);\nc;\n")[0]).toBe(
      "a b;\nd('x  y', z);\nc;\n",
    );
  });

  test('places that differ only in blanks are too many', () => {
    expect(refused('a  b;\na   b;\n', 'a b;')).toMatchObject({ reason: 'ambiguous', lines: [1, 2] });
  });

  test('a change of blank lines alone cannot be found where blank lines do not count', () => {
    expect(refused('a  b;\n\nc;\n', 'a b;\n\nc;\n', 'a b;\nc;\n')).toMatchObject({ reason: 'no-match' });
  });

  test('a removed blank line goes where there is one', () => {
    expect(made('a  b;\n\nc;\n', 'a b;\n\nc;\n', 'a b;\nd;\n')[0]).toBe('a  b;\nd;\n');
    expect(made('a  b;\nc;\n', 'a b;\n\nc;\n', 'a b;\nd;\n')[0]).toBe('a  b;\nd;\n');
  });
});

test('text that is not there is refused, however near', () => {
  for (const search of [
    'return sums;',
    'let sum = 0;\n    for (const item of item) {',
    'Class Cart {',
    'sum+=item.price',
  ])
    expect(refused(FILE, search)).toMatchObject({ reason: 'no-match', expected: search });
});
