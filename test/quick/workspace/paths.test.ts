import { heavyFolder } from '../../../src/domain/files/heavy-folders';
import {
  ancestorPaths,
  baseName,
  checkPath,
  foldName,
  joinPath,
  parentPath,
  pathWarning,
  utf8Length,
} from '../../../src/domain/files/paths';

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
    ['.git:stream', 'git-internals'],
    ['.gi\u200dt/x', 'git-internals'],
  ])('%j is refused: %s', (path, name) => {
    const problem = checkPath(path);
    expect(problem?.name).toBe(name);
    expect(problem?.message.length).toBeLessThan(200);
  });

  test.each(['a', 'src/.env', 'console.ts', 'com10', 'auxiliary', 'a b/c', '한'])(
    '%j can stand anywhere',
    (path) => {
      expect(pathWarning(path)).toBeUndefined();
    },
  );

  test.each([
    ['a./b', /ends in a dot/],
    ['a ', /ends in a dot or a space/],
    ['src/con', /device/],
    ['NUL.txt', /device/],
    ['com1.ts', /device/],
    ['LPT9', /device/],
    ['a:b', /":"/],
    ['what?', /"\?"/],
    ['line\nend', /"\\n"/],
  ])('%j cannot stand on Windows', (path, why) => {
    expect(pathWarning(path)).toMatch(why);
  });

  test('names that are taken for one', () => {
    for (const [a, b] of [
      ['README', 'readme'],
      ['\u00e9', 'e\u0301'],
      ['\u00c9', 'e\u0301'],
    ] as const)
      expect(foldName(a)).toBe(foldName(b));
    expect(foldName('a')).not.toBe(foldName('b'));
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
