import { linesAt, nearestLines } from '../../../src/domain/edit-text';
import { heavyFolder } from '../../../src/domain/heavy-folders';
import {
  ancestorPaths,
  baseName,
  checkPath,
  joinPath,
  parentPath,
  utf8Length,
} from '../../../src/domain/paths';

describe('checkPath', () => {
  test.each([
    'a',
    'src/a.ts',
    '.env',
    '...',
    'a..b/c',
    'é/한글 🙂',
    '.gitignore',
    '.github/x',
    'ab:c',
    'x'.repeat(255),
  ])('%j may be used', (path) => {
    expect(checkPath(path)).toBeUndefined();
  });

  test.each([
    ['', 'empty'],
    ['a//b', 'empty-part'],
    ['a/', 'empty-part'],
    ['.', 'current-folder'],
    ['a/./b', 'current-folder'],
    ['..', 'parent-folder'],
    ['a/../b', 'parent-folder'],
    ['/etc/passwd', 'absolute'],
    ['a\0b', 'nul'],
    ['C:/x', 'drive-letter'],
    ['c:x', 'drive-letter'],
    ['a\\..\\b', 'backslash'],
    ['\\\\server\\x', 'backslash'],
    ['a\udc80', 'not-text'],
    ['x'.repeat(256), 'name-too-long'],
    ['é'.repeat(128), 'name-too-long'],
    ['abc/'.repeat(1_100) + 'x', 'path-too-long'],
    ['.git', 'git-internals'],
    ['sub/.git/config', 'git-internals'],
    ['.GIT/hooks/pre-commit', 'git-internals'],
    ['.git. /x', 'git-internals'],
    ['git~1/x', 'git-internals'],
  ])('%j is refused: %s', (path, name) => {
    const problem = checkPath(path);
    expect(problem?.name).toBe(name);
    expect(problem?.message.length).toBeLessThan(200);
  });

  test('parts of paths', () => {
    expect([parentPath('a/b/c'), parentPath('a'), baseName('a/b'), baseName('a')]).toEqual([
      'a/b',
      '',
      'b',
      'a',
    ]);
    expect(ancestorPaths('a/b/c')).toEqual(['a', 'a/b']);
    expect([joinPath('', 'a'), joinPath('a', 'b')]).toEqual(['a', 'a/b']);
    for (const text of ['a', 'é', '한', '🙂']) expect(utf8Length(text)).toBe(Buffer.byteLength(text));
  });
});

describe('heavy folders', () => {
  test.each([
    ['node_modules', [], 'dependencies'],
    ['.git', [], 'history'],
    ['target', ['Cargo.toml'], 'output'],
    ['dist', ['package.json'], 'output'],
    ['__pycache__', [], 'cache'],
  ])('%s beside %j is %s', (name, siblings, kind) => {
    expect(heavyFolder(name, new Set(siblings))?.kind).toBe(kind);
  });

  test.each([
    ['target', []],
    ['build', ['README.md']],
    ['src', ['package.json']],
    ['constructor', []],
  ])('%s beside %j is captured', (name, siblings) => {
    expect(heavyFolder(name, new Set<string>(siblings))).toBeUndefined();
  });
});

describe('nearest lines', () => {
  const text =
    'import x\n\nfunction a() {\n  return 1;\n}\n\nfunction b(n: number) {\n  if (n < 3) return n;\n  return 2;\n}\n';

  test('shows what looks most like the search, with line numbers', () => {
    expect(nearestLines(text, 'if (n <= 3) return n;\nreturn 2;')).toBe(
      '≠: if (n <= 3) return n;\n8:   if (n < 3) return n;\n9:   return 2;',
    );
  });

  test('shows nothing where nothing is alike', () => {
    expect(nearestLines(text, '§§§§')).toBeUndefined();
    expect(nearestLines('', 'x')).toBeUndefined();
  });

  test('lines at offsets', () => {
    expect(linesAt('a\r\nb\r\nc', [1, 2, 3])).toBe('1: a\n2: b\n3: c');
  });
});
