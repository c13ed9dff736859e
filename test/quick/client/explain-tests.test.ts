import { renderTests } from '../../../src/client/cli/explain-command';
import { missingProgram } from '../../../src/client/explain-tests';
import { said } from '../../../src/domain/run/said';

test('an explanation says what runs, why, whose verdict counts, and what is missing with the way to get it', () => {
  const lines = renderTests({
    version: 1,
    directory: '/p',
    usual: 0,
    checks: [
      {
        ...{ runner: 'mocha', command: 'mocha', folder: '', why: 'package.json has "test": "mocha"' },
        by: 'nobody',
        missing: { what: said`${'mocha'} is not installed in its ${'node_modules'}`, get: 'npm ci' },
      },
    ],
  });
  expect(lines).toEqual([
    'mocha',
    '  runner: mocha; found by: package.json has "test": "mocha"',
    '  It is not run: nothing is green before its tests have run.',
    '  missing: mocha is not installed in its node_modules; to get it: npm ci',
  ]);
});

test.each([
  ['a command', 0, /^No tests found in \/p .* Name a command .*--check "make && /],
  ['what the sandbox runs', 2, /^The sandbox runs 2 test files of \/p by the usual Jest names/],
])('an explanation without a runner names %s', (_, usual, said) => {
  expect(renderTests({ version: 1, directory: '/p', checks: [], usual }).join(' ')).toMatch(said);
});

test('a runner that is only named comes with its check', () => {
  const deno = { runner: 'deno', command: 'deno test', folder: '', why: 'deno.json', by: 'nobody' as const };
  const lines = renderTests({ version: 1, directory: '/p', checks: [deno], usual: 0 });
  expect(lines.at(-1)).toBe('  to run it: --check "deno test"');
});

test('a program that is not on the search path is missing, unless the project brings a wrapper', () => {
  const none = () => false;
  expect(missingProgram({ runner: 'go', command: 'go test ./...' }, none)?.what).toBe('go');
  expect(missingProgram({ runner: 'go', command: 'go test ./...' }, () => true)).toBeUndefined();
  expect(missingProgram({ runner: 'maven', command: 'sh mvnw test' }, none)).toBeUndefined();
});
