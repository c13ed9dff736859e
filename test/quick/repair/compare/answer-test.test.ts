import { withAnswer } from '../../../../src/repair/compare/answer-test';

const CALL = { name: 'isScript', args: "'https:'", answer: 'false' };

describe('the answer to a question becomes a test', () => {
  it('in the style of jest and vitest, behind the last test of its block', () => {
    const text =
      "import { isScript } from '../src/x';\n\ndescribe('x', () => {\n  it('knows', () => {\n    expect(isScript('a')).toBe(true);\n  });\n});\n";
    expect(withAnswer('x.test.ts', text, CALL)).toBe(
      text.replace(
        '  });\n});',
        "  });\n  it('gives the answer to isScript(\\'https:\\')', () => {\n    expect(isScript('https:')).toEqual(false);\n  });\n});",
      ),
    );
  });

  it('in the style of node:test, by the name that the file calls the function by', () => {
    const text =
      "const assert = require('assert');\nconst x = require('./x');\ntest('knows', () => {\n  assert.equal(x.isScript('a'), true)\n})\n";
    expect(withAnswer('x.test.js', text, CALL)).toBe(
      `${text.trimEnd()}\ntest('gives the answer to x.isScript(\\'https:\\')', () => {\n  assert.deepStrictEqual(x.isScript('https:'), false)\n})\n`,
    );
  });

  it('in the style of ava, with the parameter of its tests', () => {
    const text = "import test from 'ava';\ntest('knows', (t) => {\n  t.is(isScript('a'), true);\n});\n";
    expect(withAnswer('x.test.js', text, CALL)).toContain(
      "(t) => {\n  t.deepEqual(isScript('https:'), false);\n});",
    );
  });

  it.each([
    ['the answer is thrown', { ...CALL, answer: 'throws TypeError' }],
    ['the answer was shortened', { ...CALL, answer: "'aaa… of 2000" }],
    ['the file does not call the function', { ...CALL, name: 'other' }],
  ])('not where %s', (_why, call) => {
    const text = "test('knows', () => {\n  expect(isScript('a')).toBe(true);\n});\n";
    expect(withAnswer('x.test.ts', text, call)).toBeUndefined();
  });
});
