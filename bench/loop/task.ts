/** The task that all loops carry out, and what the model answers: wrong, wrong, right. */

export const REQUEST =
  'Create a function median that returns the middle of the values, or the mean of the two middle ones';

export interface Task {
  /** Three versions of the program: only the last passes. */
  answers: readonly [string, string, string];
  jestTest: string;
  nodeTest: string;
}

const DOC = '/** The middle of the values; the mean of the two middle ones where their number is even. */\n';
const HEAD = 'export function median(values: readonly number[]): number {\n';

/** Forgets to sort, and knows no second middle. */
const UNSORTED = `${DOC}${HEAD}  return values[0];\n}\n`;

/** Sorts as texts. */
const AS_TEXTS = `${DOC}${HEAD}  const sorted = [...values].sort();
  const middle = Math.floor(sorted.length / 2);
  return sorted[middle] ?? NaN;
}
`;

const RIGHT = `${DOC}${HEAD}  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
`;

const CASES: readonly (readonly [name: string, values: string, expected: string])[] = [
  ['takes the middle', '[10, 2, 33, 4, 100]', '10'],
  ['takes the mean of two', '[8, 100, 3, 20]', '14'],
  ['takes the only one', '[7]', '7'],
  ['has none for no values', '[]', 'NaN'],
];

const JEST_TEST = [
  "import { median } from './median';",
  "describe('median', () => {",
  ...CASES.map(
    ([name, values, expected]) => `  it('${name}', () => expect(median(${values})).toBe(${expected}));`,
  ),
  '});',
  '',
].join('\n');

const NODE_TEST = [
  "import assert from 'node:assert/strict';",
  "import { describe, it } from 'node:test';",
  "import { median } from './median.ts';",
  "describe('median', () => {",
  ...CASES.map(
    ([name, values, expected]) => `  it('${name}', () => assert.equal(median(${values}), ${expected}));`,
  ),
  '});',
  '',
].join('\n');

/** The task with texts that nobody has seen, so that nothing of an earlier round is used again. */
export function freshTask(round: number): Task {
  const mark = (text: string): string => `${text}// round ${round}\n`;
  return {
    answers: [mark(UNSORTED), mark(AS_TEXTS), mark(RIGHT)],
    jestTest: mark(JEST_TEST),
    nodeTest: mark(NODE_TEST),
  };
}
