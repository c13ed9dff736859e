import { vanishedText } from '../../../src/repair/llm/evidence-text';

test('a model is told of tests that are gone from the report', () => {
  expect(vanishedText({ vanished: [] })).toEqual([]);
  expect(vanishedText({ vanished: ['a > adds', 'a > takes away'] })).toEqual([
    'These tests passed before the change and are missing or skipped now:\n- a > adds\n- a > takes away',
  ]);
});
