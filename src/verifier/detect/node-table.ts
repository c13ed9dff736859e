import { REPORT_WORD, type ReportForm, type Selector } from '../../domain/verification/reporting';
import { MOCHA_REPORTER } from '../reports/mocha-reporter';
import { UVU_PRELOAD } from '../reports/uvu-preload';
import type { OptionRules } from './script-words';

/** A runner of JavaScript: how its call becomes a check that tells its tests. */
export interface Runner {
  /** Package, and name of its program. */
  name: string;
  rules: OptionRules;
  form: ReportForm;
  by: Selector;
  /** Options that make it write its report; `version` is the installed one's. */
  report(version: string): string[];
  end?(version: string): string;
  /** Statement that writes a module of ours for its options. */
  write?(version: string): string;
  /** Stands between the program and its options. */
  verb?: string;
  /** Options only where its tests are named. */
  narrow?: string[];
  inSandbox?: true;
}

const OUT = ` >${REPORT_WORD}`;
export const REQUIRE = ['-r', '--require', '--import', '--loader', '--experimental-loader', '--config', '-c'];

export const RUNNERS: readonly Runner[] = [
  {
    name: 'jest',
    rules: {
      valued: [
        ...REQUIRE,
        '-t',
        '--testNamePattern',
        '--env',
        '--testEnvironment',
        '--selectProjects',
        '--maxWorkers',
        '-w',
        '--reporters',
        '--rootDir',
        '--testTimeout',
        '--coverageThreshold',
        '--coverageReporters',
        '--coverageDirectory',
        '--coverageProvider',
        '--collectCoverageFrom',
      ],
      dropped: [
        '--watch*',
        '--reporters',
        '--json',
        '--outputFile',
        '--verbose',
        '--bail',
        '-b',
        '-u',
        '--updateSnapshot',
        '-o',
        '--onlyChanged',
        '--passWithNoTests',
      ],
    },
    form: 'jest',
    by: 'jest',
    report: () => ['--ci --watchAll=false --json', `--outputFile=${REPORT_WORD}`],
    narrow: ['--runTestsByPath'],
    inSandbox: true,
  },
  {
    name: 'vitest',
    rules: {
      valued: [
        ...REQUIRE,
        '-t',
        '--root',
        '--dir',
        '--project',
        '--environment',
        '--pool',
        '--reporter',
        '--testTimeout',
        '--mode',
      ],
      dropped: [
        '--watch',
        '-w',
        '--reporter',
        '--outputFile*',
        '--ui',
        '-u',
        '--update',
        '--run',
        '--bail',
        '--changed',
      ],
    },
    form: 'jest',
    by: 'vitest',
    verb: 'run',
    // Its JSON first: on a Node that vitest does not know, the other one throws before it is written.
    report: () => ['--reporter=json', '--reporter=default', `--outputFile=${REPORT_WORD}`],
    inSandbox: true,
  },
  {
    name: 'mocha',
    rules: {
      valued: [
        ...REQUIRE,
        '-t',
        '--timeout',
        '-u',
        '--ui',
        '-g',
        '--grep',
        '-f',
        '--fgrep',
        '--file',
        '--extension',
        '-R',
        '--reporter',
        '-O',
        '--reporter-option',
        '--reporter-options',
        '-s',
        '--slow',
        '-n',
        '--node-option',
        '--opts',
        '--package',
        '--retries',
        '-j',
        '--jobs',
        '--ignore',
        '--exclude',
        '--watch-files',
      ],
      dropped: [
        '-R',
        '--reporter',
        '-O',
        '--reporter-option',
        '--reporter-options',
        '-w',
        '--watch',
        '--watch-files',
        '-b',
        '--bail',
        '--parallel',
        '-p',
        '-j',
        '--jobs',
      ],
    },
    form: 'mocha',
    by: 'mocha',
    report: (version) =>
      isBelow(version, [9, 2])
        ? [MOCHA_REPORTER.option]
        : ['--no-parallel --reporter json', `--reporter-option output=${REPORT_WORD}`],
    write: (version) => (isBelow(version, [9, 2]) ? MOCHA_REPORTER.write : ''),
  },
  {
    name: 'ava',
    rules: {
      valued: [...REQUIRE, '-m', '--match', '-c', '--concurrency', '-T', '--timeout', '--node-arguments'],
      dropped: ['--watch', '-w', '--tap', '-t', '--verbose', '-v', '--fail-fast', '-u', '--update-snapshots'],
    },
    form: 'ava',
    by: 'ava',
    report: () => ['--tap'],
    end: () => OUT,
  },
];

/** A module of ours that a runner needs: a statement that writes it, and options of node that load it. */
export interface Preload {
  write: string;
  options: string;
}

/** Runners that run one file a process, so that the report says whose tests follow. */
export const EACH: Readonly<Record<string, { options: OptionRules; form: ReportForm; preload?: Preload }>> = {
  tape: {
    options: { valued: [...REQUIRE, '-i', '--ignore', '--ignore-pattern'], dropped: ['-i', '--ignore*'] },
    form: 'tap',
  },
  tap: {
    options: {
      valued: [
        ...REQUIRE,
        '-R',
        '--reporter',
        '-j',
        '--jobs',
        '-t',
        '--timeout',
        '-g',
        '--grep',
        '--node-arg',
      ],
      dropped: ['*'],
    },
    form: 'tap',
  },
  uvu: {
    options: {
      valued: [...REQUIRE, '-i', '--ignore', '-C', '--cwd'],
      dropped: ['-i', '--ignore', '-b', '--bail', '-q', '--quiet', '-c', '--color', '-C', '--cwd'],
    },
    form: 'uvu',
    preload: UVU_PRELOAD,
  },
};

function isBelow(version: string, [major, minor]: readonly [number, number]): boolean {
  const [is = 0, at = 0] = version.split('.').map(Number);
  return is < major || (is === major && at < minor);
}
