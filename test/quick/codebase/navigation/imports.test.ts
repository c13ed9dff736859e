import type { ImportFact } from '../../../../src/codebase/navigation/facts';
import { ImportResolver } from '../../../../src/codebase/navigation/imports';
import { plainJson } from '../../../../src/codebase/navigation/imports/manifests';
import type { CodeLanguage } from '../../../../src/codebase/navigation/types';

const RANGE = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };

function fact(specifier: string, ...names: string[]): ImportFact {
  return { specifier, names: names.map((name) => ({ name, local: name })), range: RANGE };
}

function resolve(
  language: CodeLanguage,
  { paths, manifests = {} }: { paths: string[]; manifests?: Record<string, string> },
  from: string,
  imported: ImportFact,
): string[] {
  const all = [...paths, ...Object.keys(manifests)];
  return new ImportResolver(all, new Map(Object.entries(manifests))).resolve(imported, from, language);
}

const SCRIPTS = {
  paths: [
    'src/a.ts',
    'src/b.ts',
    'src/folder/index.ts',
    'src/view.tsx',
    'packages/core/src/index.ts',
    'packages/core/src/deep.ts',
    'packages/app/src/main.ts',
    'packages/app/src/lib/tool.ts',
  ],
  manifests: {
    'packages/core/package.json': '{"name":"@shop/core","main":"./dist/index.js"}',
    'packages/app/package.json': '{"name":"app","imports":{"#lib/*":"./src/lib/*.ts"}}',
    'packages/app/tsconfig.json':
      '{ // paths\n "compilerOptions": { "baseUrl": "src", "paths": { "~/*": ["lib/*"], }, } }',
  },
};

test.each([
  ['src/a.ts', './b', 'src/b.ts'],
  ['src/a.ts', './b.js', 'src/b.ts'],
  ['src/a.ts', './folder', 'src/folder/index.ts'],
  ['src/folder/index.ts', '../view', 'src/view.tsx'],
  ['src/folder/index.ts', '..', undefined],
  ['packages/app/src/main.ts', '@shop/core', 'packages/core/src/index.ts'],
  ['packages/app/src/main.ts', '@shop/core/deep', 'packages/core/src/deep.ts'],
  ['packages/app/src/main.ts', '~/tool', 'packages/app/src/lib/tool.ts'],
  ['packages/app/src/main.ts', 'lib/tool', 'packages/app/src/lib/tool.ts'],
  ['packages/app/src/main.ts', '#lib/tool', 'packages/app/src/lib/tool.ts'],
  ['src/a.ts', '~/tool', undefined],
  ['src/a.ts', 'react', undefined],
  ['src/a.ts', '../../../../etc/passwd', undefined],
])('in %s the import of %s means %s', (from, specifier, meant) => {
  expect(resolve('typescript', SCRIPTS, from, fact(specifier))).toEqual(meant === undefined ? [] : [meant]);
});

test('Python modules are found from the root, from the folder of the importer, and by dots', () => {
  const tree = { paths: ['shop/__init__.py', 'shop/user.py', 'shop/api/views.py', 'src/tools/text.py'] };
  const from = 'shop/api/views.py';
  expect(resolve('python', tree, from, fact('shop.user', 'User'))).toEqual(['shop/user.py']);
  expect(resolve('python', tree, from, fact('..user', 'User'))).toEqual(['shop/user.py']);
  expect(resolve('python', tree, from, fact('..', 'user'))).toEqual(['shop/__init__.py', 'shop/user.py']);
  expect(resolve('python', tree, from, fact('tools.text'))).toEqual(['src/tools/text.py']);
  expect(resolve('python', tree, from, fact('os'))).toEqual([]);
});

test('a Go import means the files of its package, tests left out', () => {
  const tree = {
    paths: ['main.go', 'store/a.go', 'store/b.go', 'store/a_test.go'],
    manifests: { 'go.mod': 'module example.com/shop\n\ngo 1.22\n' },
  };
  expect(resolve('go', tree, 'main.go', fact('example.com/shop/store'))).toEqual([
    'store/a.go',
    'store/b.go',
  ]);
  expect(resolve('go', tree, 'main.go', fact('fmt'))).toEqual([]);
});

test('Rust paths lead through modules of the crate, above it, and of other crates', () => {
  const tree = {
    paths: ['core/src/lib.rs', 'core/src/user/mod.rs', 'core/src/user/mail.rs', 'app/src/main.rs'],
    manifests: {
      'core/Cargo.toml': '[package]\nname = "shop-core"\n',
      'app/Cargo.toml': '[package]\nname = "app"\n',
    },
  };
  const lib = 'core/src/lib.rs';
  expect(resolve('rust', tree, lib, fact('self::user'))).toEqual(['core/src/user/mod.rs']);
  expect(resolve('rust', tree, lib, fact('crate::user::mail::send'))).toEqual(['core/src/user/mail.rs']);
  expect(resolve('rust', tree, 'core/src/user/mail.rs', fact('super::User'))).toEqual([
    'core/src/user/mod.rs',
  ]);
  expect(resolve('rust', tree, 'app/src/main.rs', fact('shop_core::user::User'))).toEqual([
    'core/src/user/mod.rs',
  ]);
  expect(resolve('rust', tree, lib, fact('std::fs'))).toEqual([]);
});

test('Java imports mean a class, the class of a static member, or a whole package', () => {
  const tree = { paths: ['app/src/main/java/com/shop/User.java', 'app/src/main/java/com/shop/Mail.java'] };
  const from = 'app/src/main/java/com/shop/web/Page.java';
  expect(resolve('java', tree, from, fact('com.shop.User', 'User'))).toEqual([tree.paths[0]]);
  expect(resolve('java', tree, from, fact('com.shop.Mail.send', 'send'))).toEqual([tree.paths[1]]);
  expect(resolve('java', tree, from, fact('com.shop', '*'))).toEqual(tree.paths);
  expect(resolve('java', tree, from, fact('java.util.List', 'List'))).toEqual([]);
});

test('settings with comments and trailing commas are read, and texts in them kept', () => {
  expect(plainJson('{ /* a */ "url": "http://x/*y*/", // b\n "list": [1, 2,], }')).toEqual({
    url: 'http://x/*y*/',
    list: [1, 2],
  });
  expect(plainJson('{ broken')).toBeUndefined();
});
