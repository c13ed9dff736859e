import { z } from 'zod';
import { extractJson, parseReply, wireSchema, withoutThoughts } from '../../../src/model/json';

describe('extractJson', () => {
  test.each<[string, string, unknown]>([
    ['plain', '{"a": 1}', { a: 1 }],
    ['with space around', '\n {"a": 1}\n', { a: 1 }],
    ['fenced', 'So:\n```json\n{"a": 1}\n```', { a: 1 }],
    ['fenced without a language', '```\n{"a": 1}\n```', { a: 1 }],
    ['in a sentence', 'It is {"a": {"b": "}"}} and {that} is all', { a: { b: '}' } }],
    ['after braces that are no JSON', 'In {code} we say {"a": 1}', { a: 1 }],
    ['with escaped quotes', 'x {"a": "say \\"}\\""}', { a: 'say "}"' }],
    ['with a fence inside a string', '{"a": "```\\ncode\\n```"}', { a: '```\ncode\n```' }],
  ])('%s', (_, text, value) => {
    expect(extractJson(text)).toEqual({ value });
  });

  test.each([
    ['nothing', ''],
    ['words', 'three'],
    ['a number', '3'],
    ['cut JSON', '{"a": [1, 2'],
    ['null', 'null'],
  ])('finds nothing in %s', (_, text) => {
    expect(extractJson(text)).toBeUndefined();
  });
});

test('parseReply says where a value is wrong', () => {
  const schema = z.object({ list: z.array(z.object({ n: z.number() })) });
  const said = parseReply('{"list": [{"n": 1}, {"n": "two"}]}', schema);
  expect(said).toEqual({ ok: false, error: 'list.1.n must be a number' });
});

test('wireSchema requires every property, allows none besides, and has no defaults', () => {
  const schema = z.object({
    a: z.string(),
    default: z.string().nullable().default(null),
    c: z.object({ d: z.array(z.string()).default([]) }),
  });
  const wire = wireSchema(schema);
  expect(wire).toMatchObject({
    required: ['a', 'default', 'c'],
    additionalProperties: false,
    properties: {
      default: { type: ['string', 'null'] },
      c: { required: ['d'], additionalProperties: false },
    },
  });
  expect(wire).not.toHaveProperty('$schema');
  expect(wire['properties']).not.toHaveProperty('c.properties.d.default');
  expect(wire['properties']).not.toHaveProperty('default.default');
});

test('the last value that fits is the answer, after drafts', () => {
  const Sum = z.object({ sum: z.number() });
  expect(parseReply('First {"sum": 1}, no: {"sum": 2}', Sum)).toEqual({ ok: true, value: { sum: 2 } });
});

test.each([
  ['begun and ended', '<think>{"a": 1}</think> said'],
  ['begun in the prompt', '{"a": 1}</think>\n said'],
])('thoughts %s are not part of the text', (_, text) => {
  expect(withoutThoughts(text)).toBe('said');
});
