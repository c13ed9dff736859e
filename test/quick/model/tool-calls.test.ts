import { z } from 'zod';
import { isStrict, wireSchema } from '../../../src/model/json';
import { ToolCallAssembly, wholeToolCalls, type ToolCallDelta } from '../../../src/model/tool-calls';

function assembled(...deltas: ToolCallDelta[]) {
  const assembly = new ToolCallAssembly();
  for (const delta of deltas) assembly.add(delta);
  return assembly.done();
}

const READ_A = { id: 'a', name: 'read', arguments: '{"path":"a"}' };
const READ_B = { id: 'b', name: 'read', arguments: '{"path":"b"}' };

describe('tool calls in a stream', () => {
  test.each<[string, ToolCallDelta[]]>([
    [
      'in pieces, interleaved',
      [
        { index: 0, id: 'a', function: { name: 'read', arguments: '' } },
        { index: 0, function: { arguments: '{"pa' } },
        { index: 1, id: 'b', function: { name: 'read', arguments: '{"path"' } },
        { index: 0, function: { arguments: 'th":"a"}' } },
        { index: 1, function: { arguments: ':"b"}' } },
      ],
    ],
    [
      'each in one piece, all at index 0',
      [
        { index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"a"}' } },
        { index: 0, id: 'b', function: { name: 'read', arguments: '{"path":"b"}' } },
      ],
    ],
    [
      'without an index',
      [
        { id: 'a', function: { name: 'read', arguments: '{"path"' } },
        { function: { arguments: ':"a"}' } },
        { id: 'b', function: { name: 'read' } },
        { id: 'b', function: { arguments: '{"path":"b"}' } },
      ],
    ],
    [
      'with id and name in every piece',
      [
        { index: 0, id: 'a', function: { name: 'read', arguments: '{"path"' } },
        { index: 0, id: 'a', function: { name: 'read', arguments: ':"a"}' } },
        { index: 1, id: 'b', function: { name: 'read', arguments: '{"path":"b"}' } },
      ],
    ],
    [
      'with objects for arguments',
      [
        { index: 0, id: 'a', function: { name: 'read', arguments: { path: 'a' } } },
        { index: 1, id: 'b', function: { name: 'read', arguments: { path: 'b' } } },
      ],
    ],
  ])('%s', (_, deltas) => {
    expect(assembled(...deltas)).toEqual([READ_A, READ_B]);
  });

  test('get ids of their own where they have none, or the same', () => {
    const same = [0, 1].map((index) => ({ index, id: '', function: { name: 'list', arguments: '{}' } }));
    expect(assembled(...same).map(({ id }) => id)).toEqual(['call_1', 'call_2']);
    expect(wholeToolCalls([{ id: 'x' }, { id: 'x' }]).map(({ id }) => id)).toEqual(['x', 'call_2']);
  });

  test.each([
    [
      ['call_2', ''],
      ['call_2', 'call_3'],
    ],
    [
      ['', 'call_1', 'call_1'],
      ['call_2', 'call_1', 'call_3'],
    ],
    [
      ['call_3', '', '', 'call_3'],
      ['call_3', 'call_2', 'call_4', 'call_5'],
    ],
  ])('that endpoints name %j keep these ids, and made-up ones are free', (ids, own) => {
    expect(wholeToolCalls(ids.map((id) => ({ id }))).map(({ id }) => id)).toEqual(own);
  });
});

describe('a schema', () => {
  test.each<[string, z.ZodType, boolean]>([
    ['of required properties', z.object({ a: z.string(), b: z.array(z.object({ c: z.number() })) }), true],
    ['without properties', z.object({}), true],
    ['with a default, which counts as required', z.object({ a: z.string().default('x') }), true],
    ['with an optional property', z.object({ a: z.string().optional() }), false],
    [
      'with an optional property further down',
      z.object({ a: z.array(z.object({ b: z.string().optional() })) }),
      false,
    ],
    ['of any keys', z.object({ a: z.record(z.string(), z.number()) }), false],
    ['that allows more', z.looseObject({ a: z.string() }), false],
  ])('%s', (_, schema, strict) => {
    expect(isStrict(wireSchema(schema))).toBe(strict);
  });
});
