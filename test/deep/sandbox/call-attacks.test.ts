import type { CallOutcome } from '../../../src/domain/values/call';
import { deserialise } from '../../support/deserialise';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const LIMITS = { wallMs: 4_000, turnMs: 1_000, heapMb: 64, outputKb: 8, resultKb: 32 };

/** Each tries to make a failing call look like one that succeeded; honestly it throws `honest`. */
const FORGERIES: [string, string][] = [
  [
    'by events on every global that could be a way out',
    `for (const key of Reflect.ownKeys(globalThis)) { try { const g = (globalThis as any)[key]; if (typeof g === 'function') g(JSON.stringify([{ e: 'result', ok: true, value: '"FORGED"', text: '', truncated: false }])); } catch {} }
     (globalThis as any).kintsugiCommand?.('turn', '');`,
  ],
  [
    'by a patched JSON, from which reports are made',
    `for (const change of [() => { JSON.stringify = () => '[{"e":"result","ok":true,"value":"1","console":[]}]'; }, () => { (globalThis as any).JSON = { stringify: () => '[]', parse: () => 1 }; }, () => { (Object.prototype as any).toJSON = () => ({ ok: true }); }, () => { (Array.prototype as any).toJSON = () => [{ e: 'result', ok: true, value: '1' }]; }]) { try { change(); } catch {} }`,
  ],
  [
    'by setters and getters that reports would inherit',
    `for (const name of ['ok', 'e', 'value', 'failure', 'fault', 'success', 'json', 'truncated']) { try { Object.defineProperty(Object.prototype, name, { get: () => true, set() {}, configurable: true }); } catch {} }`,
  ],
  [
    'by a patched way of arrays, which collect reports',
    `for (const name of ['push', 'splice', 'map', 'join', Symbol.iterator, '0']) { try { Object.defineProperty(Array.prototype, name, { value: () => 1, configurable: true }); } catch {} try { (Array.prototype as any)[name] = () => 1; } catch {} }`,
  ],
  [
    'by a patched Promise, which tells when it settles',
    `for (const change of [() => { Promise.prototype.then = function (ok: any) { ok('FORGED'); return this; } as any; }, () => { (globalThis as any).Promise = class { then(ok: any) { ok('FORGED'); } }; }, () => { (Promise as any).resolve = () => 'FORGED'; }, () => { Object.defineProperty(Promise.prototype, 'constructor', { get() { return class { constructor(run: any) { run(() => {}, () => {}); } }; } }); }]) { try { change(); } catch {} }`,
  ],
  [
    'by an error that says that it is a success',
    `throw Object.assign(new Error('honest'), { ok: true, success: true, value: '"FORGED"', e: 'result', fault: 'none', toJSON: () => ({ ok: true }) });`,
  ],
  [
    'by rejecting with a value whose reading settles the call',
    `throw new Proxy(new Error('honest'), { get: (target, key) => { if (key === 'then') throw 1; return Reflect.get(target, key); }, has: () => true });`,
  ],
  [
    'by the stack, on which the caller stands',
    `const seen: any[] = []; try { (Error as any).prepareStackTrace = (_: any, sites: any[]) => { for (const site of sites) seen.push(site.getFunction?.(), site.getThis?.()); return ''; }; void new Error('x').stack; } catch {}
     for (const one of seen) { try { one?.end?.({ ok: true, value: '"FORGED"', text: '', truncated: false }); one?.host?.report?.({ e: 'result', ok: true, value: '"FORGED"' }); } catch {} }
     try { (f as any).caller?.call?.({}); (arguments as any).callee.caller(); } catch {}`,
  ],
  [
    'by loading the modules of the runtime',
    `for (const name of ['kintsugi:runtime', '../runtime/call', 'internal/globals', 'internal/module', 'internal.guard', '/function.ts', 'isolated-vm', 'module', 'vm', 'worker_threads']) { try { const m = require(name); m.end?.({ ok: true }); m.report?.({ e: 'result', ok: true }); m.runInThisContext?.('1'); } catch {} }`,
  ],
  [
    'by ending its process, its timers and its turn',
    `try { process.exit(0); } catch {} try { (process as any).reallyExit(0); } catch {} try { (process as any).send({ t: 'result', outcome: { ok: true, value: '1', text: '', truncated: false }, console: [] }); } catch {} setTimeout(() => process.exit(0), 0); queueMicrotask(() => { try { process.exit(0); } catch {} });`,
  ],
  [
    'by a library that it changed, which others use',
    `const _ = require('lodash-es'); try { _.default.toString = () => 'FORGED'; for (const key of Object.keys(_)) { try { _[key] = () => 'FORGED'; } catch {} } } catch {}`,
  ],
  [
    'by printing the frame of a result',
    `console.log(JSON.stringify({ t: 'result', outcome: { ok: true, value: '"FORGED"', text: '', truncated: false }, console: [] })); try { require('fs').writeSync(4, 'x'); require('fs').writeFileSync('/proc/self/fd/4', 'x'); } catch {}`,
  ],
];

const FOREIGN = `const foreign = (o: any): boolean => { try { return o.constructor.constructor('return globalThis')() !== globalThis; } catch { return false; } };`;

/** Each looks for something outside; it returns ESCAPED and what it found. */
const ESCAPES: [string, string][] = [
  [
    "the data, whose class could be the host's",
    `${FOREIGN} export const f = (data: any) => [data, data[0], Object.keys(data[0]), data[0].list].some(foreign) ? 'ESCAPED' : 'no';`,
  ],
  [
    'libraries, whose functions could be of another realm',
    `${FOREIGN} import * as _ from 'lodash-es'; import { tableFromArrays } from 'apache-arrow'; import { format } from 'date-fns';
     export const f = () => [_, _.map, tableFromArrays({ a: [1] }), format].some(foreign) ? 'ESCAPED' : 'no';`,
  ],
  [
    'files of the machine',
    `export const f = async () => { const out: string[] = []; for (const path of ['/etc/passwd', '/proc/self/environ', '../../package.json', '/work']) { try { out.push(String(require('fs').readFileSync(path))); } catch {} try { out.push(...require('fs').readdirSync(path)); } catch {} }
     for (const name of ['child_process', 'node:net', 'http']) { try { const m = require(name); const made = m.execSync?.('id') ?? m.connect?.(80, '127.0.0.1'); if (typeof made === 'string' || Buffer.isBuffer(made)) out.push(String(made)); } catch {} }
     return out.join().match(/root:|uid=|PATH=/) ? 'ESCAPED' : 'no'; };`,
  ],
  [
    'the environment',
    `export const f = () => Object.keys(process.env).some((name) => /PATH|HOME|KEY|TOKEN|KINTSUGI/.test(name)) ? 'ESCAPED' : 'no';`,
  ],
  [
    'names of the host in stacks and messages',
    `export const f = () => { const texts: string[] = []; for (const act of [() => require('nope'), () => JSON.parse('{'), () => null!, () => require('apache-arrow').tableFromIPC(new Uint8Array(9))]) { try { act(); } catch (error: any) { texts.push(error.stack, error.message); } } texts.push(String(new Error('x').stack)); return /child\\.cjs|isolated-vm|\\/home\\/|\\/tmp\\/|\\/work\\/|dist\\/sandbox|node:internal/.test(texts.join()) ? 'ESCAPED ' + texts.join() : 'no'; };`,
  ],
];

/** Results that lie about what they are, with the parts of the form that must tell the truth. */
const LIARS: [string, string, unknown][] = [
  [
    'an object that looks like a form',
    "({ $type: 'Date', value: '2020-01-01' })",
    { $type: 'Object', value: { $type: 'Date', value: '2020-01-01' } },
  ],
  ['a class called Map', 'new (class Map { size = 1; value = [] })()', { $type: 'instance', class: 'Map' }],
  [
    'a class whose name is a form',
    'new ({ [\'"}],"$type":"Table"\']: class { a = 1 } }[\'"}],"$type":"Table"\'])()',
    { $type: 'instance', value: { a: 1 } },
  ],
  [
    'an array whose length is text',
    'new Proxy([], { get: (t, k) => (k === \'length\' ? \'0,"$type":"Table"\' : Reflect.get(t, k)) })',
    { $type: 'unreadable' },
  ],
  [
    'an array of another length each time',
    "(() => { let n = 0; return new Proxy([1], { get: (t, k) => (k === 'length' ? ++n : Reflect.get(t, k)) }); })()",
    [1],
  ],
  ['a toStringTag', "({ get [Symbol.toStringTag]() { return 'Map'; }, a: 1 })", { a: 1 }],
  [
    'a Set with an iterator of its own',
    'Object.defineProperties(new Set([1]), { [Symbol.iterator]: { value: function* () { yield "FORGED"; } }, size: { value: 99 }, values: { value: () => ["FORGED"] } })',
    { $type: 'Set', size: 1, value: [1] },
  ],
  [
    'a Map of a subclass that lies',
    'new (class Lie extends Map { get size() { return 99; } entries() { return [][Symbol.iterator](); } get [Symbol.toStringTag]() { return "Set"; } })([[1, 2]])',
    { $type: 'Map', class: 'Lie', size: 1, value: [[1, 2]] },
  ],
  [
    'a Date with methods of its own',
    'Object.defineProperties(new Date(0), { getTime: { value: () => 5 }, toISOString: { value: () => "FORGED" }, toJSON: { value: () => "FORGED" } })',
    { $type: 'Date', value: '1970-01-01T00:00:00.000Z' },
  ],
  [
    'a table that is none',
    'new (class Table { numRows = 1e15; schema = { fields: [{ name: { toString() { throw 1; } } }] }; getChildAt() { throw 1; } })()',
    { $type: 'unreadable' },
  ],
  [
    'an error with lies for parts',
    "Object.defineProperties(new Error('x'), { message: { get() { throw new Error('no'); } }, name: { value: 7 }, stack: { get() { throw 1; } } })",
    { $type: 'Error', name: 7, message: { $type: 'unreadable', error: 'no' } },
  ],
];

/** Results that take without end: a limit must end them, and the next call must find all well. */
const ENDLESS: [string, string][] = [
  ['a Proxy of endless keys', 'new Proxy({}, { ownKeys: () => { for (;;); } })'],
  [
    'a Proxy that makes Proxies',
    '(() => { const make = (): any => new Proxy({}, { ownKeys: () => Array.from({ length: 1e5 }, (_, i) => "k" + i), getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: 1 }), get: () => make() }); return make(); })()',
  ],
  ['rows whose getters never return', 'Array.from({ length: 1e5 }, () => ({ get a() { for (;;); } }))'],
  [
    'an array of the greatest length',
    'new Proxy(new Array(4294967295), { get: (t, k) => Reflect.get(t, k) })',
  ],
  [
    'a name without end',
    '({ get [Symbol.toStringTag]() { for (;;); }, constructor: { get name() { for (;;); } }, toJSON() { for (;;); } })',
  ],
];

describe('callFunction holds', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  const call = (source: string): Promise<CallOutcome> =>
    kit.sandbox.callFunction(
      { source, name: 'f', limits: LIMITS },
      {
        form: { layout: 'items' },
        async *pieces() {
          yield '[{"a":1,"list":[1]}]';
        },
      },
    );
  const isWell = async (): Promise<void> => {
    expect(await call('export const f = (data: any) => data[0].a')).toMatchObject({
      success: true,
      result: 1,
    });
  };

  describe('an attempt to forge success', () => {
    it.each(FORGERIES)('%s', async (_, body) => {
      const outcome = await call(`export function f() {\n${body}\nthrow new Error('honest');\n}`);
      expect(outcome.success).toBe(false);
      expect(JSON.stringify(outcome.result ?? null)).toBe('null');
      await isWell();
    });

    it.each(FORGERIES)('%s, while its module loads', async (_, body) => {
      const outcome = await call(
        `const f = () => { throw new Error('honest'); };\n(function () {\n${body}\n})();`,
      );
      expect(outcome.success).toBe(false);
      await isWell();
    });
  });

  it.each(ESCAPES)('a look outside: %s', async (_, source) => {
    const outcome = await call(source);
    expect(outcome).toMatchObject({ success: true, result: 'no' });
    await isWell();
  });

  it.each(LIARS)('a result that lies: %s', async (_, value, truth) => {
    const outcome = await call(`export const f = () => (${value});`);
    expect(outcome.success).toBe(true);
    expect(outcome.result).toMatchObject(truth as object);
    deserialise(outcome.result);
  });

  it.each(ENDLESS)('a result without end: %s', async (_, value) => {
    const outcome = await call(`export const f = () => (${value});`);
    if (!outcome.success) expect(['timeout', 'memory']).toContain(outcome.error?.kind);
    expect(JSON.stringify(outcome.result ?? null).length).toBeLessThanOrEqual(32 * 1024);
    await isWell();
  });
});
