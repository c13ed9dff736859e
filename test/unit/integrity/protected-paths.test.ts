import { protectedReason } from '../../../src/domain/protected-paths';

describe('protected paths', () => {
  it.each([
    ...[
      'src/__mocks__/sum.ts',
      '__mocks__/left-pad.js',
      'src/sum.test.js',
      'src/sum.spec.tsx',
      'test/helpers/chai.ts',
    ],
    ...['jest.config.cjs', 'vitest.workspace.ts', 'karma.conf.js', '.npmrc', '.mocharc.yml', 'turbo.json'],
    ...['packages/a/package.json', 'tsconfig.test.json', 'jsconfig.json', 'node_modules/left-pad/index.js'],
    ...['bun.lock', 'pnpm-lock.yaml', 'uv.lock', 'src/__snapshots__/sum.test.ts.snap', 'src/setupTests.ts'],
    ...['lib/test_sum.py', 'lib/sum_test.go', 'cypress/login.cy.ts', '.eslintignore'],
    // What `node --test` takes for tests.
    ...['test.js', 'src/test.mjs', 'foo-test.js', 'lib/foo_test.cts', 'test-foo.js', 'src/test/foo.js'],
    ...['lib/tests/x.js', 'shop/tests.py', 'shop/sum_tests.py', 'src/test/java/app/SumTest.java'],
    ...['app/SumTests.cs', 'src/SumIT.kt', 'lib/sum_spec.rb', 'test/sum_test.exs', 'crates/a/tests/sum.rs'],
  ])('%s', (path) => {
    expect(protectedReason(path)).toBeDefined();
  });

  it.each([
    'src/spec/parser.ts',
    'src/testing.ts',
    'src/latest.ts',
    'src/latest-news.js',
    'src/contest.js',
    'src/testing/index.js',
    'src/Contest.java',
    'src/WAIT.java',
    'src/attests/x.js',
    'lib/attest.py',
    'src/config.ts',
    'README.md',
  ])('not %s', (path) => {
    expect(protectedReason(path)).toBeUndefined();
  });
});
