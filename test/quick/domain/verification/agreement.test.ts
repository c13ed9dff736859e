import { globMatcher } from '../../../../src/domain/files/globs';
import { literalGlob } from '../../../../src/domain/files/literal-glob';
import { disputed, globsWithout, saysTheSame } from '../../../../src/domain/verification/agreement';
import type { TestResult } from '../../../../src/domain/verification/verification';

const result = (name: string, status: TestResult['status']): TestResult => ({
  ...{ id: name, file: 'a.test.js', path: [name], status, durationMs: 0, console: [] },
});
const sandbox = (...tests: TestResult[]) => ({ end: 'completed' as const, tests });

test('the sandbox and a runner agree where the same tests pass and fail', () => {
  const tests = [result('a', 'passed'), result('b', 'failed')];
  expect(saysTheSame(sandbox(...tests), tests)).toBe(true);
  expect(saysTheSame(sandbox(...tests), [result('a', 'failed'), result('b', 'passed')])).toBe(false);
  expect(saysTheSame(sandbox(...tests), [result('a', 'passed'), result('b', 'passed')])).toBe(false);
  expect(saysTheSame({ end: 'timeout', tests }, tests)).toBe(false);
});

test('tests of which the two say different things are disputed', () => {
  const runner = [
    result('a', 'failed'),
    result('b', 'passed'),
    result('c', 'passed'),
    result('e', 'passed'),
    result('f', 'passed'),
  ];
  const ours = sandbox(
    result('a', 'failed'),
    result('b', 'passed'),
    result('c', 'failed'),
    result('d', 'failed'),
    result('f', 'passed'),
  );
  expect(disputed(ours, runner)).toEqual({ ids: ['c', 'd'], count: 3 });
  expect(disputed(sandbox(...runner), runner)).toEqual({ ids: [], count: 0 });
});

test.each([
  ['it does not fail what fails', [result('a', 'passed'), result('b', 'passed')]],
  ['it lacks what fails', [result('b', 'passed')]],
  ['it fails most of what passes', [result('a', 'failed'), result('b', 'failed')]],
])('the sandbox is no judge where %s', (_, tests) => {
  expect(disputed(sandbox(...tests), [result('a', 'failed'), result('b', 'passed')])).toBeUndefined();
});

test('titles may differ in form', () => {
  expect(saysTheSame(sandbox(result('adds 1', 'passed')), [result('adds 1.0', 'passed')])).toBe(true);
});

test('the sandbox keeps the test files that no runner takes', () => {
  expect(globsWithout(undefined, [], ['a'])).toBeUndefined();
  expect(globsWithout(undefined, ['a'], ['a'])).toEqual([]);
  expect(globsWithout(['a', 'b'], ['a'], ['a', 'b'])).toEqual(['a', 'b', '!a']);
});

test('a path with marks of globs is meant as it is', () => {
  const matches = globMatcher([literalGlob('src/[id].test.js')]);
  expect([matches('src/[id].test.js'), matches('src/i.test.js')]).toEqual([true, false]);
});
