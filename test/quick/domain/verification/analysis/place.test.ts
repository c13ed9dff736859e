import { analyzeFailure } from '../../../../../src/domain/verification/analysis';
import type { FailedCheck } from '../../../../../src/domain/verification/verification';

function failedTest(id: string, message: string): FailedCheck {
  return {
    id,
    check: 'npm test',
    kind: 'command',
    end: 'completed',
    failure: { errorName: 'AssertionError', message, phase: 'test' },
  };
}

describe('the place of a failure', () => {
  it('is the file of the test where nothing names another', () => {
    expect(analyzeFailure(failedTest('test/slots.js > slots may touch', 'not true')).location).toEqual({
      file: 'test/slots.js',
    });
  });

  it('is unknown where a command has no tests', () => {
    expect(analyzeFailure(failedTest('npm test', 'not true')).location).toBeUndefined();
  });
});
