import { failureGroups } from '../../../../../src/domain/heal/mutation/failure-groups';
import type { TestFailure, TestResult } from '../../../../../src/domain/verification/verification';

function failed(id: string, file: string, failure: Partial<TestFailure>): TestResult {
  const whole = { errorName: 'Error', message: '', phase: 'test' as const, ...failure };
  return { id, file, path: [id], status: 'failed', durationMs: 1, console: [], failure: whole };
}

const idsOf = (tests: readonly TestResult[]): string[][] =>
  failureGroups(tests).map((group) => group.map(({ id }) => id));

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
    const thrownAt = (id: string, place: string, message: string) =>
      failed(id, 'test/a.js', { message, location: { file: place, line: 1 } });
    const tests = [
      thrownAt('one', 'test/a.js', 'out of the test'),
      thrownAt('two', 'test/a.js', 'out of the test'),
      thrownAt('helped', 'test/helper.js', 'out of a helper'),
      thrownAt('deep', 'lib/router.js', 'no callback'),
    ];
    expect(idsOf(tests)).toEqual([['deep'], ['one', 'two'], ['helped']]);
    const stack = ['Error: no', '    at Array.forEach (<anonymous>)', '    at use (lib/app.js:3:9)'].join(
      '\n',
    );
    const foreign = stack.replace('lib/app.js', 'node_modules/a/lib/app.js');
    const stacks = [
      failed('far', 'test/a.js', { message: 'a', stack: foreign }),
      failed('near', 'test/a.js', { message: 'b', stack }),
    ];
    expect(idsOf(stacks)).toEqual([['near'], ['far']]);
  });

  it('put the tests of a file that say nothing together', () => {
    const silent = { ...failed('silent', 'a.test.js', {}), failure: undefined };
    expect(idsOf([silent, { ...silent, id: 'mute' }])).toEqual([['silent', 'mute']]);
  });
});
