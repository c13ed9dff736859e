import { useGraph } from '../../../support/asked-graph';

const { references, callers, callees, definition, graph, task } = useGraph();

const STRICT = JSON.stringify({
  compilerOptions: {
    strict: true,
    lib: ['es2022'],
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
  },
});

describe('TypeScript', () => {
  test('overloads are one symbol, called by whoever calls any of them', async () => {
    const texts = {
      'tsconfig.json': STRICT,
      'a.ts': [
        'export function read(path: string): string;',
        'export function read(path: number): number;',
        'export function read(path: string | number): string | number {',
        '  return path;',
        '}',
        '',
      ].join('\n'),
      'b.ts':
        "import { read } from './a';\nexport const one = () => read('x');\nexport function two() {\n  return read(2);\n}\n",
    };
    expect(await callers(texts, 'read')).toEqual(['1 b.ts#one', '1 b.ts#two']);
    expect(await callees(texts, 'b.ts#two')).toEqual(['1 a.ts#read']);
    const symbols = await graph.symbols(task(texts), 'a.ts');
    expect(symbols).toMatchObject([
      { id: 'a.ts#read', isExported: true, range: { startLine: 3, endLine: 5 } },
    ]);
  });

  test('re-exports and default exports lead to the declaration', async () => {
    const texts = {
      'tsconfig.json': STRICT,
      'lib/core.ts': 'export function start() {}\nexport default function () {\n  start();\n}\n',
      'lib/index.ts': "export * from './core';\nexport { start as begin, default as run } from './core';\n",
      'app.ts': "import { begin, run } from './lib';\nexport function main() {\n  begin();\n  run();\n}\n",
    };
    expect(await callers(texts, 'start', 3)).toEqual(['1 app.ts#main', '1 lib/core.ts#default']);
    expect(await callers(texts, 'core.ts#default')).toEqual(['1 app.ts#main']);
    expect(await references(texts, 'start')).toEqual([
      'call app.ts:3 app.ts#main',
      'call lib/core.ts:3 lib/core.ts#default',
      'definition lib/core.ts:1 lib/core.ts#start',
      'import app.ts:1 app.ts',
      'import lib/index.ts:2 lib/index.ts',
      'import lib/index.ts:2 lib/index.ts',
    ]);
    expect(await definition(texts, 'app.ts:3:3')).toEqual(['lib/core.ts#start']);
  });

  test('members of a class hierarchy lead to their users', async () => {
    const texts = {
      'tsconfig.json': STRICT,
      'shape.ts': [
        'export interface Shape { area(): number }',
        'export abstract class Base implements Shape {',
        '  abstract area(): number;',
        '  show() { return this.area(); }',
        '}',
        'export class Square extends Base {',
        '  constructor(private side: number) { super(); }',
        '  area() { return this.side ** 2; }',
        '}',
        'export const made = () => new Square(2).show();',
        '',
      ].join('\n'),
    };
    expect(await callers(texts, 'Base.show', 2)).toEqual(['1 shape.ts#made']);
    expect(await references(texts, 'Square.side')).toEqual([
      'definition shape.ts:7 shape.ts#Square.side',
      'read shape.ts:8 shape.ts#Square.area',
    ]);
  });

  test('elements of JSX are calls of their component', async () => {
    const texts = {
      'tsconfig.json': STRICT,
      'jsx.d.ts': 'declare namespace JSX { interface IntrinsicElements { p: {} } type Element = unknown }\n',
      'a.tsx': 'export function Hello() {\n  return <p />;\n}\nexport const Page = () => <Hello />;\n',
    };
    expect(await callers(texts, 'Hello')).toEqual(['1 a.tsx#Page']);
  });

  test('circles of calls end, and each symbol is told once by its shortest way', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const bodies = names.map((name, at) => `export function ${name}() {\n  ${names[at + 1] ?? 'a'}();\n}\n`);
    const texts = { 'ring.ts': [...bodies, 'export function h() {\n  a();\n  c();\n  h();\n}\n'].join('') };
    expect(await callees(texts, 'h', 5)).toEqual([
      '1 ring.ts#a',
      '1 ring.ts#c',
      '1 ring.ts#h',
      '2 ring.ts#b',
      '2 ring.ts#d',
      '3 ring.ts#e',
      '4 ring.ts#f',
      '5 ring.ts#g',
    ]);
    const answer = await graph.callers(task(texts), 'a', { depth: 3 });
    const last =
      answer.status === 'answered' ? answer.matches[0]?.items.find(({ depth }) => depth === 3) : undefined;
    expect(last?.way).toEqual(['ring.ts#a', 'ring.ts#g', 'ring.ts#f', 'ring.ts#e']);
    expect(last?.sites).toMatchObject([{ path: 'ring.ts', range: { startLine: 14, startColumn: 3 } }]);
  });

  test('a name of several symbols is answered for each of them, and a part of a path chooses one', async () => {
    const texts = {
      'a.ts': 'export class A { get() {} }\nexport const a = () => new A().get();\n',
      'in/b.ts': 'export class B { get() {} }\nexport const b = () => new B().get();\n',
    };
    const answer = await graph.callers(task(texts), 'get');
    expect(answer).toMatchObject({
      status: 'answered',
      matches: [{ symbol: { id: 'a.ts#A.get' } }, { symbol: { id: 'in/b.ts#B.get' } }],
    });
    expect(await callers(texts, 'B.get')).toEqual(['1 in/b.ts#b']);
    expect(await callers(texts, 'b.ts#get')).toEqual(['1 in/b.ts#b']);
    expect(await graph.callers(task(texts), 'gett')).toEqual({ status: 'unknown', nearest: ['get'] });
  });
});

describe('JavaScript', () => {
  test('types of comments, exports of CommonJS and prototypes are understood', async () => {
    const texts = {
      'store.js': [
        '/** @typedef {{ name: string }} Item */',
        'function Store() {}',
        '/** @param {Item} item */',
        'Store.prototype.put = function (item) { return clean(item.name); };',
        'function clean(text) { return text; }',
        'exports.Store = Store;',
        'exports.open = () => new Store();',
        '',
      ].join('\n'),
      'app.js': [
        "const { open } = require('./store');",
        "/** @param {import('./store').Store} store */",
        "function fill(store) { store.put({ name: 'a' }); }",
        'fill(open());',
        '',
      ].join('\n'),
    };
    expect(await callers(texts, 'Store.put')).toEqual(['1 app.js#fill']);
    expect(await callers(texts, 'clean', 2)).toEqual(['1 store.js#Store.put', '2 app.js#fill']);
    expect(await callers(texts, 'open')).toEqual(['1 app.js']);
    expect(await graph.symbols(task(texts), 'store.js')).toMatchObject([
      { name: 'Item', kind: 'type' },
      { name: 'Store', kind: 'function' },
      { name: 'put', kind: 'method', container: 'Store' },
      { name: 'clean', kind: 'function' },
      { name: 'Store', isExported: true },
      { name: 'open', kind: 'function', isExported: true },
    ]);
  });
});

describe('projects of several parts', () => {
  test('paths of the settings lead into other folders, each file by its own settings', async () => {
    const settings = (to: string) =>
      JSON.stringify({
        compilerOptions: { paths: { '@/*': [to] }, module: 'esnext', moduleResolution: 'bundler' },
      });
    const texts = {
      'one/tsconfig.json': settings('./src/*'),
      'one/src/util.ts': 'export function help() {}\n',
      'one/app.ts': "import { help } from '@/util';\nexport const one = () => help();\n",
      'two/tsconfig.json': settings('./lib/*'),
      'two/lib/util.ts': 'export function help() {}\n',
      'two/app.ts': "import { help } from '@/util';\nexport const two = () => help();\n",
    };
    expect(await callers(texts, 'one/src/util.ts#help')).toEqual(['1 one/app.ts#one']);
    expect(await callers(texts, 'two/lib/util.ts#help')).toEqual(['1 two/app.ts#two']);
  });

  test('packages of a workspace are found by name though nothing is installed or built', async () => {
    const texts = {
      'package.json': JSON.stringify({ name: 'root', workspaces: ['packages/*'] }),
      'packages/core/package.json': JSON.stringify({
        name: '@shop/core',
        main: './dist/index.js',
        exports: { '.': { types: './dist/index.d.ts' }, './*': './dist/*.js' },
      }),
      'packages/core/src/index.ts': "export * from './price';\n",
      'packages/core/src/price.ts': 'export const price = () => 1;\n',
      'packages/core/src/extra.ts': 'export const extra = () => 1;\n',
      'packages/app/package.json': JSON.stringify({ name: '@shop/app' }),
      'packages/app/src/main.ts':
        "import { price } from '@shop/core';\nimport { extra } from '@shop/core/extra';\nexport const main = () => price() + extra();\n",
    };
    expect(await callers(texts, 'price')).toEqual(['1 packages/app/src/main.ts#main']);
    expect(await callers(texts, 'extra')).toEqual(['1 packages/app/src/main.ts#main']);
    expect((await graph.imports(task(texts))).sort()).toEqual([
      ['packages/app/src/main.ts', 'packages/core/src/extra.ts'],
      ['packages/app/src/main.ts', 'packages/core/src/index.ts'],
      ['packages/core/src/index.ts', 'packages/core/src/price.ts'],
    ]);
  });
});
