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

const ROWS = [
  '{"columns":["city","price","ratio","__proto__"],"floats":[2]}',
  '[["Bern",4,0.5,1],["Köln",8,"NaN",2]]',
  '[["Oslo",null,"Infinity",3]]',
];

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

  describe('finds the function', () => {
    it.each([
      ['exported', 'export function f() { return 1; }'],
      ['exported under its name', 'const g = () => 1; export { g as f };'],
      ['only declared', 'function f(): number { return 1; }'],
      ['held by a constant', 'const f = async () => 1'],
      ['declared beside another export', 'export const g = 2; const f = () => 1;'],
      ['beside an import', 'import { sum } from "lodash-es"; const f = () => sum([1]);'],
      ['of CommonJS', 'module.exports = { f: () => 1 };'],
      ['declared in CommonJS', 'const f = () => 1; module.exports = { g: 2 };'],
      ['of JavaScript whose last line is a comment', 'function f() { return 1 } // end'],
    ])('%s', async (_, source) => {
      expect(valueOf(await call({ source }))).toBe(1);
    });

    it('that is a method of a class which is not exported', async () => {
      const source = 'class Tool { one = 1; run() { return this.one; } }';
      expect(valueOf(await call({ source, name: 'Tool.run' }))).toBe(1);
    });
  });

  describe('gives it the data', () => {
    it('as records', async () => {
      const source = 'export const f = (data: object[]) => data.map((row) => Object.entries(row));';
      const input = pieces({ layout: 'rows' }, ...ROWS);
      expect(valueOf(await call({ source }, input))).toEqual([
        [
          ['city', 'Bern'],
          ['price', 4],
          ['ratio', 0.5],
          ['__proto__', 1],
        ],
        [
          ['city', 'Köln'],
          ['price', 8],
          ['ratio', NaN],
          ['__proto__', 2],
        ],
        [
          ['city', 'Oslo'],
          ['price', null],
          ['ratio', Infinity],
          ['__proto__', 3],
        ],
      ]);
      expect(input.readings).toBe(1);
    });

    it('before further arguments', async () => {
      const source =
        'export const f = (data: any, factor: number) => [data.map((row: any) => row.price), factor];';
      const input = pieces({ layout: 'rows' }, ...ROWS);
      const outcome = await call({ source, args: [3] }, input);
      expect(valueOf(outcome)).toEqual([[4, 8, null], 3]);
    });

    it('as items of any kind', async () => {
      const source = 'export const f = (data: unknown) => data;';
      const items = ['[1,{"a":2}]', '[null]'];
      expect(valueOf(await call({ source }, pieces({ layout: 'items' }, ...items)))).toEqual([
        1,
        { a: 2 },
        null,
      ]);
    });

    it('as one JSON value whose text was cut anywhere', async () => {
      const source = 'export const f = (data: unknown) => data;';
      const input = pieces({ layout: 'json' }, '{"a', '":[1,', '2]}');
      expect(valueOf(await call({ source }, input))).toEqual({ a: [1, 2] });
    });
  });
});
