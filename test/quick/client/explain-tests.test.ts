import { renderTests } from '../../../src/client/cli/explain-command';
import { missingProgram } from '../../../src/domain/verification/tools';

test('an explanation says what runs, why, whose verdict counts, and what is missing with the way to get it', () => {
  const lines = renderTests({
    version: 1,
    directory: '/p',
    checks: [
      {
        ...{ runner: 'mocha', command: 'mocha', folder: '', why: 'package.json has "test": "mocha"' },
        by: 'nobody',
        missing: { what: 'mocha', get: 'npm ci' },
      },
    ],
  });
  expect(lines).toEqual([
    'mocha',
    '  runner: mocha; found by: package.json has "test": "mocha"',
    '  It is not run: nothing is green before its tests have run.',
    '  missing: mocha; to get it: npm ci',
  ]);
});

test('a program that is not on the search path is missing, unless the project brings a wrapper', () => {
  const none = () => false;
  expect(missingProgram({ runner: 'go', command: 'go test ./...' }, none)?.what).toBe('go');
  expect(missingProgram({ runner: 'go', command: 'go test ./...' }, () => true)).toBeUndefined();
  expect(missingProgram({ runner: 'maven', command: 'sh mvnw test' }, none)).toBeUndefined();
});
