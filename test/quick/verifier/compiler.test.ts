import type { PackageSource } from '../../../src/sandbox/types';
import { readCompiler } from '../../../src/verifier/test-config/compiler';
import { ConfigTree } from '../../../src/verifier/test-config/tree';

const tree = (files: Record<string, unknown>) =>
  new ConfigTree(
    new Map(
      Object.entries(files).map(([path, text]) => [
        path,
        typeof text === 'string' ? text : JSON.stringify(text),
      ]),
    ),
  );

const options = (compilerOptions: object, more: object = {}) => ({ compilerOptions, ...more });

describe('the settings of the compiler', () => {
  it('are read with comments and trailing commas', async () => {
    const text = `{
      // how we build
      "compilerOptions": {
        "jsx": "react-jsx", /* automatic */
        "jsxImportSource": "preact",
        "experimentalDecorators": true, "emitDecoratorMetadata": true,
        "baseUrl": "./src",
        "paths": { "~/*": ["*", "../gen/*"], },
      },
    }`;
    expect(await readCompiler(tree({ 'tsconfig.json': text }), undefined, '')).toEqual({
      jsx: 'automatic',
      jsxImportSource: 'preact',
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      baseUrl: 'src',
      paths: [{ base: 'src', pattern: '~/*', targets: ['*', '../gen/*'] }],
    });
  });

  it.each([
    ['react', 'classic'],
    ['react-jsx', 'automatic'],
    ['react-jsxdev', 'automatic'],
    ['preserve', 'preserve'],
    ['react-native', 'preserve'],
    ['nonsense', undefined],
  ])('jsx "%s" is %s', async (jsx, expected) => {
    expect((await readCompiler(tree({ 'tsconfig.json': options({ jsx }) }), undefined, '')).jsx).toBe(
      expected,
    );
  });

  it('are built on others, paths from where they were written', async () => {
    const files = {
      'configs/base.json': options({
        jsx: 'react',
        jsxFactory: 'h',
        paths: { '@shared/*': ['../shared/*'] },
      }),
      'configs/strict.json': options({ experimentalDecorators: true }, { extends: './base' }),
      'packages/a/tsconfig.json': options(
        { jsxFactory: 'x' },
        { extends: ['../../configs/base.json', '../../configs/strict'] },
      ),
    };
    expect(await readCompiler(tree(files), undefined, 'packages/a')).toEqual({
      jsx: 'classic',
      jsxPragma: 'x',
      experimentalDecorators: true,
      paths: [{ base: 'configs', pattern: '@shared/*', targets: ['../shared/*'] }],
    });
  });

  it('are built on packages', async () => {
    const packages: PackageSource = {
      resolve: ({ specifier }) =>
        Promise.resolve(
          specifier === '@tsconfig/next/tsconfig.json'
            ? { path: `node_modules/${specifier}` }
            : { missing: 'not here' },
        ),
      read: (path) =>
        Promise.resolve({ text: path.endsWith('.json') ? '{"compilerOptions": {"jsx": "preserve"}}' : '' }),
    };
    for (const base of ['@tsconfig/next/tsconfig.json', '@tsconfig/next/tsconfig', '@tsconfig/next']) {
      const files = { 'tsconfig.json': options({}, { extends: base }) };
      expect(await readCompiler(tree(files), packages, '')).toMatchObject({ jsx: 'preserve' });
      expect((await readCompiler(tree(files), undefined, '')).jsx).toBeUndefined();
    }
  });

  it('come from the nearest file above, and from jsconfig.json', async () => {
    const files = {
      'tsconfig.json': options({ jsx: 'react' }),
      'web/jsconfig.json': options({ jsx: 'preserve' }),
    };
    expect((await readCompiler(tree(files), undefined, 'web/src/deep')).jsx).toBe('preserve');
    expect((await readCompiler(tree(files), undefined, 'server')).jsx).toBe('classic');
  });

  it('come from what a file refers to that says nothing itself', async () => {
    const files = {
      'tsconfig.json': { files: [], references: [{ path: './tsconfig.node.json' }, { path: './app' }] },
      'tsconfig.node.json': {},
      'app/tsconfig.json': options({ jsx: 'react-jsx', paths: { '@/*': ['src/*'] } }),
    };
    expect(await readCompiler(tree(files), undefined, '')).toEqual({
      jsx: 'automatic',
      paths: [{ base: 'app', pattern: '@/*', targets: ['src/*'] }],
    });
  });

  it.each([
    [
      'a transform of ts-jest',
      { transform: { '^.+\\.tsx?$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.test.json' }] } },
    ],
    ['the globals of ts-jest', { globals: { 'ts-jest': { tsConfig: 'tsconfig.test.json' } } }],
    ['a transform of ts-jest, inside', { transform: { x: ['ts-jest', { tsconfig: { jsx: 'react' } }] } }],
    [
      'a transform of @swc/jest',
      { transform: { x: ['@swc/jest', { jsc: { transform: { react: { runtime: 'classic' } } } }] } },
    ],
  ])('come from %s', async (_, raw) => {
    const files = {
      'tsconfig.json': options({ jsx: 'react-jsx' }),
      'tsconfig.test.json': options({ jsx: 'react' }),
    };
    expect((await readCompiler(tree(files), undefined, '', raw)).jsx).toBe('classic');
  });

  it('come from .swcrc where @swc/jest is told nothing', async () => {
    const swcrc = JSON.stringify({
      jsc: {
        parser: { decorators: true },
        transform: { decoratorMetadata: true },
        baseUrl: './',
        paths: { '@/*': ['src/*'] },
      },
    });
    const assets = { paths: ['.swcrc'], read: () => Promise.resolve(Buffer.from(swcrc)) };
    const read = await readCompiler(new ConfigTree(new Map(), assets), undefined, '', {
      transform: { x: '@swc/jest' },
    });
    expect(read).toEqual({
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      paths: [{ base: '', pattern: '@/*', targets: ['src/*'] }],
    });
  });

  it.each([
    ['a ring', { 'tsconfig.json': { extends: './a.json' }, 'a.json': { extends: './tsconfig.json' } }],
    ['a missing base', { 'tsconfig.json': options({}, { extends: './gone' }) }],
    ['a base outside of the tree', { 'tsconfig.json': options({}, { extends: '../../etc/passwd' }) }],
    ['no JSON at all', { 'tsconfig.json': 'module.exports = {};' }],
    [
      'wrong types',
      {
        'tsconfig.json': options(
          { jsx: 7, paths: [1], baseUrl: {}, experimentalDecorators: 'yes' },
          { extends: 5, references: 'x' },
        ),
      },
    ],
    ['deep nesting', { 'tsconfig.json': '['.repeat(100_000) }],
    ['no file', {}],
  ])('are the defaults with %s', async (_, files) => {
    expect(await readCompiler(tree(files), undefined, '')).toEqual({ paths: [] });
  });
});
