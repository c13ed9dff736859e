import { createKit, LIMITS, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';
import type { FunctionRequest, FunctionResult } from '../../../src/sandbox/types';

describe('results of functions', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  /** Calls `name` of `main.ts`. */
  const call = (source: string, name: string, more: Partial<FunctionRequest> = {}): Promise<FunctionResult> =>
    kit.sandbox.runFunction({
      files: program({ 'main.ts': source }),
      module: 'main.ts',
      name,
      limits: LIMITS,
      ...more,
    });

  const valueOf = async (source: string, more: Partial<FunctionRequest> = {}): Promise<unknown> => {
    const result = await call(`export const give = () => (${source});`, 'give', more);
    if (!result.ok) throw new Error(`${result.failure.errorName}: ${result.failure.message}`);
    return result.value;
  };

  describe('writes as JSON', () => {
    it.each([
      ['{ a: [1, "x", null, true], b: { c: {} } }', { a: [1, 'x', null, true], b: { c: {} } }],
      ['undefined', { $type: 'undefined' }],
      ['{ a: undefined }', { a: { $type: 'undefined' } }],
      [
        '[NaN, Infinity, -Infinity, -0, 0]',
        [...['NaN', 'Infinity', '-Infinity', '-0'].map((value) => ({ $type: 'number', value })), 0],
      ],
      ['12345678901234567890n', { $type: 'bigint', value: '12345678901234567890' }],
      ['Symbol("s")', { $type: 'symbol', value: 'Symbol(s)' }],
      ['new Date(0)', { $type: 'Date', value: '1970-01-01T00:00:00.000Z' }],
      ['new Date(NaN)', { $type: 'Date', value: 'Invalid Date' }],
      ['/a"b/gi', { $type: 'RegExp', value: '/a"b/gi' }],
      [
        'new Map([["a", { b: 1 }], [2, new Map()]])',
        {
          $type: 'Map',
          size: 2,
          value: [
            ['a', { b: 1 }],
            [2, { $type: 'Map', size: 0, value: [] }],
          ],
        },
      ],
      ['new Set([1, "x"])', { $type: 'Set', size: 2, value: [1, 'x'] }],
      ['new Uint8Array([1, 2])', { $type: 'Uint8Array', length: 2, value: [1, 2] }],
      [
        'new BigInt64Array(1)',
        { $type: 'BigInt64Array', length: 1, value: [{ $type: 'bigint', value: '0' }] },
      ],
      ['new Uint8Array([1, 2]).buffer', { $type: 'ArrayBuffer', byteLength: 2, value: [1, 2] }],
      [
        'Object.assign(new TypeError("no", { cause: 1 }), { code: "E" })',
        {
          $type: 'Error',
          name: 'TypeError',
          message: 'no',
          cause: 1,
          value: { code: 'E' },
        },
      ],
      ['new Error("no")', { $type: 'Error', name: 'Error', message: 'no' }],
      ['function named() {}', { $type: 'function', name: 'named' }],
      ['class Named {}', { $type: 'class', name: 'Named' }],
      [
        'new (class Point { x = 1; #y = 2; get z() { return 3; } })()',
        { $type: 'instance', class: 'Point', value: { x: 1 } },
      ],
      [
        'new (class Stack extends Array {})(2, 3)',
        { $type: 'Array', class: 'Stack', length: 2, value: [2, 3] },
      ],
      ['Object.create(null, { a: { value: 1, enumerable: true } })', { a: 1 }],
      ['({ toJSON: () => 5 })', { $type: 'Object', json: 5 }],
      [
        'new (class Money { toJSON() { return "5 CHF"; } })()',
        { $type: 'instance', class: 'Money', json: '5 CHF' },
      ],
      ['new URL("https://a.example/x")', { $type: 'instance', class: 'URL', json: 'https://a.example/x' }],
      ['{ $type: "Date", value: "forged" }', { $type: 'Object', value: { $type: 'Date', value: 'forged' } }],
      ['JSON.parse(\'{"__proto__": {"a": 1}}\')', JSON.parse('{"__proto__": {"a": 1}}')],
      ['new Array(4e9)', { $type: 'Array', length: 4e9, entries: [] }],
      ['[,1]', [{ $type: 'hole' }, 1]],
      ['[Promise.resolve(1), new WeakMap()]', [{ $type: 'Promise' }, { $type: 'WeakMap' }]],
      ['Object(1)', { $type: 'boxed', value: 1 }],
      ['"\\ud800"', '\ud800'],
      ['{ get x() { throw new Error("shut"); }, y: 1 }', { x: { $type: 'unreadable', error: 'shut' }, y: 1 }],
      ['{ get x() { return 2; } }', { x: 2 }],
      [
        '[Proxy.revocable({}, {})].map((p) => (p.revoke(), p.proxy))',
        [{ $type: 'unreadable', error: expect.any(String) }],
      ],
      ['new Proxy({ a: 1 }, {})', { a: 1 }],
      ['new Proxy(new Map(), {})', { $type: 'instance', class: 'Map', value: {} }],
      ['Object.create(Map.prototype)', { $type: 'instance', class: 'Map', value: {} }],
      [
        'new (class Date { value = "1970-01-01" })()',
        { $type: 'instance', class: 'Date', value: { value: '1970-01-01' } },
      ],
      [
        'new DataView(new Uint8Array([1, 2, 3]).buffer, 1)',
        { $type: 'DataView', byteLength: 2, value: [2, 3] },
      ],
      [
        '/b/.exec("abc")',
        {
          $type: 'Array',
          length: 1,
          value: ['b'],
          properties: { index: 1, input: 'abc', groups: { $type: 'undefined' } },
        },
      ],
    ])('%s', async (source, expected) => {
      expect(await valueOf(source)).toEqual(expected);
    });

    it('cycles as the path to what they lead back to', async () => {
      const source =
        '(() => { const a = { list: [{}] }; a.list[0].up = a.list; a.self = a; return { a, b: [a.list] }; })()';
      expect(await valueOf(source)).toEqual({
        a: {
          list: [{ up: { $type: 'circular', up: 2, path: '$.a.list' } }],
          self: { $type: 'circular', up: 1, path: '$.a' },
        },
        b: [[{ up: { $type: 'circular', up: 2, path: '$.b.0' } }]],
      });
    });

    it('nothing of what a value says of its own success', async () => {
      const result = await call(
        'export const f = () => { throw { ok: true, value: 1, e: "result", toString: () => { throw 1; } }; };',
        'f',
      );
      expect(result).toMatchObject({ ok: false, end: 'completed' });
    });
  });

  describe('shows a sample of what is too large', () => {
    const small = { ...LIMITS, resultKb: 4 };
    const sized = async (source: string) => {
      const result = await call(`export const give = () => (${source});`, 'give', { limits: small });
      expect(result).toMatchObject({ ok: true, truncated: true });
      expect(JSON.stringify(result.ok && result.value).length).toBeLessThanOrEqual(4 * 1024);
      return result.ok ? result.value : undefined;
    };

    it('with type and size', async () => {
      const value = await sized(
        '{ rows: Array.from({ length: 50000 }, (_, id) => ({ id })), name: "x".repeat(9999), last: 1 }',
      );
      expect(value).toMatchObject({
        rows: {
          $type: 'Array',
          length: 50_000,
          shape: [50_000, 1],
          columns: [{ name: 'id', type: 'number', count: 50_000, min: 0, max: 49_999, mean: 24_999.5 }],
          head: expect.arrayContaining([{ id: 0 }]),
          tail: expect.arrayContaining([{ id: 49_999 }]),
        },
        name: { $type: 'string', length: 9_999, head: expect.stringMatching(/^x+$/) },
        last: 1,
      });
    });

    it.each([
      ['a long text', '"x".repeat(1e7)'],
      ['a large typed array', 'new Float64Array(1e6)'],
      ['a large map', 'new Map(Array.from({ length: 1e5 }, (_, i) => [i, i]))'],
      ['many keys', 'Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => ["k" + i, i]))'],
      ['long keys', '({ ["k".repeat(1e6)]: 1 })'],
      ['a long BigInt', '2n ** 100000n'],
      ['a deep object', '(() => { let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; return a; })()'],
      ['shared parts', '(() => { let a = [1]; for (let i = 0; i < 60; i++) a = [a, a]; return a; })()'],
      [
        'a map that grows while it is read',
        '(() => { const m = new Map(); m.set(0, { get x() { m.set(m.size, this); return 1; } }); return m; })()',
      ],
      [
        'an endless getter',
        '(() => { const make = () => ({ get next() { return make(); }, get other() { return make(); } }); return make(); })()',
      ],
      [
        'an endless Proxy',
        '(() => { const p = () => new Proxy({}, { ownKeys: () => ["a", "b"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }), get: (_, k) => (k === "toJSON" || k === "constructor" ? undefined : p()) }); return p(); })()',
      ],
    ])('%s', async (_, source) => {
      await sized(source);
    });
  });
});
