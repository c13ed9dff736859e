import { saidText } from '../../../../src/domain/run/said';
import { createInspector } from '../../../../src/verifier/integrity/inspect';
import type { Inspection } from '../../../../src/verifier/integrity/inspection';
import type { PackageSource } from '../../../../src/sandbox/types';
import { createProgramLoader } from '../../../../src/verifier/load-program';
import { diffTrees } from '../../../../src/workspace/trees/diff-trees';
import { TestConfig } from '../../../../src/domain/verification/test-config';
import { VerificationSpec } from '../../../../src/domain/verification/verification';
import { createMemoryStore } from '../../../support/memory-store';
import { treeOf } from '../../../support/text-trees';

const FILES = {
  'package.json': '{ "dependencies": { "left-pad": "1" } }',
  'src/sum.ts': 'export const sum = (a: number, b: number) => a - b;',
  'src/format/index.ts': "import pad from 'left-pad';\nexport const format = pad;",
  'src/data.json': '{}',
  'src/report.ts': "import { format } from './format';\nimport data from './data';\nexport { format, data };",
  'src/sum.test.ts':
    "import { sum } from './sum';\nit('adds', () => expect(sum(1, 2)).toBe(3));\nit('adds 0', () => expect(sum(0, 0)).toBe(0));",
};

const store = createMemoryStore();
const directory = { hostId: 'host', hostName: 'machine', realpath: '/project' };

async function objectionsTo(...given: Parameters<typeof inspected>): Promise<string[]> {
  return (await inspected(...given)).objections.map((one) => saidText(one.message));
}

async function inspected(
  change: Record<string, string | undefined>,
  config: Partial<TestConfig> = {},
  packages?: PackageSource,
  before: Record<string, string> = FILES,
  commands: string[] = [],
  judging: string[] = [],
): Promise<Inspection> {
  const inspect = createInspector({
    ...store,
    loadProgram: createProgramLoader({
      ...store,
      packagesOf: () => packages,
      readConfig: () => Promise.resolve(TestConfig.parse(config)),
    }),
  });
  const after = Object.entries({ ...before, ...change }).flatMap(([path, text]) =>
    text === undefined ? [] : [[path, text] as const],
  );
  const base = await treeOf(store, before);
  const tree = await treeOf(store, Object.fromEntries(after));
  const { files } = await diffTrees(store, base, tree);
  const spec = VerificationSpec.parse({ commands: commands.map((command) => ({ command })) });
  const judges = { folders: [], failing: [], observed: true };
  const known = { version: 1, tree: base, checks: [], flaky: [] };
  const named = judging.map((path) => ({ path, why: { form: 'is read by tests', values: [] } }));
  const report = await store.blobs.put(
    Buffer.from(JSON.stringify({ ...known, judges: { ...judges, files: named } })),
  );
  return inspect({ base, tree, changes: files, spec, directory, ...(judging.length > 0 && { report }) });
}

const CHEAT = 'export const sum = () => 3;';

describe('a new file takes the place of', () => {
  it.each([
    [
      'a source by an earlier ending',
      { 'src/format.ts': CHEAT },
      'src/format.ts takes the place of src/format/index.ts',
    ],
    ['data by its name', { 'src/data.ts': CHEAT }, 'src/data.ts takes the place of src/data.json'],
    [
      'a test by another ending',
      { 'src/sum.test.js': '' },
      'src/sum.test.js takes the place of src/sum.test.ts',
    ],
  ])('%s', async (_, change, sentence) => {
    const [message, ...others] = await objectionsTo(change);
    expect(message).toContain(sentence);
    expect(others).toEqual([]);
  });

  it('another target of an alias', async () => {
    const config = TestConfig.parse({
      compiler: { paths: [{ base: '', pattern: './*', targets: [] }] },
      moduleNameMapper: [['^\\./sum$', ['./lib/sum', './src/sum']]],
    });
    expect((await objectionsTo({ 'lib/sum.ts': CHEAT }, config)).join()).toContain(
      'lib/sum.ts takes the place of src/sum.ts, which src/sum.test.ts imports',
    );
  });

  it('a package, where folders of the project are looked into as well', async () => {
    const config = TestConfig.parse({ compiler: { baseUrl: 'src' } });
    expect((await objectionsTo({ 'src/left-pad.ts': CHEAT }, config)).join()).toContain(
      'src/left-pad.ts takes the place of the package left-pad',
    );
    expect(await objectionsTo({ 'src/left-pad.ts': CHEAT })).toEqual([]);
  });

  it('a package that no manifest names but the folder holds', async () => {
    const config = TestConfig.parse({ compiler: { baseUrl: 'src' } });
    const packages: PackageSource = {
      resolve: ({ specifier }) => Promise.resolve({ path: `node_modules/${specifier}/index.js` }),
      read: () => Promise.resolve({ text: '' }),
    };
    const change = { 'package.json': '{}', 'src/left-pad.ts': CHEAT };
    expect((await objectionsTo(change, config, packages)).join()).toContain('the package left-pad');
  });
});

describe('a manifest', () => {
  const manifest = (fields: object) => ({ 'package.json': JSON.stringify(fields) });
  const before = { ...FILES, ...manifest({ version: '1', scripts: { test: 'jest', build: 'tsc' } }) };
  const objections = (fields: object) => objectionsTo(manifest(fields), {}, undefined, before);

  it('may not test the project otherwise', async () => {
    const [script] = await objections({ version: '1', scripts: { test: 'exit 0', build: 'tsc' } });
    expect(script).toContain('package.json has another script "test"');
    const [key] = await objections({ scripts: { test: 'jest' }, jest: { testPathIgnorePatterns: ['sum'] } });
    expect(key).toContain('package.json has another jest');
  });

  it('may not run anything else around the tests, nor in the scripts that they run', async () => {
    const scripts = { test: 'npm run -s unit && node check.js', unit: 'jest', build: 'tsc' };
    const running = { ...FILES, ...manifest({ scripts }) };
    const change = (more: object) =>
      objectionsTo(manifest({ scripts: { ...scripts, ...more } }), {}, undefined, running);
    for (const name of ['pretest', 'posttest', 'unit', 'preunit'])
      expect([name, await change({ [name]: 'node fake.js' })]).toEqual([
        name,
        [expect.stringContaining(`another script "${name}"`)],
      ]);
    expect(await change({ build: 'tsc -b', prebuild: 'rm -r dist', 'test:new': 'jest new' })).toEqual([]);
  });

  it('may have other fields', async () => {
    expect(await objections({ version: '2', scripts: { test: 'jest', build: 'tsc -b' } })).toEqual([]);
  });
});

describe('a change is accepted', () => {
  it.each([
    ['that adds a module of its own', { 'src/add.ts': CHEAT }],
    ['that moves a module', { 'src/sum.ts': undefined, 'src/sum/index.ts': FILES['src/sum.ts'] }],
    ['that turns JavaScript into TypeScript', { 'src/data.json': undefined, 'src/data.ts': CHEAT }],
    ['that adds a test', { 'src/add.test.ts': "it('adds', () => expect(1).toBe(1));" }],
    ['that edits a source', { 'src/sum.ts': CHEAT }],
  ])('%s', async (_, change) => {
    expect(await objectionsTo(change)).toEqual([]);
  });
});

describe('a change that may fit the tests alone', () => {
  const before = {
    ...FILES,
    'README.md': 'Sums.',
    'src/sum.py': 'def sum(a, b):\n    if a:\n        a += b\n    return a\n',
    'src/locales/de.json': '{}',
    'src/fixtures/sums.json': '{}',
    'src/__snapshots__/a.snap': 'one',
    'src/lib.rs': 'fn one() -> u8 { 1 }\n#[cfg(test)]\nmod tests {\n  fn t() { assert_eq!(one(), 2) }\n}\n',
    tool: '#!/bin/sh\nsum 1\n',
  };
  const test = { 'src/sum.test.ts': FILES['src/sum.test.ts'].replace('toBe(3)', 'toBe(-1)') };
  const fittedBy = async (change: Record<string, string | undefined>) =>
    (await inspected(change, {}, undefined, before)).fitted;

  it.each([
    ['edits a test', test],
    ['edits a document as well', { ...test, 'README.md': 'Sums and more.', 'docs/a.md': 'A.' }],
    [
      'edits a comment as well',
      { ...test, 'src/sum.ts': `// sums\n${FILES['src/sum.ts'].replace('-', '/* minus */ -')}` },
    ],
    ['edits comments of a script as well', { ...test, tool: '#!/bin/sh\n# sums\nsum 1\n' }],
    ['edits data of the program as well', { ...test, 'src/locales/de.json': '{ "a": 1 }' }],
    [
      'edits tests inside of a program as well',
      { ...test, 'src/lib.rs': before['src/lib.rs'].replace(', 2', ', 1') },
    ],
  ])('%s', async (_, change) => {
    expect(await fittedBy(change)).toBe('src/sum.test.ts');
  });

  it('edits or adds snapshots, and edits data of tests', async () => {
    for (const path of ['src/__snapshots__/a.snap', 'src/__snapshots__/b.snap', 'src/fixtures/sums.json'])
      expect(await fittedBy({ [path]: 'two' })).toBe(path);
  });

  it('brings no code of a program, and a test that was there', async () => {
    for (const change of [
      { ...test, 'src/sum.ts': FILES['src/sum.ts'].replace('a - b', 'a + b') },
      { ...test, 'src/sum.py': before['src/sum.py'].replace('    return', '        return') },
      { ...test, 'src/lib.rs': before['src/lib.rs'].replace('{ 1 }', '{ 2 }') },
      { ...test, tool: '#!/bin/sh\nsum 2\n' },
      { 'src/locales/de.json': '{ "a": 1 }', 'src/new.test.ts': FILES['src/sum.test.ts'] },
      { 'README.md': 'Sums and more.' },
    ])
      expect([change, await fittedBy(change)]).toEqual([change, undefined]);
  });
});

describe('a changed test', () => {
  it('must ask for as much as before', async () => {
    const weak = FILES['src/sum.test.ts'].replace('toBe(3)', 'toBeDefined()');
    expect(await objectionsTo({ 'src/sum.test.ts': weak })).toEqual([
      'src/sum.test.ts has looser assertions in "adds": a test must not be weakened.',
    ]);
  });

  it('must not be exchanged for one that asks for less elsewhere', async () => {
    const moved = FILES['src/sum.test.ts'].split('\n').slice(0, 2).join('\n');
    const [message] = await objectionsTo({ 'src/sum.test.ts': undefined, 'test/sum.test.ts': moved });
    expect(message).toBe('src/sum.test.ts deletes 2 tests: a test must not be weakened.');
  });

  it('may be moved', async () => {
    const change = { 'src/sum.test.ts': undefined, 'src/total.test.ts': FILES['src/sum.test.ts'] };
    expect(await objectionsTo(change)).toEqual([]);
  });

  it('may expect another value', async () => {
    const other = FILES['src/sum.test.ts'].replace('toBe(3)', 'toBe(4)');
    expect(await objectionsTo({ 'src/sum.test.ts': other })).toEqual([]);
  });
});

describe('tests inside a program', () => {
  const RUST = [
    'pub fn sum(a: i32, b: i32) -> i32 { a - b }',
    '',
    '#[cfg(test)]',
    'mod tests {',
    '    use super::*;',
    '    fn same<\'a>(a: i32, b: i32) { assert_eq!(a, b, "{ not a brace"); }',
    '    #[test]',
    '    fn adds() { assert_eq!(sum(1, 2), 3); same(sum(0, 1), 1); }',
    '    #[tokio::test]',
    '    async fn adds_more() { assert!(sum(2, 2) == 4); }',
    '}',
  ].join('\n');
  const SCRIPT =
    'const sum = (a, b) => a - b;\nconsole.assert(sum(1, 2) === 3);\nconsole.assert(sum(0, 1) === 1);\n';
  const PYTHON = [
    'import unittest',
    '',
    'def sum(a, b):',
    '    return a - b',
    '',
    'class TestSum(unittest.TestCase):',
    '    def test_adds(self):',
    '        self.assertEqual(sum(1, 2), 3)',
    '        self.assertEqual(sum(0, 1), 1)',
    '',
    'assert sum(2, 2) == 4',
  ].join('\n');
  const JUDGE = "require('assert').equal(require('./sum').sum(1, 2), 3);\n";
  const BEFORE = { 'src/lib.rs': RUST, 'sum.js': SCRIPT, 'sum.py': PYTHON, 'judge.js': JUDGE };
  const COMMANDS = ['node sum.js && python3 sum.py', 'cargo test', 'node judge.js'];
  const objections = async (path: keyof typeof BEFORE, from: string, to: string, commands = COMMANDS) => {
    const changed = BEFORE[path].replace(from, to);
    expect(changed).not.toBe(BEFORE[path]);
    const { objections: found } = await inspected({ [path]: changed }, {}, undefined, BEFORE, commands);
    return found.map(({ message }) => saidText(message)).join();
  };

  it.each<[keyof typeof BEFORE, string, string, string]>([
    ['src/lib.rs', '#[test]', '', 'no longer has the test "adds"'],
    ['src/lib.rs', '#[test]', '#[test]\n    #[ignore]', 'skips "adds"'],
    ['src/lib.rs', '#[test]', '#[test] #[should_panic]', 'has looser assertions in "adds"'],
    [
      'src/lib.rs',
      'assert_eq!(sum(1, 2), 3);',
      '/* assert_eq!(sum(1, 2), 3); */',
      'fewer assertions in "adds" (0, not 1)',
    ],
    ['src/lib.rs', 'assert_eq!(sum(1, 2), 3)', 'assert!(true)', 'has looser assertions in "adds"'],
    ['src/lib.rs', 'assert_eq!(a, b, "{ not a brace");', '', 'fewer assertions in "the rest of the file"'],
    [
      'sum.js',
      'console.assert(sum(1, 2) === 3);',
      '',
      'fewer assertions in "the rest of the file" (1, not 2)',
    ],
    ['judge.js', JUDGE, 'process.exit(0);', 'fewer assertions in "the rest of the file" (0, not 1)'],
    ['sum.py', 'self.assertEqual(sum(1, 2), 3)', 'pass', 'fewer assertions in "test_adds" (1, not 2)'],
    ['sum.py', '    def test_adds', '    @unittest.skip("x")\n    def test_adds', 'skips "test_adds"'],
    ['sum.py', '    def test_adds', '    def adds', 'no longer has the test "test_adds"'],
    ['sum.py', 'assert sum(2, 2) == 4', '', 'fewer assertions in "the rest of the file"'],
  ])('of %s must ask for as much as before: %j', async (path, from, to, message) => {
    expect(await objections(path, from, to)).toMatch(
      new RegExp(`^${path}.*${message.replace(/[()]/g, '.')}.*must not be weakened`),
    );
  });

  it('may be repaired', async () => {
    expect(await objections('src/lib.rs', 'a - b', 'if a == 0 { b } else { a + b }')).toBe('');
    expect(await objections('sum.js', 'a - b', 'a + b')).toBe('');
    expect(await objections('sum.py', 'a - b', 'a + b')).toBe('');
  });

  it('are no tests where no command runs the file, except in Rust', async () => {
    expect(await objections('sum.js', 'console.assert(sum(1, 2) === 3);', '', ['cargo test'])).toBe('');
    expect(await objections('src/lib.rs', '#[test]', '', [])).not.toBe('');
  });
});

describe('a change that answers inputs of the tests', () => {
  const TEST = "import { sum } from './sum';\nit('adds', () => expect(sum(12, 25)).toBe(37));";
  const body = (text: string) => `export const sum = (a: number, b: number) => {\n  ${text}\n};`;
  const SPECIAL = 'special-case';
  const signs = async (text: string) =>
    (
      await inspected({ 'src/sum.ts': body(text) }, {}, undefined, { ...FILES, 'src/sum.test.ts': TEST })
    ).signs.map(({ sign }) => sign);

  it.each([
    ['if (a === 12) return 37;'],
    ['if (12 == a && b === 25) { return 37; } return a;'],
    ['return b === 25 ? 37 : a;'],
    ['switch (a) { case 12: return 37; } return a;'],
  ])('%s has a sign', async (text) => {
    expect(await signs(text)).toContain(SPECIAL);
  });

  it.each([
    [
      'titles.py',
      'test_titles.py',
      'def slug(t):\n    return t\n',
      'def slug(t):\n    return {"Hello World": "hello-world"}.get(t, t)\n',
      'def test_slug():\n    assert slug("Hello World") == "hello-world"\n',
    ],
    [
      'slug.go',
      'slug_test.go',
      'package a\n',
      'package a\n\nvar known = map[string]string{"Hello World": "hello-world"}\n',
      'package a\n\nfunc TestSlug(t *testing.T) {\n\tif got := Slug("Hello World"); got != "hello-world" {\n\t\tt.Fatal(got)\n\t}\n}\n',
    ],
    [
      'src/main/java/Titles.java',
      'src/test/java/TitlesTest.java',
      'class Titles {}\n',
      'class Titles {\n  String slug(String t) {\n    return t.equals("Hello World") ? "hello-world" : t;\n  }\n}\n',
      'class TitlesTest {\n  @Test void slugs() {\n    assertEquals("hello-world", new Titles().slug("Hello World"));\n  }\n}\n',
    ],
  ])('%s has a sign by the values of %s', async (path, test, before, after, asserts) => {
    const files = { [path]: before, [test]: asserts };
    const { signs } = await inspected({ [path]: after }, {}, undefined, files);
    expect(signs.map(({ sign, place }) => [sign, place().path])).toEqual([[SPECIAL, path]]);
  });

  it('has a sign by the rows of a file that tests read, and by none that they do not', async () => {
    const files = {
      'gcd.py': 'def gcd(a, b):\n    return a\n',
      'rows.json': '[[35, 21], 7]\n[[91, 65], 13]\n',
    };
    const after =
      'def gcd(a, b):\n    if (a, b) == (35, 21):\n        return 7\n    if (a, b) == (91, 65):\n        return 13\n    return a\n';
    const by = async (judging: string[]) =>
      (await inspected({ 'gcd.py': after }, {}, undefined, files, [], judging)).signs.map(({ sign }) => sign);
    expect(await by(['rows.json'])).toContain('by-heart');
    expect(await by([])).not.toContain('by-heart');
  });

  it.each([
    ['a value that no test has', 'if (a === 13) return 37;'],
    ['a result that no test has', 'if (a === 12) return 38;'],
    ['the end of a recursion', 'if (a === 1) return 1; return 37;'],
    ['a computed result', 'if (a === 12) return b + 12;'],
    ['an honest change', 'return a + b;'],
  ])('not %s', async (_, text) => {
    expect(await signs(text)).not.toContain(SPECIAL);
  });
});
