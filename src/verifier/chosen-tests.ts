/** Runs of some of the tests of a project: those that people name, by the filters of its own runners. */
import { compileGlob } from '../domain/files/globs';
import { literalGlob } from '../domain/files/literal-glob';
import { shellWord } from '../domain/shell-word';
import {
  totalsOf,
  type CheckReport,
  type CommandCheck,
  type VerificationSpec,
} from '../domain/verification/verification';
import { fitsName, type ChosenTests, type TestChoice } from '../domain/verification/choice';
import { COVERAGE_WORD, mergedCoverage, type CoverageForm } from '../domain/verification/coverage';
import { unrunSentences } from '../domain/verification/detected';
import { codeOnly } from '../domain/verification/integrity/code-text';
import { lineOf, narrowed } from '../domain/verification/narrow';
import { isTest } from '../domain/verification/protected-paths';
import { inFolder, projectOf, type DetectedCheck, type Project, within } from './detect';
import type { FoundChecks } from './found-checks';
import { declaredTests } from './integrity/declared-tests';
import { rustTests } from './integrity/rust-tests';
import type { LoadedProgram } from './load-program';
import { runCommand, runTestFile } from './run-all';
import { selectTestFiles } from './select-tests';
import type { TestsTask, VerifierDeps } from './verify-task';

/** A test as its source declares it. `path`: its exact titles; empty where a title is computed. */
interface Declared {
  file: string;
  titles: readonly string[];
  path: readonly string[];
}

/** Reports of the chosen tests, the checks that ran them, and what is told of the choice. */
export interface ChosenRun {
  spec: VerificationSpec;
  checks: CheckReport[];
  chosen: ChosenTests;
  /** Wanted files that the tree does not have. */
  unknown: string[];
  /** Why runners of chosen tests did not run, a sentence each. */
  notes: string[];
  /** The report without tests that nobody asked for, which a runner skips or runs along. */
  only(report: CheckReport): CheckReport;
}

/** Runs the chosen tests by the project's own runners, and in the sandbox where there is none of these. */
export async function runChosen(
  deps: Pick<VerifierDeps, 'sandbox' | 'dependenciesOf'>,
  task: TestsTask,
  choice: TestChoice,
  program: LoadedProgram,
  found: FoundChecks | undefined,
): Promise<ChosenRun> {
  const { directory, spec } = task;
  const place = directory && deps.dependenciesOf?.(directory);
  const project = await projectOf(program, place);
  const known = await declaredIn(program, spec, found);
  const all = [...known.values()].flat();
  const wanted = choice.files && filesOf(choice.files, [...known.keys()]);
  const picked = pickedOf(all, wanted && new Set(wanted.files), choice.name);
  const tooLong = wanted?.tooLong ? [TOO_LONG] : [];
  const files = [...new Set(picked.map(({ file }) => file))];
  const unmeasured: string[] = [];
  const unrun: string[] = [];
  const commands: CommandCheck[] = [];
  const checks: CheckReport[] = [];
  const sandboxed = new Set(files.filter((file) => program.files.has(file)));
  for (const [index, one] of (found?.found ?? []).entries()) {
    const mine = picked.filter(({ file }) => isOf(one, file, found?.found ?? []));
    const isDenied = found?.checks[index]?.missing !== undefined;
    if (one.role !== undefined || mine.length === 0) continue;
    if (!one.check?.selection || isDenied) {
      if (!one.inSandbox) unrun.push(...unrunSentences(found?.checks.slice(index, index + 1) ?? []));
      continue;
    }
    const measured = choice.coverage && coverageOf(one, project);
    if (measured !== undefined && 'lack' in measured) unmeasured.push(measured.lack);
    const narrow = commandFor(one.check, mine, choice);
    const check = measured && 'options' in measured ? withCoverage(narrow, measured) : narrow;
    task.progress(check.command);
    const report = await runCommand(task, check);
    if (report.end === 'not-run' && one.inSandbox) continue;
    for (const { file } of mine) sandboxed.delete(file);
    if (measured && 'options' in measured && !report.coverage?.length) unmeasured.push(measured.otherwise);
    commands.push(check);
    checks.push(report);
  }
  checks.push(...(await Promise.all([...sandboxed].map((file) => runTestFile(deps, task, program, file)))));
  if (choice.coverage && sandboxed.size > 0) unmeasured.push(BY_SANDBOX);
  const wholes = spec.commands.flatMap((check) => (check.selection ? [] : [check.command]));
  const chosenFiles = new Set(files);
  return {
    spec: { ...spec, commands, gates: [], tests: [...sandboxed].map(literalGlob) },
    checks,
    notes: [...tooLong, ...unrun],
    unknown: wanted?.unknown ?? [],
    only: (report) => onlyOf(report, choice, (file) => known.has(file) && !chosenFiles.has(file)),
    chosen: {
      ...{ files, wholes, unmeasured: [...new Set(unmeasured)] },
      left: { tests: all.length - picked.length, files: known.size - files.length },
      coverage: mergedCoverage(checks.flatMap(({ coverage = [] }) => coverage)),
    },
  };
}

const TOO_LONG = 'The globs take too long to match: name the test files by their paths.';

const BY_SANDBOX =
  'The tests ran in the sandbox, since their runner is not installed or may not run here: no lines were measured.';

/** Tests of the project by file, as the sources declare them. */
async function declaredIn(
  { files, context }: LoadedProgram,
  spec: VerificationSpec,
  found: FoundChecks | undefined,
): Promise<Map<string, Declared[]>> {
  const { assets, config } = context;
  const listed = found?.found.flatMap((one) => [
    ...(one.files ?? []),
    ...(one.check?.reporting?.files ?? []).map((file) => inFolder(one.folder, file)),
  ]);
  const sources = new Set([...selectTestFiles([...files.keys()], spec, config), ...(listed ?? [])]);
  const paths = [...new Set([...files.keys(), ...(assets?.paths ?? [])])].sort();
  const known = new Map<string, Declared[]>();
  for (const path of paths) {
    if (!sources.has(path) && !isTest(path) && !path.endsWith('.rs')) continue;
    const read = READERS.find(({ ending }) => ending.test(path))?.read;
    const text = read && (files.get(path) ?? Buffer.from((await assets?.read(path)) ?? []).toString('utf8'));
    const tests = text === undefined ? [] : read?.(path, text);
    if (tests && tests.length > 0) known.set(path, tests);
    // Its titles are computed, or it is broken: a run says it.
    else if (sources.has(path)) known.set(path, [named(path, [])]);
  }
  return known;
}

const READERS: readonly { ending: RegExp; read(file: string, text: string): Declared[] }[] = [
  { ending: /\.[cm]?[jt]sx?$/, read: scriptTests },
  { ending: /\.py$/, read: pythonTests },
  {
    ending: /_test\.go$/,
    read: (file, text) => [...text.matchAll(GO_TEST)].map(([, name = '']) => named(file, [name])),
  },
  {
    ending: /\.rs$/,
    read: (file, text) => rustTests(codeOnly(file, text)).tests.map(({ name }) => named(file, [name])),
  },
];

const GO_TEST = /^func ((?:Test|Example|Fuzz)\w{0,200})\(/gm;
const PYTHON_LINE = /^([ \t]*)(?:(class)|(?:async[ \t]+)?def)[ \t]+(\w{1,200})/;

function named(file: string, path: readonly string[]): Declared {
  return { file, titles: path, path };
}

function scriptTests(file: string, text: string): Declared[] {
  return (declaredTests(file, text) ?? []).map(({ name }) => ({
    file,
    titles: name,
    path: name.length === 1 ? (name[0] ?? '').split(' > ') : [],
  }));
}

function pythonTests(file: string, text: string): Declared[] {
  const around: { indent: number; name: string }[] = [];
  return text.split('\n').flatMap((line) => {
    const [, indent = '', isClass, name = ''] = PYTHON_LINE.exec(line) ?? [];
    if (name === '') return [];
    while ((around.at(-1)?.indent ?? -1) >= indent.length) around.pop();
    if (isClass !== undefined) around.push({ indent: indent.length, name });
    else if (name.startsWith('test')) return [named(file, [...around.map((one) => one.name), name])];
    return [];
  });
}

/** Visits of states in all globs of a choice together, about a second. */
const GLOB_VISITS = 50_000_000;

/**
 * Test files that paths and globs choose. `unknown`: those that choose nothing; `tooLong`: globs could not be matched in time, and choose
 * nothing.
 */
function filesOf(
  given: readonly string[],
  tests: readonly string[],
): { files: string[]; unknown: string[]; tooLong?: true } {
  const files: string[] = [];
  const unknown: string[] = [];
  const known = new Set(tests);
  const budget = { left: GLOB_VISITS };
  for (const one of given) {
    const path = withoutDots(one);
    const found = known.has(path) ? [path] : tests.filter(compileGlob(path, { dot: true, budget }).matches);
    if (budget.left <= 0) return { files: [], unknown: [], tooLong: true };
    if (found.length === 0) unknown.push(one);
    files.push(...found);
  }
  return { files, unknown };
}

/** A path without `./` before it. */
export function withoutDots(path: string): string {
  return path.replace(/^(\.\/)+/, '');
}

/** The tests that were asked for. A computed title is known only once it runs: such tests are taken where no other fits. */
function pickedOf(
  all: readonly Declared[],
  wanted: ReadonlySet<string> | undefined,
  name: string | undefined,
): Declared[] {
  const inFiles = all.filter(({ file }) => wanted?.has(file) ?? true);
  if (name === undefined) return inFiles;
  const sure = inFiles.filter(({ titles }) => fitsName(titles, name));
  return sure.length > 0 ? sure : inFiles.filter(({ path }) => path.length === 0);
}

const LANGUAGES: Readonly<Record<string, RegExp>> = {
  pytest: /\.py$/,
  unittest: /\.py$/,
  go: /\.go$/,
  cargo: /\.rs$/,
};

/** True for a test file that a part of the project's tests runs. One that another part lists is that part's. */
function isOf(one: DetectedCheck, file: string, all: readonly DetectedCheck[]): boolean {
  if (within(one.folder, file) === undefined || !(LANGUAGES[one.runner] ?? /\.[cm]?[jt]sx?$/).test(file))
    return false;
  return one.files?.includes(file) ?? !all.some(({ files }) => files?.includes(file));
}

/** The check as one that runs these tests alone; as it is, where all are asked for. */
function commandFor(check: CommandCheck, tests: readonly Declared[], choice: TestChoice): CommandCheck {
  const { selection, reporting } = check;
  if (!selection || !reporting) return check;
  if (!choice.files && choice.name === undefined) return check;
  const whole = choice.name === undefined;
  const parts = tests.map(({ file, path }) => ({
    file,
    path: whole && !file.endsWith('.go') ? [] : [...path],
  }));
  switch (selection.by) {
    case 'unittest':
      return narrowed(
        check,
        parts.map(({ file, path }) => ({
          file,
          path: [...(within(reporting.folder, file) ?? file).replace(/\.py$/, '').split('/'), ...path],
        })),
      );
    case 'cargo':
      return byFilters(check, tests, whole);
    case 'files':
      return whole ? narrowed(check, parts) : narrowed(withOptions(check, titlePattern(tests)), parts);
    default:
      return narrowed(check, parts);
  }
}

/** Node knows tests by their own titles; a computed one may be any. */
function titlePattern(tests: readonly Declared[]): string {
  if (tests.some(({ path }) => path.length === 0)) return '';
  const titles = [...new Set(tests.map(({ path }) => path.at(-1) ?? ''))];
  return `--test-name-pattern=${shellWord(titles.map((one) => one.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'))}`;
}

/** Cargo takes parts of whole names: the modules of the files, or the functions. */
function byFilters(check: CommandCheck, tests: readonly Declared[], whole: boolean): CommandCheck {
  const { selection, reporting } = check;
  if (!selection || !reporting) return check;
  const isApart = (file: string): boolean => /(?:^|\/)tests\/[^/]+\.rs$/.test(file);
  if (whole && tests.every(({ file }) => isApart(file)))
    return narrowed(
      check,
      tests.map(({ file }) => ({ file, path: [] })),
    );
  const filters = tests.flatMap(({ file, path }) => {
    const module = whole && !isApart(file) ? moduleOf(within(reporting.folder, file) ?? file) : '';
    return module === '' ? path.slice(-1) : [module];
  });
  const start = `${selection.start} -- ${[...new Set(filters)].map(shellWord).join(' ')}`;
  return { ...check, reporting: { ...reporting, line: lineOf({ ...selection, start }, []), isPart: true } };
}

function moduleOf(file: string): string {
  const inside = file.replace(/^(?:.*\/)?src\//, '').replace(/(?:(?:^|\/)(?:lib|main|mod))?\.rs$/, '');
  return inside === '' ? '' : `${inside.split('/').join('::')}::`;
}

/** The check with more options of its runner: they follow its start. */
function withOptions(check: CommandCheck, options: string): CommandCheck {
  const { selection, reporting } = check;
  if (!selection || !reporting || options === '') return check;
  const start = selection.start.replace(/ --runTestsByPath$/, '');
  const add = (line: string): string => line.replace(start, () => `${start} ${options}`);
  return {
    ...check,
    selection: { ...selection, start: add(selection.start) },
    reporting: { ...reporting, line: add(reporting.line) },
  };
}

interface Measured {
  options: string;
  form: CoverageForm;
  /** Said where the runner leaves no figures all the same. */
  otherwise: string;
}

/** Options by which a runner measures the lines that tests execute, with no limit of them, or why it can't. */
function coverageOf({ runner, folder, check }: DetectedCheck, project: Project): Measured | { lack: string } {
  const otherwise = `${runner} left no figures of coverage.`;
  const lcov = { form: 'lcov', otherwise } as const;
  switch (runner) {
    case 'jest':
      return {
        ...lcov,
        options: `--coverage --coverageReporters=lcovonly --coverageDirectory=${COVERAGE_WORD} --coverageThreshold='{}'`,
      };
    case 'vitest': {
      const has = (name: string): boolean =>
        [folder, ''].some(
          (at) =>
            project.installed(inFolder(at, `node_modules/@vitest/coverage-${name}/package.json`)) !==
            undefined,
        );
      if (!has('v8') && !has('istanbul'))
        return {
          lack: 'vitest measures coverage by @vitest/coverage-v8 or @vitest/coverage-istanbul, and neither is installed.',
        };
      return {
        ...lcov,
        options: [
          `--coverage.enabled --coverage.reporter=lcovonly --coverage.reportsDirectory=${COVERAGE_WORD}`,
          ...['lines', 'functions', 'branches', 'statements'].map((of) => `--coverage.thresholds.${of}=0`),
        ].join(' '),
      };
    }
    case 'node':
    case 'borp':
      return {
        ...lcov,
        options: `--experimental-test-coverage --test-reporter=lcov --test-reporter-destination=${COVERAGE_WORD}`,
      };
    case 'go':
      return { form: 'go', otherwise, options: `-coverprofile=${COVERAGE_WORD}` };
    case 'pytest': {
      const python = /(?<!\S)(\S{1,300}) -m pytest/.exec(check?.selection?.start ?? '')?.[1] ?? 'python3';
      const asked = `echo --cov --cov-fail-under=0 --cov-report=lcov:${COVERAGE_WORD}`;
      return {
        ...lcov,
        options: `$(${python} -c 'import pytest_cov' 2>/dev/null && ${asked})`,
        otherwise: 'pytest measures coverage by pytest-cov, which is not installed or left no figures.',
      };
    }
    default:
      return { lack: `${runner} has no coverage of its own.` };
  }
}

function withCoverage(check: CommandCheck, { options, form }: Measured): CommandCheck {
  const { reporting, ...rest } = withOptions(check, options);
  return { ...rest, ...(reporting && { reporting: { ...reporting, coverage: form } }) };
}

/** The report without tests of other titles and other files. */
function onlyOf(report: CheckReport, { name }: TestChoice, isOther: (file: string) => boolean): CheckReport {
  const tests = report.tests.filter(
    ({ file, path }) =>
      path.length === 0 ||
      // A command that failed as a whole.
      (report.kind !== 'tests' && file === report.name) ||
      (!isOther(file) && (name === undefined || fitsName(path, name))),
  );
  return { ...report, tests, totals: totalsOf(tests) };
}
