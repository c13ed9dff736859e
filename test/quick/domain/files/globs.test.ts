import { compileGlob, globMatcher } from '../../../../src/domain/files/globs';
import { cpuMs } from '../../../support/cpu-time';

const matches = (glob: string, path: string, dot = false): boolean =>
  compileGlob(glob, { dot }).matches(path);

describe('globs', () => {
  it.each([
    ['*.js', 'a.js', true],
    ['*.js', 'src/a.js', false],
    ['**/*.js', 'a.js', true],
    ['**/*.js', 'src/lib/a.js', true],
    ['src/**', 'src', true],
    ['src/**', 'src/lib/a.js', true],
    ['src/**/a.js', 'src/a.js', true],
    ['src/**.js', 'src/lib/a.js', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^/]x', 'ax', true],
    ['[[:digit:]]', '7', true],
    ['[]]', ']', true],
    ['{a,b{1,2}}.js', 'b2.js', true],
    ['{a,b{1,2}}.js', 'b.js', false],
    ['v{8..11}', 'v10', true],
    ['v{08..11}', 'v09', true],
    ['v{a..e..2}', 'vd', false],
    ['{a}', '{a}', true],
    ['{a,b', '{a,b', true],
    ['@(a|b)c', 'bc', true],
    ['?(a)c', 'c', true],
    ['+(ab|c)', 'abcab', true],
    ['+(ab|c)', '', false],
    ['*(ab)c', 'ababc', true],
    ['!(a).js', 'ab.js', true],
    ['!(a).js', 'a.js', false],
    ['!(a|b)', 'c', true],
    ['!(a|b)', 'b', false],
    ['(a|b).(js|ts)', 'b.ts', true],
    ['a.[jt]s(x)?', 'a.tsx', true],
    ['**/?(*.)+(spec|test).?([mc])[jt]s?(x)', 'src/a.test.mjs', true],
    ['**/__tests__/**/*.?([mc])[jt]s?(x)', '__tests__/a.tsx', true],
    ['\\*.js', '*.js', true],
    ['\\*.js', 'a.js', false],
    ['!src/**', 'test/a.js', true],
    ['!src/**', 'src/a.js', false],
    ['./src/*.js', 'src/a.js', true],
    ['', '', false],
  ])('%s: %s is %s', (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected);
  });

  it('leaves names that begin with a dot to globs that name the dot, or to an option', () => {
    expect(['*', '?hid', '[.]hid', '!(a)', '**/*'].map((glob) => matches(glob, '.hid'))).toEqual(
      Array(5).fill(false),
    );
    expect(matches('.*', '.hid')).toBe(true);
    expect(['*', '?hid', '[.]hid', '!(a)', '**/*'].map((glob) => matches(glob, '.hid', true))).toEqual(
      Array(5).fill(true),
    );
  });

  it('matches by any of several globs', () => {
    const isChosen = globMatcher(['a/*', 'b/*']);
    expect(['a/x', 'b/x', 'c/x'].map(isChosen)).toEqual([true, true, false]);
    expect(globMatcher([])('a')).toBe(false);
  });

  it('reads groups within groups up to a hundred, and takes deeper ones as they are written', () => {
    const nested = (depth: number): string => '@('.repeat(depth) + 'a' + ')'.repeat(depth);
    expect(matches(nested(100), 'a')).toBe(true);
    expect(matches(nested(101), 'a')).toBe(false);
    expect(matches(nested(101), '@(a)')).toBe(true);
    expect(matches(nested(100_000), 'a')).toBe(false);
  });

  it('takes linear time for wildcards, groups and braces without number', () => {
    const globs = [
      '*a'.repeat(500) + 'b',
      '**/'.repeat(500) + 'b',
      '+(+(+(a|aa)|a)|a)'.repeat(50) + 'b',
      '*(*(*(*a)))b',
      '{a,b}'.repeat(400),
      '{'.repeat(2_000),
      '[['.repeat(1_000),
      '!(!(!(a*)b*)c*)d',
      '{1..1000}{1..1000}{1..1000}',
      '@('.repeat(1_000) + 'a' + ')'.repeat(1_000) + 'b',
    ];
    const ms = cpuMs(() => {
      for (const glob of globs)
        for (const path of ['a'.repeat(250), 'a/'.repeat(125), 'a'.repeat(4_000)])
          expect(matches(glob, path)).toBe(false);
    });
    expect(ms).toBeLessThan(5_000);
  });

  it('expands the ranges of a glob to 1,000 texts together', () => {
    expect(matches('{1..500}{1..500}', '499499')).toBe(true);
    expect(matches('{1..500}{1..501}', '1{1..501}')).toBe(true);
  });

  it('counts the states of a large glob among its visits', () => {
    const budget = { left: 1_000 };
    const isChosen = globMatcher(['x'.repeat(4_000)], { budget });
    for (let count = 0; count < 20; count += 1) isChosen('a');
    expect(budget.left).toBeLessThanOrEqual(0);
  });

  it('matches nothing any more when the visits for all globs are used up', () => {
    const budget = { left: 50 };
    const isChosen = globMatcher(['**/*.js'], { budget });
    const answers = Array.from({ length: 20 }, () => isChosen('src/a.js'));
    expect(answers[0]).toBe(true);
    expect(answers.at(-1)).toBe(false);
    expect(budget.left).toBeLessThanOrEqual(0);
  });
});
