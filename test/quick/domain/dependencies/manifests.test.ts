import { isSamePackage, packageOf } from '../../../../src/domain/dependencies/import-names';
import { isWideRange } from '../../../../src/domain/dependencies/assess';
import { readLockFile } from '../../../../src/domain/dependencies/lock-files';
import { readManifest } from '../../../../src/domain/dependencies/manifests';

const names = (path: string, text: string) =>
  readManifest(path, text)?.declared.map(({ name, range, kind, line }) => [name, range, kind, line]);

describe('manifests', () => {
  test('requirements name distributions with ranges, extras, markers and comments', () => {
    const text =
      '# web\nflask==3.0\nuvicorn[standard]>=0.2 ; python_version > "3"\nnumpy # any\n-r other.txt\n';
    expect(names('requirements.txt', text)).toEqual([
      ['flask', '==3.0', 'runtime', 2],
      ['uvicorn', '>=0.2', 'runtime', 3],
      ['numpy', '', 'runtime', 4],
    ]);
  });

  test('a pyproject declares by arrays, groups and tables of Poetry', () => {
    const text = [
      '[project]',
      'name = "shop"',
      'dependencies = [',
      '  "httpx>=0.27",',
      '  "pydantic==2.1",',
      ']',
      '[project.optional-dependencies]',
      'docs = ["sphinx"]',
      '[tool.poetry.group.dev.dependencies]',
      'pytest = "^8.0"',
    ].join('\n');
    expect(names('pyproject.toml', text)).toEqual([
      ['httpx', '>=0.27', 'runtime', 4],
      ['pydantic', '==2.1', 'runtime', 5],
      ['sphinx', '', 'optional', 8],
      ['pytest', '^8.0', 'dev', 10],
    ]);
  });

  test('modules of Go that are needed by others alone are left out', () => {
    const text = 'module example.com/shop\n\nrequire (\n\ta.org/x v1.2.3\n\tb.org/y v0.1.0 // indirect\n)\n';
    expect(names('go.mod', text)).toEqual([['a.org/x', 'v1.2.3', 'runtime', 4]]);
  });

  test('crates of the project itself are no dependencies of Cargo', () => {
    const text =
      '[package]\nname = "shop"\n[dependencies]\nserde = { version = "1", features = ["derive"] }\nown = { path = "../own" }\n';
    expect(names('Cargo.toml', text)).toEqual([['serde', '1', 'runtime', 4]]);
  });

  test('a manifest that is no JSON is none', () => {
    expect(readManifest('package.json', '{ "name": ')).toBeUndefined();
  });
});

describe('lock files', () => {
  test.each([
    ['yarn.lock', '"@a/b@^1.0.0", "@a/b@^1.1.0":\n  version "1.2.0"\n', '@a/b', '1.2.0'],
    ['pnpm-lock.yaml', "packages:\n\n  '@a/b@1.2.0':\n    resolution: {}\n", '@a/b', '1.2.0'],
    ['Cargo.lock', '[[package]]\nname = "serde"\nversion = "1.0.9"\n', 'serde', '1.0.9'],
  ])('%s tells names and versions', (path, text, name, version) => {
    expect(readLockFile(path, text).packages).toEqual([{ name, version }]);
  });
});

describe('imports', () => {
  test.each([
    ['@scope/name/deep', 'npm', '@scope/name'],
    ['lodash/fp', 'npm', 'lodash'],
    ['./own', 'npm', undefined],
    ['#own', 'npm', undefined],
    ['@/own', 'npm', undefined],
    ['os.path', 'python', undefined],
    ['yaml', 'python', 'pyyaml'],
    ['fmt', 'go', undefined],
    ['std::fs', 'cargo', undefined],
  ] as const)('%s of %s means the package %s', (specifier, ecosystem, name) => {
    expect(packageOf(specifier, ecosystem)).toBe(name);
  });

  test('types, dashes and extras of a name do not make another package', () => {
    expect(isSamePackage('node', '@types/node', 'npm')).toBe(true);
    expect(isSamePackage('typing-extensions', 'typing_extensions', 'python')).toBe(true);
    expect(isSamePackage('serde_json', 'serde-json', 'cargo')).toBe(true);
    expect(isSamePackage('lodash', 'lodash-es', 'npm')).toBe(false);
  });
});

test.each([
  ['*', true],
  ['>=1.0', true],
  ['latest', true],
  ['>=1.0 <2', false],
  ['^1.2.3', false],
  ['workspace:*', false],
])('the range %s is wide: %s', (range, isWide) => {
  expect(isWideRange({ range }, 'npm')).toBe(isWide);
});
