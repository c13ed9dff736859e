import { contentChars } from '../../../src/model';

test('contents are few where nothing is known of the context, and most of it where its size is set', () => {
  expect(contentChars(undefined)).toBe(80_000);
  expect(contentChars(128_000)).toBe(281_600);
  // With less nobody could show a file: such a model is told so by its endpoint.
  expect(contentChars(1_000)).toBe(16_000);
});
