import { shown } from './node-runners';
import { jsonOf } from './node-tools';
import {
  foldersWith,
  inFolder,
  nameOf,
  outermost,
  within,
  type DetectedCheck,
  type Project,
} from './project';

/** A tool with tests of its own, whose reports nobody reads here: it is named, with the command that a check could be. */
interface Row {
  runner: string;
  /** Files that hold a project each, by their names. */
  manifests: RegExp;
  /** Its tests, by their paths; absent: the manifest is sign enough. */
  tests?: RegExp;
  command(project: Project, folder: string): string;
}

const always = (command: string) => (): string => command;

const ROWS: readonly Row[] = [
  {
    runner: 'deno',
    manifests: /^deno\.jsonc?$/,
    command: (project, folder) => (hasDenoTask(project, folder) ? 'deno task test' : 'deno test'),
  },
  {
    runner: 'phpunit',
    manifests: /^phpunit\.(?:dist\.)?xml(?:\.dist)?$|^composer\.json$/,
    tests: /Test\.php$/,
    command: always('vendor/bin/phpunit'),
  },
  {
    runner: 'rspec',
    manifests: /^(?:Gemfile|\.rspec|Rakefile|[\w-]+\.gemspec)$/,
    tests: /_spec\.rb$/,
    command: (project, folder) =>
      project.paths.includes(inFolder(folder, 'Gemfile')) ? 'bundle exec rspec' : 'rspec',
  },
  {
    runner: 'rake',
    manifests: /^Rakefile$/,
    tests: /(?:_test|\/test_\w+)\.rb$/,
    command: always('rake test'),
  },
  {
    runner: 'gradle',
    manifests: /^(?:settings|build)\.gradle(?:\.kts)?$/,
    command: (project, folder) =>
      project.paths.includes(inFolder(folder, 'gradlew')) ? './gradlew check' : 'gradle check',
  },
  { runner: 'sbt', manifests: /^build\.sbt$/, command: always('sbt test') },
  { runner: 'dotnet', manifests: /\.(?:sln|slnx|csproj|fsproj)$/, command: always('dotnet test') },
  { runner: 'mix', manifests: /^mix\.exs$/, tests: /_test\.exs$/, command: always('mix test') },
  { runner: 'swift', manifests: /^Package\.swift$/, tests: /\.swift$/, command: always('swift test') },
  { runner: 'dart', manifests: /^pubspec\.yaml$/, tests: /_test\.dart$/, command: always('dart test') },
  { runner: 'zig', manifests: /^build\.zig$/, command: always('zig build test') },
  {
    runner: 'bazel',
    manifests: /^(?:MODULE\.bazel|WORKSPACE(?:\.bazel)?)$/,
    command: always('bazel test //...'),
  },
];

/** Tests that Kintsugi does not run by itself, where it finds no others. */
export function namedTests(project: Project): DetectedCheck[] {
  return ROWS.flatMap(({ runner, manifests, tests, command }) => {
    const names = [...new Set(project.paths.map(nameOf).filter((name) => manifests.test(name)))];
    return outermost(foldersWith(project, names)).flatMap((folder): DetectedCheck[] => {
      const below = project.paths.flatMap((path) => within(folder, path) ?? []);
      const manifest = below.find((path) => manifests.test(path));
      const test = tests && below.find((path) => tests.test(path));
      if (manifest === undefined || (tests && test === undefined)) return [];
      const why = [manifest, ...(test === undefined ? [] : [test])].map((path) => inFolder(folder, path));
      return [{ runner, command: shown(command(project, folder), folder), folder, why: why.join(', and ') }];
    });
  });
}

function hasDenoTask(project: Project, folder: string): boolean {
  const settings = jsonOf(project.text(inFolder(folder, 'deno.json')));
  const tasks: unknown = (settings as { tasks?: unknown } | undefined)?.tasks;
  return typeof tasks === 'object' && tasks !== null && 'test' in tasks;
}
