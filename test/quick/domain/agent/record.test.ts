import { NO_CODE, withReason } from '../../../../src/domain/agent/state';

const reasons = (more: object, wasChecked = true) =>
  withReason({ ...NO_CODE, codeIssues: [], ...more }, wasChecked).codeIssues;

describe('the record of a run without valid code', () => {
  it('has missing code as an issue of its own', () => {
    expect(NO_CODE.codeIssues).toEqual(['No code was made.']);
    expect(reasons({}, false)).toEqual(['No code was made.']);
  });

  it('says that the run ended before its code was checked or run', () => {
    expect(reasons({ generatedCode: 'export {}' }, false)).toEqual(['The code was not checked.']);
    expect(reasons({ generatedCode: 'export {}' })).toEqual(['The code was not run with the test data.']);
  });

  it('keeps the reasons that it has, and adds none to valid code', () => {
    expect(reasons({ codeIssues: ['no return'] })).toEqual(['no return']);
    expect(reasons({ generatedCode: 'export {}', runtimeError: 'TypeError: x' })).toEqual([]);
    expect(reasons({ generatedCode: 'export {}', isCodeValid: true })).toEqual([]);
  });
});
