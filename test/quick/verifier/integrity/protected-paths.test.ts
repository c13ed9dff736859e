import { protectedReason } from '../../../../src/domain/verification/protected-paths';

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
    // Settings of tools, and manifests.
    ...[
      '.flake8',
      'mypy.ini',
      'ruff.toml',
      'pytest.toml',
      '.pytest.ini',
      '.golangci.yml',
      '.cargo/config.toml',
    ],
    ...['Cargo.toml', 'crates/a/Cargo.toml', 'pom.xml', 'app/build.gradle', 'phpunit.xml', 'CMakeLists.txt'],
    ...[
      'tslint.json',
      '.oxlintrc.json',
      '.jshintrc',
      'features/sum.feature',
      'node.config.json',
      '.gitignore',
    ],
    ...[
      'sub/.tool.yml',
      'tool.config.ts',
      'pnpm-workspace.yaml',
      'rust-toolchain',
      'phpstan.neon',
      'vendor/x.go',
    ],
    ...['gradle/libs.versions.toml', 'App.csproj', 'lib.mk', 'go.work', 'x.pth', 'composer.json', 'build.rs'],
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
    '.env',
    '.github/workflows/ci.yml',
    'src/app.config.ts',
    'app.config.ts',
    'config.toml',
    'locales/de.toml',
    'data/rules.ini',
    'coverage.js',
  ])('not %s', (path) => {
    expect(protectedReason(path)).toBeUndefined();
  });
});
