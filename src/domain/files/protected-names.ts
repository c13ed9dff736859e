/**
 * Names of files that decide how a project is verified. Rules come first, then rows for all other names. It is data, so
 * that a reader sees the whole.
 */
export interface ProtectedName {
  pattern: RegExp;
  reason: string;
  /** Names that the rule does not mean. */
  not?: RegExp;
  /** Paths that it means, and others that it does not: they are checked. */
  match: readonly string[];
  notMatch: readonly string[];
}

const TOOL = 'configures a tool that verifies';
/** Reason to protect a file that says how the project is built. */
export const MANIFEST = 'is a manifest that says how the project is built';

/** Below these a file of any name may be the program's own data. */
const BELOW_SOURCES =
  /^((packages|apps|libs|crates|modules)\/[^/]+\/)?(src|lib|app|public|static|assets|data|locales|i18n)\//;

export const PROTECTED_NAMES: readonly ProtectedName[] = [
  {
    pattern: /(^|\/)__snapshots__\//,
    reason: 'is a snapshot',
    match: ['src/__snapshots__/sum.test.ts.snap'],
    notMatch: ['src/snapshots.ts'],
  },
  { pattern: /\.snap$/, reason: 'is a snapshot', match: ['ui/button.snap'], notMatch: ['ui/snap.ts'] },
  {
    pattern: /(^|\/)node_modules\//,
    reason: 'is an installed package',
    match: ['node_modules/left-pad/index.js'],
    notMatch: ['src/modules/a.js'],
  },
  {
    pattern: /(^|\/)package\.json$/,
    reason: 'holds the package scripts',
    match: ['package.json', 'packages/a/package.json'],
    notMatch: ['src/package.json.ts'],
  },
  {
    pattern: /(^|\/)[tj]sconfig[^/]*\.json$/,
    reason: 'configures the compiler',
    match: ['tsconfig.json', 'jsconfig.json', 'tsconfig.test.json'],
    notMatch: ['src/tsconfig.ts'],
  },
  {
    pattern:
      /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|go\.sum|go\.work\.sum|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|mix\.lock|Package\.resolved|gradle\.lockfile|pubspec\.lock)$/,
    reason: 'is a lock file',
    match: ['package-lock.json', 'Cargo.lock', 'go.sum'],
    notMatch: ['src/lock.ts'],
  },
  {
    pattern:
      /(^|\/)(Cargo\.toml|pom\.xml|(settings|build)\.(gradle|sbt)(\.kts)?|gradle\.properties|gradlew(\.bat)?|mvnw(\.cmd)?|CMakeLists\.txt|CMake(User)?Presets\.json|meson\.build|meson_options\.txt|meson\.options|(MODULE|WORKSPACE|BUILD)(\.bazel)?|Gemfile|composer\.json|mix\.exs|rebar\.config(\.script)?|go\.(mod|work)|Package\.swift|pubspec(_overrides)?\.ya?ml|Pipfile|setup\.py|build\.rs|build\.zig(\.zon)?|build\.(sc|mill)|deps\.edn|project\.clj|dune-project|dune|stack\.ya?ml|cabal\.project(\.(local|freeze))?|package\.yaml|elm\.json|(rescript|bsconfig)\.json|v\.mod|remappings\.txt|Directory\.(Build|Packages)\.(props|targets)|nuget\.config|global\.json|configure\.(ac|in)|premake5?\.lua|xmake\.lua|shard\.yml|DESCRIPTION|cpanfile|Makefile\.PL|Build\.PL|conanfile\.(py|txt)|vcpkg\.json)$|(^|\/)gradle\/|^configure$|\.(cmake|gemspec|nimble|cabal|opam|rockspec|csproj|fsproj|vbproj|vcxproj|sln|slnx|xcconfig|runsettings|gradle|gradle\.kts)$/,
    reason: MANIFEST,
    match: ['Cargo.toml', 'pom.xml', 'CMakeLists.txt', 'App.csproj'],
    notMatch: ['src/cargo.ts', 'docs/pom.md'],
  },
  // Tools look for dot-files and dot-folders wherever they run; programs seldom keep their own there.
  {
    pattern: /(^|\/)\.[^/]+(\/|$)/,
    not: /(^|\/)\.(env|git(attributes|modules|keep|hub|lab)|docker|vscode|idea|devcontainer|ht(access|passwd)|well-known|nojekyll|DS_Store|keep|storybook|changeset|circleci|travis|mailmap)[^/]*(\/|$)/,
    reason: TOOL,
    match: ['.mocharc.yml', '.cargo/config.toml'],
    notMatch: ['.env', '.github/workflows/ci.yml', 'src/a.ts'],
  },
  // `jest.config.js`, `vite.conf.ts`, `karma.conf.cjs`; `src/app.config.ts` is the program's.
  {
    pattern:
      /(^|\/)[\w-]+\.(config|conf|setup|preset|workspace|projects)\.([cm]?[jt]sx?|json[c5]?|ya?ml|toml)$/,
    not: new RegExp(`${BELOW_SOURCES.source}|(^|/)(app|site|site-?meta|next-intl|i18n)\\.config\\.`),
    reason: TOOL,
    match: ['jest.config.cjs', 'karma.conf.js', 'tool.config.ts'],
    notMatch: ['src/app.config.ts', 'config.ts'],
  },
  {
    pattern:
      /(^|\/)(jest|vitest|vite|mocha|karma|ava|cypress|playwright|wdio|babel|webpack|rollup|esbuild|eslint|stylelint|prettier|biome|tsup|swc|nyc|c8|node|nodemon|tape|uvu|cucumber|stryker|rspack|metro|oxlint|knip|depcheck)\.(config|conf|setup|preset|workspace|json[c5]?|ya?ml|opts)(\.[^/]+)?$/,
    reason: TOOL,
    match: ['vitest.workspace.ts', 'node.config.json', 'src/jest.config.js'],
    notMatch: ['src/jest.ts'],
  },
  // `pytest.ini`, `mypy.ini`, `ruff.toml` at the root of a project or of a part of it.
  {
    pattern: /^((packages|apps|libs|crates|modules|services)\/[^/]+\/)?[^/]+\.(ini|cfg|toml|neon)$/,
    not: /(^|\/)(config|settings|app|application|default|defaults|development|production|local|data|locale)\.[^/]+$/,
    reason: TOOL,
    match: ['pytest.ini', 'crates/a/clippy.toml', 'phpstan.neon'],
    notMatch: ['config.toml', 'data/rules.ini'],
  },
  {
    pattern:
      /(^|\/)(pyproject|pytest|mypy|pyright|pylint|flake8|ruff|tox|nose2?|unittest|behave|coverage|black|isort|bandit|clippy|rustfmt|nextest|deny|golangci|phpunit|phpstan|psalm|phpcs|pest|detekt|checkstyle|pmd|spotbugs|ktlint|rubocop|tslint|xo|oxlintrc|jshint|jslint|jscs|htmlhint|commitlint|lint-staged|pyrightconfig|basedpyright|ty|credo|scalafmt|swiftlint|hadolint|yamllint|ansible-lint|sonar-project|pre-commit-config|behat|codeception|infection|rector|ecs|pint|dart_test|analysis_options|tests|testconfig|xunit\.runner|cypress\.env|wireit|moon)(\.dist)?\.(json[c5]?|ya?ml|toml|ini|cfg|xml|neon|properties|conf|php|edn)(\.dist)?$|(^|\/)pylintrc$/,
    reason: TOOL,
    not: BELOW_SOURCES,
    match: ['tslint.json', 'phpunit.xml', 'services/api/mypy.ini'],
    notMatch: ['src/tests.json', 'coverage.js'],
  },
  {
    pattern:
      /(^|\/)((turbo|nx|lerna|biome|deno|jasmine|angular|project|nightwatch|rush)\.jsonc?|pnpm-workspace\.ya?ml|testem\.[cm]?js|wallaby\.[cm]?js|\.?pnpmfile\.[cm]?js|config\.nims|nim\.cfg|rust-toolchain|bunfig\.toml|setupTests\.[cm]?[jt]sx?|setup\.cfg|mocha\.opts)$/,
    reason: TOOL,
    match: ['turbo.json', 'rust-toolchain', 'src/setupTests.ts'],
    notMatch: ['src/project.ts'],
  },
  {
    pattern:
      /(^|\/)((conftest|noxfile|sitecustomize|usercustomize|dodo|manage)\.py|SConstruct|SConscript|wscript)$/,
    reason: TOOL,
    match: ['conftest.py', 'shop/conftest.py', 'SConstruct', 'manage.py'],
    notMatch: ['shop/conf.py'],
  },
  {
    pattern:
      /(^|\/)((GNU)?[Mm]akefile(\.[^/]+)?|[Jj]ustfile|[Tt]askfile\.ya?ml|Rakefile|(Gulp|Grunt|Jake|Cake|Ant|Guard|Danger)file(\.[^/]+)?|(gulp|grunt)file\.[^/]+|build\.xml|Snakefile|Earthfile|Procfile\.test|tox\.ini)$|\.(mk|mak|rake)$/,
    reason: TOOL,
    match: ['Makefile', 'tools/lib.mk', 'gulpfile.js'],
    notMatch: ['src/make.ts'],
  },
  {
    pattern: /^((packages|crates|modules)\/[^/]+\/)?vendor\//,
    reason: 'lies in vendor, which holds packages and git submodules of others,',
    match: ['vendor/x.go', 'packages/a/vendor/y.rb'],
    notMatch: ['src/vendor/x.go'],
  },
  {
    // Python finds plugins of its runners by the entry points of `x.dist-info` on its path.
    pattern:
      /(^|\/)(site-packages|dist-packages|bower_components|[^/]+\.(egg|dist)-info)\/|\.pth$|\.egg-link$/,
    reason: 'is an installed package',
    match: ['venv/site-packages/pip/main.py', 'x.pth'],
    notMatch: ['src/packages/x.py'],
  },
  // By these files on its path a runner of the JVM finds listeners, engines and settings that nobody names.
  {
    pattern:
      /(^|\/)(META-INF\/services\/(org\.(junit|testng|spockframework|assertj|mockito|hamcrest|scalatest)|io\.(kotest|cucumber|mockk)|junit|cucumber)\.|mockito-extensions\/)|(^|\/)(junit-platform|kotest|cucumber|spock|allure)\.properties$|(^|\/)testng[^/]*\.xml$/,
    reason: TOOL,
    match: ['META-INF/services/org.junit.platform.engine.TestEngine', 'res/junit-platform.properties'],
    notMatch: ['META-INF/services/app.Plugin'],
  },
  // Gradle and sbt build these before anything else, and find them by their place.
  {
    pattern: /^([^/]+\/)?(buildSrc|build-logic)\/|^([^/]+\/)?project\/[^/]+\.(sbt|scala|properties)$/,
    reason: MANIFEST,
    match: ['buildSrc/src/main/kotlin/Plugin.kt', 'project/plugins.sbt'],
    notMatch: ['src/project/plugins.ts'],
  },
  // What tools remember of earlier runs, or were told to overlook: with it they look at nothing.
  {
    pattern:
      /\.tsbuildinfo$|(^|\/)(eslint-suppressions\.json|(lint|detekt|psalm|phpstan|ktlint|mypy|rubocop)[-_]?(baseline|suppressions|todo)\.[^/]+)$/,
    reason: TOOL,
    match: ['tsconfig.tsbuildinfo', 'eslint-suppressions.json', 'psalm-baseline.xml'],
    notMatch: ['src/baseline.ts'],
  },
];
