import { z } from 'zod';
import { readToolCalls } from '../../../src/model/reading';
import { cpuMs } from '../../support/cpu-time';

const Edit = z.object({
  path: z.string(),
  edits: z
    .array(z.object({ search: z.string(), replace: z.string(), all: z.boolean().nullish() }))
    .min(1)
    .max(100)
    .nullish(),
});
const TOOLS = [
  { name: 'edit', description: '', parameters: Edit },
  { name: 'list', description: '', parameters: z.object({}) },
];

function read(text: string, name = 'edit') {
  const [one] = readToolCalls([{ id: 'c', name, arguments: text }], TOOLS);
  if (!one) throw new Error('one call is read');
  return one.ok ? one.call.arguments : one.error;
}

const edits = [{ search: 'a', replace: 'b' }];
const meant = { path: 'x.js', edits };

describe('arguments of a call', () => {
  test.each([
    ['an object', meant],
    ['an object in JSON once more', JSON.stringify(meant)],
    ['an object with a list as its text', { ...meant, edits: JSON.stringify(edits) }],
    ['an object with texts within texts', { ...meant, edits: JSON.stringify([JSON.stringify(edits[0])]) }],
  ])('are taken as meant: %s', (_, given) => {
    expect(read(JSON.stringify(given))).toEqual(meant);
  });

  test('are taken with line breaks and tabs as they are, and with escapes as such', () => {
    const text = '{"path": "x.js", "edits": [{"search": "a\n\t\\"b\\\\", "replace": "c\r\nd\\n"}]}';
    expect(read(text)).toEqual({ path: 'x.js', edits: [{ search: 'a\n\t"b\\', replace: 'c\r\nd\n' }] });
  });

  test('are taken as a text where a text is wanted, whatever it looks like', () => {
    const given = { path: '[1]', edits: [{ search: '{"a": 1}', replace: 'null' }] };
    expect(read(JSON.stringify(given))).toEqual(given);
  });

  test.each([
    ['', {}],
    ['""', {}],
    ['{}', {}],
  ])('may be %j for a tool without any', (text, value) => {
    expect(read(text, 'list')).toEqual(value);
  });

  test.each([
    ['{"path": "x.js", "edits": "a list"}', 'do not fit its schema: edits must be a list.'],
    ['{"path": 1, "edits": [{"search": "a"}]}', 'path must be a text; edits.0.replace is missing.'],
    ['{"path": "x.js", "edits": "[{]"}', 'edits must be a list.'],
    ['{"path": "x', 'are not JSON (Unterminated string'],
    ['["x.js"]', 'are not a JSON object but a list.'],
    ['"7"', 'are not a JSON object but 7.'],
  ])('that are wrong are told by their mistake: %s', (text, mistake) => {
    expect(read(text)).toContain(mistake);
  });

  test('of 64 KB are read in time', () => {
    const flood = '"\n'.repeat(32_000);
    const tookMs = cpuMs(() => expect(read(`{"path": ${flood}`)).toContain('not JSON'));
    expect(tookMs).toBeLessThan(100);
  });
});
