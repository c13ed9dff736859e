import { createKit, LIMITS, program } from './kit';
import type { Kit } from './kit';
import type { FunctionRequest, FunctionResult } from '../../../src/activities/sandbox/types';

describe('runFunction', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  /** Calls `name` of `main.ts`. */
  const call = (
    source: string,
    name: string,
    more: Partial<FunctionRequest> = {},
    files: Record<string, string> = {},
  ): Promise<FunctionResult> =>
    kit.sandbox.runFunction({
      files: program({ 'main.ts': source, ...files }),
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

  const failureOf = (result: FunctionResult) => (result.ok ? undefined : result.failure);

  describe('calls', () => {
    it('a function with the data as its one argument', async () => {
      const source = `
        import { mean } from './mean';
        interface Row { city: string; price: number }
        export function analyse(rows: Row[]) {
          console.log('rows', rows.length);
          return { rows: rows.length, mean: mean(rows.map((row) => row.price)) };
        }`;
      const mean = 'export const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;';
      const data = [
        { city: 'Bern', price: 4 },
        { city: 'Köln', price: 8 },
      ];
      const result = await call(source, 'analyse', { data }, { 'mean.ts': mean });
      expect(result).toMatchObject({
        ok: true,
        value: { rows: 2, mean: 6 },
        text: '{ rows: 2, mean: 6 }',
        end: 'completed',
        console: [{ level: 'log', text: 'rows 2' }],
      });
      expect(result.durationMs).toBeGreaterThan(0);
      expect(result).not.toHaveProperty('truncated');
    });

    it('with several arguments, with none, and awaits what it returns', async () => {
      const source = 'export async function add(...all: number[]) { await null; return all; }';
      expect(await call(source, 'add', { args: [1, 2] })).toMatchObject({ value: [1, 2] });
      expect(await call(source, 'add')).toMatchObject({ value: [] });
      expect(await call(source, 'add', { data: null })).toMatchObject({ value: [null] });
    });

    it.each([
      ['default', 'export default (data: number) => data + 1;'],
      ['default', 'module.exports = (data) => data + 1;'],
      ['plus', 'module.exports = function plus(data) { return data + 1; };'],
      [
        'Adder.plus',
        'export class Adder { static one = 1; static plus(data: number) { return data + this.one; } }',
      ],
      ['Adder.plus', 'export class Adder { one = 1; plus(data: number) { return data + this.one; } }'],
      ['tools.plus', 'export const tools = { one: 1, plus(data: number) { return data + this.one; } };'],
      ['plus', 'class Adder { plus(data) { return data + 1; } }; module.exports = new Adder();'],
    ])('%s of %s', async (name, source) => {
      expect(await call(source, name, { data: 1 })).toMatchObject({ ok: true, value: 2 });
    });

    it('in no time where the function sleeps', async () => {
      const source = 'export const late = () => new Promise((done) => setTimeout(done, 3_600_000, "now"));';
      expect(await call(source, 'late')).toMatchObject({ ok: true, value: 'now' });
    });

    it('anew each time', async () => {
      const source = 'let calls = 0; export const count = () => ++calls;';
      expect(await call(source, 'count')).toMatchObject({ value: 1 });
      expect(await call(source, 'count')).toMatchObject({ value: 1 });
    });

    it('functions of modules that are named only at run time', async () => {
      const source = "export const load = (name: string) => require('./' + name).value;";
      const result = await call(source, 'load', { data: 'other' }, { 'other.ts': 'export const value = 7;' });
      expect(result).toMatchObject({ ok: true, value: 7 });
    });
  });

  describe('says why there is no result', () => {
    it.each([
      [
        'what is thrown',
        'export const f = () => { throw new RangeError("too far"); };',
        'RangeError',
        'too far',
        'run',
      ],
      [
        'a rejection',
        'export const f = async () => { throw new TypeError("no"); };',
        'TypeError',
        'no',
        'run',
      ],
      [
        'a rejection that nobody awaits',
        'export const f = () => { void Promise.reject(new Error("lost")); return new Promise((r) => setTimeout(r, 1)); };',
        'Error',
        'lost',
        'run',
      ],
      [
        'an error of a timer',
        'export const f = () => new Promise(() => setTimeout(() => { throw new Error("later"); }));',
        'Error',
        'later',
        'run',
      ],
      [
        'a wait for nothing',
        'export const f = () => new Promise(() => {});',
        'Error',
        'The function waits for something that can never happen.',
        'run',
      ],
      [
        'a module that throws',
        'export const f = 1; throw new Error("broken");',
        'Error',
        'broken',
        'collect',
      ],
      ['a module that does not parse', 'export const f = (;', 'SyntaxError', 'Unexpected token', 'collect'],
      [
        'a missing module',
        'import "./gone"; export const f = 1;',
        'Error',
        "Cannot find module './gone' from 'main.ts'",
        'collect',
      ],
      [
        'a name that is not there',
        'export const g = 1; export const h = 2;',
        'Error',
        'main.ts does not export f: it exports g, h.',
        'collect',
      ],
      ['no export', 'const f = 1;', 'Error', 'main.ts does not export f: it exports nothing.', 'collect'],
      [
        'no function',
        'export const f = 1;',
        'TypeError',
        'f of main.ts is not a function but number.',
        'collect',
      ],
    ])('%s', async (_, source, errorName, message, phase) => {
      const result = await call(source, 'f');
      expect(failureOf(result)).toMatchObject({
        errorName,
        phase,
        message: expect.stringContaining(message) as string,
      });
      expect(result.end).toBe('completed');
    });

    it('with the place in the sources', async () => {
      const result = await call('export function f() {\n  const x = 1;\n  return x.y.z;\n}', 'f');
      expect(failureOf(result)).toMatchObject({
        errorName: 'TypeError',
        location: { file: 'main.ts', line: 3 },
      });
    });

    it.each(['toString', '__proto__', 'constructor', 'Adder.constructor', 'Adder.call', ''])(
      'for the name %p, which every object has',
      async (name) => {
        const failure = failureOf(await call('export class Adder {}', name));
        expect(failure?.message).toContain('it exports Adder.');
      },
    );

    it('for a module that is not among the files', async () => {
      const result = await call('', 'f', { module: 'gone.ts' });
      expect(failureOf(result)?.message).toBe('gone.ts is not among the files of the program.');
      expect(result.end).toBe('not-run');
    });

    it('for data that is no JSON', async () => {
      const result = await call('export const f = 1', 'f', { data: 1n });
      expect(failureOf(result)?.message).toContain('is not JSON');
    });

    it.each([
      ['a turn without end', 'export const f = () => { for (;;); };', 'timeout'],
      ['microtasks without end', 'export const f = async () => { for (;;) await null; };', 'timeout'],
      [
        'memory without end',
        'export const f = () => { const a = []; for (;;) a.push(new Array(1000).fill(1)); };',
        'memory',
      ],
      ['a crash', "export const f = () => 'a'.repeat(2 ** 28).split('');", 'memory'],
      ['a module that never loads', 'for (;;);', 'timeout'],
      ['a getter without end', 'export const f = () => ({ get x() { for (;;); } });', 'timeout'],
      ['a toJSON without end', 'export const f = () => ({ toJSON() { for (;;); } });', 'timeout'],
      ['a then without end', 'export const f = () => ({ then() { for (;;); } });', 'timeout'],
      [
        'a Proxy without end',
        'export const f = () => new Proxy({}, { ownKeys() { for (;;); } });',
        'timeout',
      ],
    ])('%s', async (_, source, end) => {
      const limits = { ...LIMITS, turnMs: 300, wallMs: 2_000, heapMb: 64 };
      const result = await call(source, 'f', { limits });
      expect(result).toMatchObject({ ok: false, end });
      expect(await call('export const f = () => 1', 'f')).toMatchObject({ ok: true, value: 1 });
    });
  });

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
          $type: 'TypeError',
          message: 'no',
          cause: 1,
          value: { code: 'E' },
        },
      ],
      ['new Error("no")', { $type: 'Error', message: 'no' }],
      ['function named() {}', { $type: 'function', name: 'named' }],
      ['class Named {}', { $type: 'class', name: 'Named' }],
      ['new (class Point { x = 1; #y = 2; get z() { return 3; } })()', { $type: 'Point', value: { x: 1 } }],
      ['new (class Stack extends Array {})(2, 3)', { $type: 'Stack', length: 2, value: [2, 3] }],
      ['Object.create(null, { a: { value: 1, enumerable: true } })', { a: 1 }],
      ['({ toJSON: () => 5 })', 5],
      ['new (class Money { toJSON() { return "5 CHF"; } })()', { $type: 'Money', json: '5 CHF' }],
      ['new URL("https://a.example/x")', { $type: 'URL', json: 'https://a.example/x' }],
      ['{ $type: "Date", value: "forged" }', { $type: 'Object', value: { $type: 'Date', value: 'forged' } }],
      ['JSON.parse(\'{"__proto__": {"a": 1}}\')', JSON.parse('{"__proto__": {"a": 1}}')],
      ['[,1]', [{ $type: 'undefined' }, 1]],
      ['[Promise.resolve(1), new WeakMap()]', [{ $type: 'Promise' }, { $type: 'WeakMap' }]],
      ['Object(1)', { $type: 'Number', value: '1' }],
      ['"\\ud800"', '\ud800'],
      ['{ get x() { throw new Error("shut"); }, y: 1 }', { x: { $type: 'unreadable', error: 'shut' }, y: 1 }],
      ['{ get x() { return 2; } }', { x: 2 }],
      [
        '[Proxy.revocable({}, {})].map((p) => (p.revoke(), p.proxy))',
        [{ $type: 'unreadable', error: expect.any(String) }],
      ],
      ['new Proxy({ a: 1 }, {})', { a: 1 }],
      ['new Proxy(new Map(), {})', { $type: 'Map', value: {} }],
      ['Object.create(Map.prototype)', { $type: 'Map', value: {} }],
    ])('%s', async (source, expected) => {
      expect(await valueOf(source)).toEqual(expected);
    });

    it('cycles as the path to what they lead back to', async () => {
      const source =
        '(() => { const a = { list: [{}] }; a.list[0].up = a.list; a.self = a; return { a, b: [a.list] }; })()';
      expect(await valueOf(source)).toEqual({
        a: {
          list: [{ up: { $type: 'circular', value: '$.a.list' } }],
          self: { $type: 'circular', value: '$.a' },
        },
        b: [[{ up: { $type: 'circular', value: '$.b.0' } }]],
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
      expect(JSON.stringify(result.ok && result.value).length).toBeLessThan(6 * 1024);
      return result.ok ? result.value : undefined;
    };

    it('with type and size', async () => {
      const value = await sized(
        '{ rows: Array.from({ length: 50000 }, (_, id) => ({ id })), name: "x".repeat(9999), last: 1 }',
      );
      expect(value).toMatchObject({
        rows: { $type: 'Array', length: 50_000, value: expect.arrayContaining([{ id: 0 }]) },
        name: { $type: 'string', length: 9_999 },
        last: 1,
      });
    });

    it.each([
      ['a long text', '"x".repeat(1e7)'],
      ['a sparse array', 'new Array(4e9)'],
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

  it('tells the memory that a call took', async () => {
    const idle = await call('export const f = () => 1', 'f');
    const heavy = await call('export const f = () => new Uint8Array(3e7).fill(1).length', 'f');
    expect(idle.memoryMb).toBeLessThan(25);
    expect(heavy.memoryMb).toBeGreaterThan(25);
  });

  it('ends at once when its signal aborts', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 200);
    const pending = kit.sandbox.runFunction(
      {
        files: program({ 'a.js': 'exports.f = () => { for (;;); }' }),
        module: 'a.js',
        name: 'f',
        limits: { ...LIMITS, turnMs: 60_000, wallMs: 60_000 },
      },
      controller.signal,
    );
    await expect(pending).rejects.toThrow('enough');
  });
});
