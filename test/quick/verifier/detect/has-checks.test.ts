import { hasChecks } from '../../../../src/verifier/detect';

const has = (files: Record<string, string>): boolean =>
  hasChecks({ paths: Object.keys(files).sort(), text: (path) => files[path], installed: () => undefined });

describe('a folder has something to check', () => {
  it.each([
    ['a test file by its name', { 'a.test.ts': '' }],
    ['a test script', { 'package.json': '{"scripts": {"test": "node check.js"}}' }],
    ['tests of another language', { 'go.mod': 'module a', 'a_test.go': '' }],
    ['tests that Kintsugi only names', { Gemfile: '', 'spec/a_spec.rb': '' }],
    ['a manifest that nobody can read', { 'package.json': '{' }],
    [
      'settings that choose test files of other names',
      { 'packages/a/vitest.config.mts': '', 'a.check.ts': '' },
    ],
    ['settings of jest in a manifest', { 'package.json': '{"jest": {"testMatch": ["**/*.check.js"]}}' }],
    ['settings of tests in those of vite', { 'vite.config.ts': 'export default { test: {} }' }],
  ])('with %s', (_, files) => {
    expect(has(files)).toBe(true);
  });

  it.each([
    ['no file', {}],
    ['notes alone', { 'README.md': 'The test: none.' }],
    ['programs alone', { 'src/a.ts': 'export const a = 1;', 'b.py': '', 'package.json': '{"name": "a"}' }],
    ['settings of vite that say nothing of tests', { 'vite.config.ts': 'export default {}' }],
  ])('not with %s', (_, files) => {
    expect(has(files)).toBe(false);
  });
});
