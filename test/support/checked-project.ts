/** A project whose test command is more than its tests: no file of `src` may have the word TODO. */
export const CHECKED_SUM = {
  'package.json': JSON.stringify({
    name: 'sum',
    version: '1.0.0',
    scripts: { test: 'sh check.sh && node --test' },
  }),
  'check.sh': 'if grep -q TODO src/sum.js; then echo "src/sum.js:1: error: a TODO is left" >&2; exit 1; fi\n',
  'src/sum.js': 'exports.sum = (a, b) => a - b;\n',
  'test/sum.test.js': [
    "const { test } = require('node:test');",
    "const assert = require('node:assert');",
    "const { sum } = require('../src/sum');",
    "test('adds', () => assert.equal(sum(2, 3), 5));",
    '',
  ].join('\n'),
};

/** The repaired program as a person edits it: its tests pass, its test command does not. */
export const TODO_SUM = 'exports.sum = (a, b) => b + a; // TODO\n';
