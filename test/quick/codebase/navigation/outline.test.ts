import type { FileFacts, SymbolFact } from '../../../../src/codebase/navigation/facts';
import { CodeIndex } from '../../../../src/codebase/navigation/index/code-index';
import { decodeFacts, encodeFacts } from '../../../../src/codebase/navigation/index/open-index';
import { mapOf } from '../../../../src/codebase/navigation/outline';
import { findSymbols } from '../../../../src/codebase/navigation/search';
import type { SymbolKind } from '../../../../src/codebase/navigation/types';
import { asBlob } from '../../../support/hashes';

function symbol(name: string, line: number, kind: SymbolKind = 'function', container = ''): SymbolFact {
  const range = { startLine: line, startColumn: 1, endLine: line + 2, endColumn: 2 };
  const signature = `${kind} ${name}() {`;
  return { name, kind, range, nameRange: range, container, isExported: true, signature, summary: 'say name' };
}

function facts(symbols: SymbolFact[], ...imports: string[]): FileFacts {
  const range = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 9 };
  return {
    language: 'typescript',
    lines: 10,
    symbols,
    imports: imports.map((specifier) => ({ specifier, names: [{ name: 'x', local: 'y' }], range })),
    calls: [
      { name: 'run', receiver: 'this', range, caller: 0 },
      { name: 'stop', range, caller: -1 },
    ],
    names: ['a', 'b'],
    terms: ['run', 'stop'],
    weights: [2, 1],
    trigrams: Uint8Array.of(1, 2, 3, 4),
  };
}

function indexOf(files: Record<string, FileFacts>): CodeIndex {
  const entries = Object.entries(files).map(([path, one]) => ({ path, hash: asBlob(path), facts: one }));
  return new CodeIndex({ name: 'tree', files: entries, manifests: new Map() });
}

const SHOP = {
  'src/core.ts': facts([
    symbol('createShop', 1),
    symbol('Shop', 5, 'class'),
    symbol('sell', 6, 'method', 'Shop'),
  ]),
  'src/a.ts': facts([symbol('runA', 1)], './core'),
  'src/b.ts': facts([symbol('runB', 1)], './core'),
  'test/core.test.ts': facts([symbol('createShop', 3)], '../src/core'),
};

test('a map begins with the file that most others import, and keeps to its tokens', () => {
  const map = mapOf(indexOf(SHOP), 1_000);
  expect(map.files[0]?.path).toBe('src/core.ts');
  expect(map.text.split('\n').slice(0, 4)).toEqual([
    'src/core.ts',
    '  1: function createShop()',
    '  5: class Shop()',
    '    6: method sell()',
  ]);
  expect(map.files.at(-1)?.path).toBe('test/core.test.ts');
  for (const tokens of [0, 3, 10, 25, 60]) {
    const small = mapOf(indexOf(SHOP), tokens);
    expect(small.tokens).toBeLessThanOrEqual(tokens);
    expect(small.total).toBe(4);
  }
});

test('of two symbols with one name that of a source comes before that of a test', () => {
  const hits = findSymbols(indexOf(SHOP), 'createShop', 20);
  expect(hits.map(({ symbol: { id } }) => id)).toEqual([
    'src/core.ts#createShop',
    'test/core.test.ts#createShop',
  ]);
});

test('a name behind its container asks for what is in it', () => {
  expect(findSymbols(indexOf(SHOP), 'Shop.sell', 20).map(({ symbol: { id } }) => id)).toEqual([
    'src/core.ts#Shop.sell',
  ]);
  expect(findSymbols(indexOf(SHOP), 'Other.sell', 20)).toEqual([]);
});

test('a second symbol of one name in one file is numbered', () => {
  const index = indexOf({ 'a.ts': facts([symbol('f', 1), symbol('f', 5)]) });
  expect(index.symbols.map(({ id }) => id)).toEqual(['a.ts#f', 'a.ts#f~2']);
});

test('facts are the same after they were bytes', () => {
  const known = new Map(Object.entries(SHOP));
  const again = decodeFacts(encodeFacts(known));
  expect([...(again?.keys() ?? [])]).toEqual([...known.keys()]);
  for (const [path, one] of known) {
    const back = again?.get(path);
    expect(back && { ...back, trigrams: [...back.trigrams] }).toEqual({
      ...one,
      trigrams: [...one.trigrams],
    });
  }
});

test('bytes of another format, cut off or of something else are no facts', () => {
  const bytes = encodeFacts(new Map(Object.entries(SHOP)));
  expect(decodeFacts(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
  expect(decodeFacts(bytes.subarray(0, 40))).toBeUndefined();
  expect(decodeFacts(Buffer.alloc(0))).toBeUndefined();
  expect(
    decodeFacts(Buffer.from(bytes.toString('latin1').replace('kintsugi-facts', 'kintsugi-other'), 'latin1')),
  ).toBeUndefined();
});
