import { redactor } from '../../../src/domain/redact';
import { forRepeats } from '../../../src/domain/redact/repeats';

const SECRET = 'kept-under-the-mat-77';

/** A redactor that counts the texts which it looks at. */
function counted() {
  const looked: string[] = [];
  const inner = redactor([SECRET]);
  const redact = forRepeats((text) => {
    looked.push(text);
    return inner(text);
  });
  return { redact, looked };
}

test('a text without secrets is looked at once', () => {
  const { redact, looked } = counted();
  for (let time = 0; time < 3; time += 1) expect(redact('add two numbers')).toBe('add two numbers');
  expect(looked).toEqual(['add two numbers']);
});

test('a text with a secret is redacted each time', () => {
  const { redact } = counted();
  for (let time = 0; time < 3; time += 1) expect(redact(`the key is ${SECRET}`)).not.toContain(SECRET);
});

test('texts that differ in one half of a pair of units are told apart', () => {
  const { redact, looked } = counted();
  for (const text of ['a\ud83d', 'a\ud83e', 'a\ufffd']) expect(redact(text)).toBe(text);
  expect(looked).toHaveLength(3);
});

test('long texts, and more texts than are remembered, are redacted as ever', () => {
  const { redact, looked } = counted();
  const long = `${'word '.repeat(400)}${SECRET}`;
  for (let time = 0; time < 2; time += 1) expect(redact(long)).not.toContain(SECRET);
  for (let index = 0; index < 20_000; index += 1) {
    redact('the same');
    expect(redact(`line ${index}`)).toBe(`line ${index}`);
  }
  expect(looked.filter((text) => text === 'the same')).toHaveLength(1);
  expect(redact(`line 1 ${SECRET}`)).not.toContain(SECRET);
  redact('line 1');
  expect(looked.filter((text) => text === 'line 1')).toHaveLength(2);
});
