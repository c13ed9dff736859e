import { runnerOf } from '../../../src/verifier/run-all';
import { commandOf } from '../../../src/domain/heal/errors';
import { TestConfig } from '../../../src/domain/verification/test-config';
import type { TestRunner } from '../../../src/domain/verification/verification';
import { failuresOf } from '../../../src/domain/verification/failed-checks';
import { checkReport } from '../../support/check-reports';

const FILE = 'test/sum.test.ts';

describe('the runner of a test file', () => {
  it.each<[TestRunner, string, object | undefined]>([
    ['jest', "test('adds', () => {});", undefined],
    ['jest', "// like vitest, unlike node:test\nimport { it } from '@jest/globals';", {}],
    ['node', "import test from 'node:test';", undefined],
    ['node', 'const { it } = require("node:test");', { runner: 'vitest' }],
    ['vitest', "import { expect, it } from 'vitest';", undefined],
    ['vitest', "it('adds', () => {});", { runner: 'vitest' }],
    ['vitest', "it('adds', () => {});", { projects: [{ rootDir: 'test', runner: 'vitest' }] }],
  ])('is %s: %s', (runner, text, config) => {
    const context = { config: config && TestConfig.parse(config) };
    expect(runnerOf({ files: new Map([[FILE, text]]), context }, FILE)).toBe(runner);
  });

  it.each<[TestRunner | undefined, string]>([
    [undefined, `npx jest ${FILE}`],
    ['vitest', `npx vitest run ${FILE}`],
    ['node', `node --test ${FILE}`],
  ])('says what to type: %s', (runner, command) => {
    const check = checkReport({ name: FILE, end: 'timeout', runner });
    expect(failuresOf(check).map(commandOf)).toEqual([command]);
  });
});
