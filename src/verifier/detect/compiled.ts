import { lineOf } from '../../domain/verification/narrow';
import {
  OUTPUT_IS_REPORT,
  REPORT_WORD,
  type Reporting,
  type Selection,
} from '../../domain/verification/reporting';
import { CommandCheck } from '../../domain/verification/verification';
import { shellPath } from '../../domain/shell-word';
import { beforeOf } from './node-tools';
import { shown } from './node-runners';
import { foldersWith, inFolder, outermost, within, type DetectedCheck, type Project } from './project';

interface Row {
  runner: string;
  /** Manifests whose outermost folders hold a project each; Go's modules stand apart wherever they are. */
  manifests: readonly string[];
  everywhere?: true;
  /** Undefined: no tests are seen. */
  found(project: Project, folder: string): Parts | undefined;
}

interface Parts {
  command: string;
  why: string;
  selection: Pick<Selection, 'by' | 'start'> & { end?: string };
  /** Names where all is run. */
  all?: readonly string[];
  /** Command line of the whole run, where it is no start with names. */
  whole?: string;
  reporting: Pick<Reporting, 'form'> & { left?: string[] };
  timeoutMs?: number;
}

/** A build that begins with nothing takes its time. */
const BUILD_TIMEOUT_MS = 900_000;

/** Tests of the JVM: in the usual folder, or by their names where the build says that they lie elsewhere. */
const JVM_TEST = /(?:^|\/)src\/test\/|(?:Tests?|Spec)\.(?:java|kt|groovy|scala)$/;

const ROWS: readonly Row[] = [
  {
    runner: 'go',
    manifests: ['go.mod'],
    everywhere: true,
    found: (project, folder) => {
      const test = inside(project, folder, /_test\.go$/);
      // Vetting would take as long as the tests of a small project, and says nothing of them.
      return test === undefined
        ? undefined
        : {
            command: 'go test ./...',
            why: `${inFolder(folder, 'go.mod')}, and ${test}`,
            selection: { by: 'go', start: 'go test -json -count=1', end: OUTPUT_IS_REPORT },
            all: ['./...'],
            reporting: { form: 'go' },
          };
    },
  },
  {
    runner: 'cargo',
    manifests: ['Cargo.toml'],
    found: (project, folder) => {
      const test = project.paths.some((path) => within(folder, path) !== undefined && path.endsWith('.rs'));
      const text = project.text(inFolder(folder, 'Cargo.toml')) ?? '';
      const all = /^\[workspace\b/m.test(text) ? ' --workspace' : '';
      return test
        ? {
            command: `cargo test${all}`,
            why: inFolder(folder, 'Cargo.toml'),
            selection: {
              by: 'cargo',
              start: `cargo test${all} --no-fail-fast --color never`,
              end: OUTPUT_IS_REPORT,
            },
            reporting: { form: 'cargo' },
            timeoutMs: BUILD_TIMEOUT_MS,
          }
        : undefined;
    },
  },
  {
    runner: 'maven',
    manifests: ['pom.xml'],
    found: (project, folder) => {
      const program = project.paths.includes(inFolder(folder, 'mvnw')) ? 'sh mvnw' : 'mvn';
      const test = inside(project, folder, JVM_TEST);
      return test === undefined
        ? undefined
        : {
            command: `${program} test`,
            why: inFolder(folder, 'pom.xml'),
            selection: {
              by: 'maven',
              start: `${program} -o -q -B -Dsurefire.failIfNoSpecifiedTests=false test`,
            },
            whole: `${program} -o -q -B -fae test`,
            reporting: { form: 'junit', left: ['**/target/surefire-reports/TEST-*.xml'] },
            timeoutMs: BUILD_TIMEOUT_MS,
          };
    },
  },
  {
    runner: 'gradle',
    manifests: ['settings.gradle', 'settings.gradle.kts', 'build.gradle', 'build.gradle.kts'],
    found: (project, folder) => {
      const program = project.paths.includes(inFolder(folder, 'gradlew')) ? 'sh gradlew' : 'gradle';
      const test = inside(project, folder, JVM_TEST);
      const start = `${program} --offline --no-daemon --continue -q test`;
      return test === undefined
        ? undefined
        : {
            command: `${program} test`,
            why: inFolder(folder, 'build.gradle'),
            selection: { by: 'gradle', start },
            reporting: { form: 'junit', left: ['**/build/test-results/test/TEST-*.xml'] },
            timeoutMs: BUILD_TIMEOUT_MS,
          };
    },
  },
  {
    runner: 'ctest',
    manifests: ['CMakeLists.txt'],
    found: (project, folder) => {
      const sign = project.paths.find(
        (path) =>
          path.endsWith('CMakeLists.txt') &&
          within(folder, path) !== undefined &&
          /\b(?:enable_testing|add_test|catch_discover_tests|gtest_discover_tests)\s*\(/i.test(
            project.text(path) ?? '',
          ),
      );
      const build = 'cmake -S . -B "$TMPDIR/kintsugi-build" && cmake --build "$TMPDIR/kintsugi-build" -j 2';
      const run = `ctest --test-dir "$TMPDIR/kintsugi-build" --output-on-failure --output-junit ${REPORT_WORD}`;
      return sign === undefined
        ? undefined
        : {
            command: 'cmake -S . -B build && cmake --build build && ctest --test-dir build',
            why: `${sign} defines tests`,
            selection: { by: 'ctest', start: `${build} && ${run}` },
            reporting: { form: 'junit' },
            timeoutMs: BUILD_TIMEOUT_MS,
          };
    },
  },
];

/** Tests of compiled languages, by their build tools. */
export function compiledTests(project: Project): DetectedCheck[] {
  return ROWS.flatMap((row) => {
    const all = foldersWith(project, row.manifests);
    const folders = row.everywhere ? all : outermost(all);
    return folders.flatMap((folder) => {
      const parts = row.found(project, folder);
      return parts ? [foundBy(row.runner, folder, parts)] : [];
    });
  });
}

function foundBy(runner: string, folder: string, parts: Parts): DetectedCheck {
  const { why, reporting, all = [], timeoutMs } = parts;
  const selection = { end: '', ...parts.selection, before: beforeOf({ folder, before: [] }) };
  const line = lineOf(parts.whole === undefined ? selection : { ...selection, start: parts.whole }, all);
  const command = shown(parts.command, folder);
  const check = CommandCheck.parse({
    command,
    ...(timeoutMs !== undefined && { timeoutMs }),
    reporting: { ...reporting, line, folder },
    selection,
  });
  return { runner, command, folder, why, check };
}

function inside(project: Project, folder: string, pattern: RegExp): string | undefined {
  return project.paths.find((path) => within(folder, path) !== undefined && pattern.test(path));
}

/** Targets that run tests, where nothing says more: of make and of just. */
const TARGETS: readonly { runner: string; file: RegExp; target: RegExp }[] = [
  { runner: 'make', file: /^(?:GNUmakefile|[Mm]akefile)$/, target: /^(test|tests|check)\s*:(?!=)/m },
  { runner: 'just', file: /^\.?[Jj]ustfile$/, target: /^@?(test|tests|check)\b[^:=\n]{0,200}:(?!=)/m },
];

export function targetTests(project: Project): DetectedCheck[] {
  return TARGETS.flatMap(({ runner, file, target }): DetectedCheck[] => {
    const path = project.paths.find((one) => file.test(one));
    const name = path === undefined ? undefined : target.exec(project.text(path) ?? '')?.[1];
    if (path === undefined || name === undefined) return [];
    const command = `${runner} ${shellPath(name)}`;
    return [
      {
        runner: 'command',
        command,
        folder: '',
        why: `${path} has "${name}"`,
        check: CommandCheck.parse({ command }),
      },
    ];
  });
}
