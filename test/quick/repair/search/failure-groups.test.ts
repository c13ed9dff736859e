import { failureGroups, thrownIn } from '../../../../src/repair/search/causes';
import type { TestFailure, TestResult } from '../../../../src/domain/verification/verification';

function failed(id: string, file: string, failure: Partial<TestFailure>): TestResult {
  const whole = { errorName: 'Error', message: '', phase: 'test' as const, ...failure };
  return { id, file, path: [id], status: 'failed', durationMs: 1, console: [], failure: whole };
}

const PROGRAM = ['lib/app.js', 'calc/calc.go'];
const idsOf = (tests: readonly TestResult[]): string[][] =>
  failureGroups(tests, (test) => PROGRAM.includes(thrownIn(test, PROGRAM) ?? '')).map((group) =>
    group.map(({ id }) => id),
  );

describe('groups of failing tests', () => {
  it('join the assertions of one file, whatever their values', () => {
    const tests = [
      failed('one', 'a.test.js', { errorName: 'AssertionError', message: 'expected 1 to equal 2' }),
      failed('two', 'a.test.js', { message: 'expected "x", got "y"', expected: 'x', received: 'y' }),
      failed('other', 'b.test.js', { errorName: 'AssertionError', message: 'expected 1 to equal 2' }),
    ];
    expect(idsOf(tests)).toEqual([['one', 'two'], ['other']]);
  });

  it('join errors by their words across files, whatever they name', () => {
    const tests = [
      failed('alone', 'a.test.js', { errorName: 'TypeError', message: "Cannot read 'x' of null" }),
      failed('one', 'a.test.js', { message: 'digest 4 is unsupported' }),
      failed('two', 'b.test.js', { message: 'digest 5 is unsupported' }),
    ];
    expect(idsOf(tests)).toEqual([['one', 'two'], ['alone']]);
  });

  it('come first where the program itself throws, then by their number', () => {
    const stack = ['Error: no', '    at Array.forEach (<anonymous>)', '    at use (/w/lib/app.js:3:9)'].join(
      '\n',
    );
    const tests = [
      failed('one', 'a.test.js', { message: 'out of the test', location: { file: 'a.test.js', line: 1 } }),
      failed('two', 'a.test.js', { message: 'out of the test', location: { file: 'a.test.js', line: 2 } }),
      failed('go', 'calc', { message: 'wrong', location: { file: 'calc/calc_test.go', line: 1 } }),
      failed('foreign', 'a.test.js', { message: 'far', stack: stack.replace('lib', 'node_modules/a/lib') }),
      failed('thrown', 'a.test.js', { message: 'near', stack }),
      failed('panic', 'calc', {
        message: 'panic',
        stack: 'goroutine 1:\n\t/usr/go/src/testing/testing.go:9\n\t/w/calc/calc.go:7',
      }),
    ];
    expect(idsOf(tests)).toEqual([['thrown'], ['panic'], ['one', 'two'], ['go'], ['foreign']]);
  });

  it('put the tests of a file that say nothing together', () => {
    const silent = { ...failed('silent', 'a.test.js', {}), failure: undefined };
    expect(idsOf([silent, { ...silent, id: 'mute' }])).toEqual([['silent', 'mute']]);
  });
});
