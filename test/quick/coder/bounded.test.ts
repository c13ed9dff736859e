import { bounded, readResult, RESULT_CHARS, resultHash, resultPath } from '../../../src/coder/tools/bounded';
import { createMemoryStore } from '../../support/memory-store';
import { asBlob } from '../../support/hashes';

const { blobs } = createMemoryStore();

/** The call that a cut result names. */
function wayOn(text: string): { path: string; from: number; to: number } {
  return JSON.parse(/read (\{.*?\})/.exec(text)?.[1] ?? 'null') as { path: string; from: number; to: number };
}

test('a result of the usual size stays as it is', async () => {
  const text = 'x'.repeat(RESULT_CHARS);
  expect(await bounded(blobs, text)).toEqual({ text });
});

test.each([
  ['lines', Array.from({ length: 3_000 }, (_, n) => `line ${n + 1}`).join('\n')],
  ['lines with an end', `${Array.from({ length: 3_000 }, (_, n) => `line ${n + 1}`).join('\n')}\n`],
  ['one line', 'x'.repeat(50_000)],
  ['one line in the middle', `a\n${'x'.repeat(50_000)}\nb\n`],
  ['characters of two units', '😀'.repeat(20_000)],
  ['empty lines', '\n'.repeat(20_000)],
])('a long result of %s shows head and tail, and the lines between them are named', async (_, text) => {
  const { text: shown, stored = asBlob('') } = await bounded(blobs, text);
  expect(shown.length).toBeLessThanOrEqual(RESULT_CHARS);
  expect(shown.isWellFormed()).toBe(true);
  const { path, from, to } = wayOn(shown);
  expect(resultHash(path)).toBe(stored);
  expect(await readResult(blobs, stored)).toBe(text);
  const lines = text.split('\n');
  const [head = '', tail = ''] = shown.split(/\n?…[^…]*…\n/);
  // Whatever is not shown is in the lines that are named.
  const wanted = lines.slice(from - 1, to).join('\n');
  const left = text.length - head.length - tail.length;
  expect(wanted.length).toBeGreaterThanOrEqual(left - 2);
  expect(text.startsWith(head)).toBe(true);
  expect(text.endsWith(tail)).toBe(true);
  expect(to).toBeLessThanOrEqual(lines.length);
});

test('only results have names', async () => {
  const other = await blobs.put(Buffer.from('a file of somebody'));
  expect(await readResult(blobs, other)).toBeUndefined();
  expect(await readResult(blobs, asBlob('e'.repeat(64)))).toBeUndefined();
  expect(resultHash(resultPath(other))).toBe(other);
  for (const path of ['result:x', `result:${other}/x`, ` result:${other}`, `result:${other}\n`, other])
    expect(resultHash(path)).toBeUndefined();
});
