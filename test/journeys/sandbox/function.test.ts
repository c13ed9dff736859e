import { createKit, LIMITS, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';
import type { FunctionRequest, FunctionResult } from '../../../src/sandbox/types';

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
      ['a module that does not parse', 'export const f = (;', 'SyntaxError', 'xpression expected', 'collect'],
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
      [
        'memory without end',
        'export const f = () => { const a = []; for (;;) a.push(new Array(1000).fill(1)); };',
        'memory',
      ],
    ])('%s', async (_, source, end) => {
      // A busy machine takes its time to fill the memory.
      const time = end === 'memory' ? { turnMs: 10_000, wallMs: 20_000 } : { turnMs: 300, wallMs: 2_000 };
      const result = await call(source, 'f', { limits: { ...LIMITS, ...time, heapMb: 64 } });
      expect(result).toMatchObject({ ok: false, end });
      expect(await call('export const f = () => 1', 'f')).toMatchObject({ ok: true, value: 1 });
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
