import util from 'node:util';
import { snapshotsIn } from '../../../src/sandbox/child/snapshot-file';
import { drawTable } from '../../../src/sandbox/runtime/console-table';
import { destructuredNames, extendFixtures } from '../../../src/sandbox/runtime/vitest/fixtures';
import { readRows, titleOf } from '../../../src/sandbox/runtime/vitest/rows';

// In an isolate Node's library is a name of the script around.
Object.assign(globalThis, { nodeLibrary: { shared: { require: () => util } } });

describe('a .snap file', () => {
  it('is read with the escapes of templates', () => {
    const text = [
      'exports[`a \\`b\\` 1`] = `"one"`;',
      'exports[`c 1`] = `',
      '\\${not} \\\\ a \\u{1f389}\\x41\\n',
      '`;',
      'exports [`other form`] = `x`;',
    ].join('\n');
    expect(snapshotsIn(text)).toEqual([
      ['a `b` 1', '"one"'],
      ['c 1', '\n${not} \\ a 🎉A\n\n'],
    ]);
  });

  it('ends where it is broken', () => {
    expect(snapshotsIn('exports[`a 1`] = `1`;\nexports[`b 1`] = `2')).toEqual([['a 1', '1']]);
    expect(snapshotsIn('exports[`a 1`] = 5; exports[`b 1`] = `2`;')).toEqual([]);
    expect(snapshotsIn('')).toEqual([]);
  });

  it('has its line ends made equal', () => {
    expect(snapshotsIn('exports[`a 1`] = `\r\nx\r\n`;')).toEqual([['a 1', '\nx\n']]);
  });
});

describe('tables of vitest', () => {
  it('have titles of placeholders, properties and numbers', () => {
    expect(titleOf('%s + %d is %i%%', ['a', 2, 3], 0)).toBe('a + 2 is 3%');
    expect(titleOf('%# and %$', [1], 4)).toBe('4 and 5');
    expect(titleOf('$name of $deep.list and $absent', [{ name: 'x', deep: { list: [1] } }], 0)).toBe(
      "'x' of [ 1 ] and undefined",
    );
    expect(titleOf('$name and $1', ['a', 'b'], 0)).toBe("$name and 'b'");
  });

  it('are arrays or templates', () => {
    const read = (table: unknown, ...data: unknown[]): unknown[] =>
      readRows('%s', table, data).map(({ items, whole }) => [items, whole]);
    expect(read([[1, 2], 3])).toEqual([
      [
        [1, 2],
        [1, 2],
      ],
      [[3], 3],
    ]);
    const template = (strings: TemplateStringsArray, ...values: unknown[]): unknown[] =>
      read(strings, ...values);
    expect(template`
      a    | b
      ${1} | ${2}
      ${3} | ${4}
    `).toEqual([
      [[{ a: 1, b: 2 }], { a: 1, b: 2 }],
      [[{ a: 3, b: 4 }], { a: 3, b: 4 }],
    ]);
    expect(() => read('text')).toThrow('needs an array');
  });
});

describe('fixtures', () => {
  it('are what a function destructures', () => {
    expect(
      destructuredNames(({ a, b: renamed, c = { d: 1 } }: Record<string, unknown>) => [a, renamed, c]),
    ).toEqual(['a', 'b', 'c']);
    expect(
      destructuredNames(async ({ a /* { x } */, ...rest }: Record<string, unknown>) => [a, rest]),
    ).toEqual(['a']);
    expect(
      destructuredNames(function named({ a }: { a: number }) {
        return a;
      }),
    ).toEqual(['a']);
    expect(
      destructuredNames((first: unknown, { second }: Record<string, unknown>) => [first, second], 1),
    ).toEqual(['second']);
    expect(destructuredNames((context) => context)).toEqual([]);
    expect(destructuredNames(() => 1)).toEqual([]);
  });

  it('may be tuples with options', () => {
    const set = extendFixtures(new Map(), {
      plain: [1, 2],
      made: [() => 1, { auto: true }],
      file: [5, { scope: 'file' }],
    });
    expect(set.get('plain')).toEqual({ value: [1, 2], auto: false, shared: false });
    expect(set.get('made')).toMatchObject({ auto: true, shared: false });
    expect(set.get('file')).toEqual({ value: 5, auto: false, shared: true });
  });
});

describe('console.table', () => {
  it('draws maps, sets and chosen columns', () => {
    expect(drawTable(new Map([['k', 1]]))).toContain("│ 0       │ 'k' │ 1      │");
    expect(drawTable(new Set(['x']))).toContain("│ 0       │ 'x'    │");
    expect(drawTable([{ a: 1, b: 2 }], ['b'])?.split('\n')[1]).toBe('│ (index) │ b │');
    expect(drawTable('text')).toBeUndefined();
  });
});
