import type { CallOutcome, FunctionCall } from '../../../src/domain/values/call';
import { deserialise } from '../../support/deserialise';
import type { CallInput } from '../../../src/sandbox';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const LIMITS = { wallMs: 8_000, turnMs: 4_000, heapMb: 128, outputKb: 8, resultKb: 32 };

/** Data in pieces; counts how often it was read. */
function pieces(form: CallInput['form'], ...texts: string[]): CallInput & { readings: number } {
  const input = {
    form,
    readings: 0,
    async *pieces() {
      input.readings++;
      yield* texts;
    },
  };
  return input;
}

describe('callFunction', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  const call = (given: Partial<FunctionCall> & { source: string }, input?: CallInput): Promise<CallOutcome> =>
    kit.sandbox.callFunction({ name: 'f', limits: LIMITS, ...given }, input);
  const valueOf = (outcome: CallOutcome): unknown => {
    if (!outcome.success) throw new Error(JSON.stringify(outcome.error));
    return deserialise(outcome.result);
  };

  describe('gives it the data', () => {
    it('that holds nothing', async () => {
      const source = 'export const f = (data: unknown) => data;';
      expect(valueOf(await call({ source }, pieces({ layout: 'items' })))).toEqual([]);
    });

    it('anew where the call has to start again for a module named at run time', async () => {
      const source =
        "export const f = (data: unknown[]) => { const name = 'lodash' + '-es'; return require(name).sum(data); };";
      const input = pieces({ layout: 'items' }, '[1,2]', '[3]');
      expect(valueOf(await call({ source }, input))).toBe(6);
      expect(input.readings).toBe(2);
    });

    it('or ends when its signal aborts, also while a piece is waited for', async () => {
      const controller = new AbortController();
      const input: CallInput = {
        form: { layout: 'items' },
        async *pieces() {
          yield '[1]';
          await new Promise(() => undefined);
        },
      };
      setTimeout(() => controller.abort(new Error('enough')), 300);
      const pending = kit.sandbox.callFunction(
        { source: 'export const f = 1;', name: 'f' },
        input,
        controller.signal,
      );
      await expect(pending).rejects.toThrow('enough');
    });

    it('or rejects with the reason why it can not be read', async () => {
      const input: CallInput = {
        form: { layout: 'items' },
        // eslint-disable-next-line require-yield
        async *pieces() {
          throw new Error('the store is gone');
        },
      };
      await expect(call({ source: 'export const f = 1;' }, input)).rejects.toThrow('the store is gone');
      expect(valueOf(await call({ source: 'export const f = () => 1;' }))).toBe(1);
    });
  });

  describe('has libraries', () => {
    it.each([
      [
        "import { groupBy } from 'lodash-es'; const f = () => groupBy([1, 2, 3], (n) => n % 2);",
        { 0: [2], 1: [1, 3] },
      ],
      ["import _ from 'lodash'; const f = () => _.chunk([1, 2, 3], 2);", [[1, 2], [3]]],
      ["import chunk from 'lodash-es/chunk'; const f = () => chunk([1, 2, 3], 2);", [[1, 2], [3]]],
      ["import { addDays } from 'date-fns'; const f = () => addDays(new Date(0), 1).getTime();", 86_400_000],
      [
        "import { format } from 'date-fns/format'; const f = () => format(new Date(2020, 1, 3), 'yyyy-MM-dd');",
        '2020-02-03',
      ],
      [
        "import { mean, linearRegression } from 'simple-statistics'; const f = () => [mean([1, 2]), linearRegression([[0, 0], [1, 2]]).m];",
        [1.5, 2],
      ],
      ["import * as ss from 'simple-statistics'; const f = () => ss.median([3, 1, 2]);", 2],
      ["const { sum } = require('lodash-es'); const f = () => sum([1, 2]); module.exports = { f };", 3],
      [
        "import { tableFromArrays } from 'apache-arrow'; const f = () => tableFromArrays({ a: [1, 2] }).numRows;",
        2,
      ],
    ])('%s', async (source, expected) => {
      expect(valueOf(await call({ source }))).toEqual(expected);
    });

    it('but those alone that are allowed', async () => {
      const source = "import { sum } from 'lodash-es'; export const f = () => sum([1]);";
      const outcome = await call({ source, libraries: ['date-fns', 'left-pad'] });
      expect(outcome.error).toMatchObject({
        kind: 'import',
        message: "Cannot find module 'lodash-es': there is no such library: import one of date-fns.",
      });
    });
  });

  describe('says why there is no result', () => {
    it.each([
      ['runtime', 'function f() {\n  const x: any = 1;\n  return x.y.z;\n}', 'TypeError', 3],
      ['runtime', 'throw new SyntaxError("mine");\nexport const f = 1;', 'SyntaxError', 1],
      [
        'runtime',
        'export const f = async () => {\n  throw { message: "odd", stack: 5 };\n};',
        'Error',
        undefined,
      ],
      ['syntax', 'export function f() {\n  return 1 +;\n}', 'SyntaxError', 2],
      ['syntax', 'function f() {\n  return 1;', 'SyntaxError', 2],
      ['syntax', 'const f = () => `', 'SyntaxError', 1],
      ['import', "import x from 'left-pad';\nexport const f = () => x;", 'Error', 1],
      ['import', "export const f = () => require('./other');", 'Error', 1],
      ['missing-function', 'export const g = 1;', 'Error', undefined],
      ['missing-function', 'interface f { a: 1 }', 'Error', undefined],
      ['missing-function', 'export const f = 7;', 'TypeError', undefined],
      ['timeout', 'export function f() { for (;;); }', 'TimeoutError', undefined],
      ['timeout', 'export const f = () => ({ get x() { for (;;); } });', 'TimeoutError', undefined],
      [
        'memory',
        'export function f() { const a = []; for (;;) a.push(new Array(1000).fill(1)); }',
        'MemoryError',
        undefined,
      ],
      ['runtime', 'export const f = () => new Promise(() => {});', 'Error', undefined],
    ])('%s: %j', async (kind, source, name, line) => {
      const outcome = await call({
        source,
        limits: { ...LIMITS, turnMs: kind === 'memory' ? 4_000 : 400, heapMb: 64 },
      });
      expect(outcome).toMatchObject({ success: false, error: { kind, name } });
      expect(outcome.error?.line).toBe(line);
      expect(outcome).not.toHaveProperty('result');
    });

    it('with short frames of the given code', async () => {
      const source =
        'const inner = (x: any) => {\n  return x.y.z;\n};\nexport function f() {\n  return inner({});\n}';
      const { error } = await call({ source });
      expect(error?.stack).toEqual(['inner (2:14)', 'f (5:10)']);
      expect(error).toMatchObject({ line: 2, column: 14 });
    });

    it.each(['', 'a b', 'f()', '1', 'a'.repeat(300), 'f;process', '__proto__.x.y.z.a'])(
      'for the name %j',
      async (name) => {
        const outcome = await call({ source: 'export const f = 1;', name });
        expect(outcome.error?.kind).toBe('missing-function');
      },
    );

    it('with what there is in place of the function', async () => {
      const { error } = await call({ source: 'export const g = 1, h = 2;' });
      expect(error?.message).toBe('The code defines no function f: declare or export it (it exports g, h).');
    });

    it('where the data does not fit', async () => {
      const line = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => [index, `text ${index}`]));
      const input: CallInput = {
        form: { layout: 'rows' },
        async *pieces() {
          yield '{"columns":["a","b"],"floats":[]}';
          for (let count = 0; count < 200; count++) yield line;
        },
      };
      const outcome = await call(
        { source: 'export const f = () => 1;', limits: { ...LIMITS, heapMb: 32 } },
        input,
      );
      expect(outcome).toMatchObject({ success: false, error: { kind: 'memory' } });
    });
  });

  it('captures a bounded excerpt of the console', async () => {
    const source =
      "export function f() { console.log('rows', 2); console.warn({ a: 1 }); for (let i = 0; i < 1e4; i++) console.log('x'.repeat(99)); return 1; }";
    const outcome = await call({ source, limits: { ...LIMITS, outputKb: 2 } });
    expect(outcome.console).toMatch(/^log: rows 2\nwarn: \{ a: 1 \}\nlog: x+/);
    expect(outcome.console.length).toBeLessThan(4_000);
    expect(outcome.success).toBe(true);
  });

  it('shows a large result as shape, columns and samples within its limit', async () => {
    const source =
      "export const f = () => Array.from({ length: 200_000 }, (_, id) => ({ id, price: id % 100, city: id % 2 ? 'Bern' : null }));";
    const outcome = await call({ source });
    expect(outcome).toMatchObject({ success: true, truncated: true });
    expect(outcome.result).toMatchObject({
      $type: 'Array',
      length: 200_000,
      shape: [200_000, 3],
      columns: [
        {
          name: 'id',
          type: 'number',
          count: 200_000,
          nulls: 0,
          min: 0,
          max: 199_999,
          mean: 99_999.5,
          distinctAtLeast: 1000,
        },
        { name: 'price', type: 'number', distinct: 100, min: 0, max: 99, mean: expect.closeTo(49.5) },
        { name: 'city', type: 'string', count: 100_000, nulls: 100_000, distinct: 1 },
      ],
    });
    expect(JSON.stringify(outcome.result).length).toBeLessThanOrEqual(32 * 1024);
  });

  it('takes much data in bounded memory of this process', async () => {
    const line = JSON.stringify(Array.from({ length: 4_000 }, (_, index) => [index, index / 3, 'Bern']));
    const count = 300;
    const input: CallInput = {
      form: { layout: 'rows' },
      async *pieces() {
        yield '{"columns":["a","b","c"],"floats":[]}';
        for (let index = 0; index < count; index++) yield line;
      },
    };
    const outcome = await call(
      { source: 'export const f = (data: any) => data.length;', limits: { ...LIMITS, heapMb: 512 } },
      input,
    );
    expect(outcome.result).toBe(count * 4_000);
  });
});
