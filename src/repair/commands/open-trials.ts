import { mutantLimit } from '../search/budget';
import type { FailedCommand } from './check-target';
import { CompiledTrials, type Compiled, type CompileError } from './trials/compiled';
import type { CommandTrials, Target, Job, Tried } from './trials/command-trials';
import { PlainTrials, originalsIn } from './trials/plain';
import type { Bench } from './types';
import { shellPath, shellWord } from '../../domain/shell-word';
import type { TestResult } from '../../domain/verification/verification';
import { inTurn, batchMs, cutOf, JobFolder, lateOf, triedIn, passedIn, runScript } from './trials/script';
import { startModuleIn, withStartModule } from './python-path';
import { PYTHON_DRIVER } from './trials/python-driver';
import { GO_VARIABLE, MUTANT_VARIABLE } from './trials/schemata';

const GO_BATCH = 160;
const EXTRA = 'kintsugi_mutant.go';

/** Mutants of one process: it takes half a second to load the runner, and a twentieth for each of them. */
const PYTHON_BATCH = 64;

/** Tries mutants in a Python process that has the test runner loaded and forks for each of them. */
export class PythonTrials implements CommandTrials {
  readonly batch = PYTHON_BATCH;
  private isLost = false;
  /** Lessons of earlier batches: if children begin where pytest collects, and the folder of the interpreter. */
  private isShared: boolean | null = null;
  private folder: string | undefined;

  constructor(
    private readonly bench: Bench,
    private readonly target: Target,
  ) {}

  async try(jobs: readonly Job[], leftMs: number, signal: AbortSignal): Promise<Tried> {
    if (this.isLost) return { passed: new Set(), tried: 0, left: jobs, late: [], cut: [] };
    const { bench, target } = this;
    const folder = await JobFolder.make(bench);
    const restore = await originalsIn(folder, target);
    const names = new Map([...target.originals.keys()].map((path, at) => [path, `o${at}`]));
    const plan: object[] = [];
    for (const { id, mutant, text } of jobs) {
      await folder.write(`m${id}`, text);
      plan.push({ id: String(id), path: mutant.file, changed: `m${id}`, original: names.get(mutant.file) });
    }
    await folder.write('sitecustomize.py', PYTHON_DRIVER);
    await folder.write('check', withStartModule(target.line));
    const [seconds, usual] = [target.limitMs, target.usualMs].map((ms) => ms / 1_000);
    const about = { root: '.', seconds, usual, shared: this.isShared };
    const settings = JSON.stringify({ ...about, jobs: plan });
    await folder.write('jobs.json', settings);
    const lines = [
      ...restore.values(),
      // The command may change its folder before Python starts.
      `sed -i "s|\\"root\\":\\".\\"|\\"root\\":\\"$PWD\\"|" ${folder.file('jobs.json')}`,
      // Version managers put scripts in the place of Python, which take longer to start than it does.
      ...(this.folder === undefined ? [] : [`export PATH=${shellWord(this.folder)}:"$PATH"`]),
      `export KINTSUGI_JOBS=${folder.file('jobs.json')}; ${startModuleIn(folder.word)}`,
      `exec 9>&1; sh ${folder.file('check')} >/dev/null 2>&1 </dev/null`,
      ...restore.values(),
      `cat ${folder.file('verdicts')}`,
    ];
    const timeoutMs = batchMs(jobs.length, target.limitMs, leftMs);
    const report = await runScript(bench, folder, lines, { timeoutMs, signal });
    const tried = triedIn(report);
    const isEmpty = tried === 0 && report.end === 'completed';
    if (isEmpty && this.isShared === true) {
      // These jobs may change what others left alone, such as a file that is loaded by then.
      this.isShared = null;
      const again = await this.try(jobs, leftMs - report.durationMs, signal);
      this.isShared = true;
      return again;
    }
    // No Python was started that reads the module, or one that cannot fork.
    this.isLost = isEmpty;
    this.learn(report.stdout);
    return {
      ...{ passed: passedIn(report), tried, late: lateOf(jobs, report) },
      ...(this.isLost
        ? { left: jobs, cut: [] }
        : { left: [], cut: cutOf(jobs, report, timeoutMs >= leftMs) }),
    };
  }

  private learn(said: string): void {
    const [, shared] = /^kintsugi-shared (yes|no)$/m.exec(said) ?? [];
    const [, folder] = /^kintsugi-python (\/.{1,4000})$/m.exec(said) ?? [];
    if (shared !== undefined) this.isShared = shared === 'yes';
    this.folder ??= folder;
  }
}

const CARGO_BATCH = 120;

/** Ways to try mutants in one bench: the fast one of its language, where there is one, and the command itself. */
export interface BenchTrials {
  fast: CommandTrials | undefined;
  plain: CommandTrials;
}

/** The trials for a check; `usualMs` is the time that its tests take on the unchanged program, which fails them unless it `passes`. */
export function trialsFor(
  bench: Bench,
  failed: Pick<FailedCommand, 'line' | 'failing' | 'folder' | 'check'>,
  originals: ReadonlyMap<string, string>,
  usualMs: number,
  passes = false,
): BenchTrials {
  const { line, failing, folder } = failed;
  const target: Target = { line, usualMs, limitMs: mutantLimit(usualMs), originals, passes };
  const plain = new PlainTrials(bench, target);
  const by = failed.check.selection?.by;
  if (by === 'pytest' || by === 'unittest') return { fast: new PythonTrials(bench, target), plain };
  const compiled =
    by === 'go'
      ? goCompiled(failing, folder, originals)
      : by === 'cargo'
        ? cargoCompiled(failing, folder)
        : undefined;
  return { fast: compiled && new CompiledTrials(bench, target, compiled), plain };
}

/** Cargo: the test programs whose tests fail. `folder` is that of the package or the workspace. */
export function cargoCompiled(tests: readonly TestResult[], folder: string): Compiled | undefined {
  const targets = new Map<string, string[]>();
  for (const { file, path } of tests) {
    if (path.length === 0 || !file.endsWith('.rs')) return undefined;
    const local = folder !== '' && file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
    targets.set(local, [...(targets.get(local) ?? []), path.join('::')]);
  }
  const inFolder = folder === '' ? '.' : shellPath(folder);
  const settings =
    'CARGO_PROFILE_TEST_DEBUG=0 CARGO_PROFILE_DEV_DEBUG=0 RUSTFLAGS="$RUSTFLAGS --cap-lints=warn"';
  return {
    dialect: 'rust',
    batch: CARGO_BATCH,
    extras: () => new Map(),
    build: [
      `(cd ${inFolder} && ${settings} cargo test --no-run --message-format short ${targetWords(targets)} 2>&1 | grep -v ' warning: ' >"$TMPDIR/kintsugi-cargo"; cat "$TMPDIR/kintsugi-cargo"; ! grep -q '^error\\|: error' "$TMPDIR/kintsugi-cargo")`,
    ],
    errors: (output) => errorsIn(output, folder),
    run: (output, isWhole) => runOf(output, targets, { inFolder, isWhole }),
  };
}

function targetWords(targets: ReadonlyMap<string, readonly string[]>): string {
  const words = [...targets.keys()].map((file) => {
    const name = /^(?:.*\/)?tests\/([^/]+)(?:\/main)?\.rs$/.exec(file)?.[1];
    if (name !== undefined) return `--test ${shellWord(name)}`;
    return /(?:^|\/)src\/lib\.rs$/.test(file) ? '--lib' : '--bins';
  });
  return [...new Set(words)].join(' ');
}

/** The programs that cargo names, each with its failing tests. */
function runOf(
  output: string,
  targets: ReadonlyMap<string, readonly string[]>,
  { inFolder, isWhole }: { inFolder: string; isWhole: boolean },
): string | undefined {
  const programs = [...output.matchAll(/^ {2}Executable (?:unittests )?(\S{1,300}) \((\S{1,500})\)$/gm)];
  const runs: string[] = [];
  for (const [file, names] of targets) {
    const program = programs.find(([, name = '']) => file === name || file.endsWith(`/${name}`))?.[2];
    if (program === undefined) return undefined;
    runs.push(`${shellPath(program)} --exact ${names.map((name) => shellWord(name)).join(' ')}`);
  }
  return `cd ${inFolder} && { ${inTurn(runs, isWhole)}; }`;
}

function errorsIn(output: string, folder: string): CompileError[] {
  return [...output.matchAll(/^([\w./-]{1,300}\.rs):(\d{1,7}):\d{1,7}: error/gm)].map(
    ([, file = '', line]) => ({
      file: folder === '' ? file : `${folder}/${file}`,
      line: Number(line),
    }),
  );
}

/** Go: a test program for each package that has failing tests. `folder` is that of the module. */
export function goCompiled(
  tests: readonly TestResult[],
  folder: string,
  originals: ReadonlyMap<string, string>,
): Compiled | undefined {
  const packages = new Map<string, string[]>();
  for (const { file, path } of tests) {
    const [name] = path;
    if (name === undefined || file === '') return undefined;
    const local = packageOf(file, folder);
    packages.set(local, [...(packages.get(local) ?? []), name]);
  }
  const all = [...packages];
  const out = (at: number): string => `"$TMPDIR/kintsugi-go-${at}"`;
  const inFolder = folder === '' ? '.' : shellPath(folder);
  const builds = all.map(
    ([path], at) => `go test -c -vet=off '-gcflags=./...=-e' -o ${out(at)} ${shellPath(path)} 2>&1`,
  );
  return {
    dialect: 'go',
    batch: GO_BATCH,
    extras: (paths) =>
      new Map(
        paths.map((path) => [
          [...path.split('/').slice(0, -1), EXTRA].join('/'),
          extraOf(originals.get(path) ?? ''),
        ]),
      ),
    build: [`(cd ${inFolder} && ${builds.join(' && ')})`],
    errors: (output) => goErrorsIn(output, folder),
    run: (_output, isWhole) =>
      inTurn(
        all.map(([path, names], at) => {
          const pattern = shellWord(`^(?:${[...new Set(names)].join('|')})$`);
          const place = folder === '' ? path : `${folder}/${path}`;
          return `(cd ${shellPath(place)} && ${out(at)} -test.run ${pattern}${isWhole ? '' : ' -test.failfast'})`;
        }),
        isWhole,
      ),
  };
}

function packageOf(file: string, folder: string): string {
  const path = file.endsWith('.go') ? file.split('/').slice(0, -1).join('/') : file;
  const local = folder !== '' && path.startsWith(folder) ? path.slice(folder.length + 1) : path;
  return local === '' || local === '.' ? '.' : `./${local}`;
}

function extraOf(text: string): string {
  const name = /^package\s+(\w+)/m.exec(text)?.[1] ?? 'main';
  const value = `func() int { n, _ := strconv.Atoi(os.Getenv("${MUTANT_VARIABLE}")); return n }()`;
  return `package ${name}\n\nimport (\n\t"os"\n\t"strconv"\n)\n\nvar ${GO_VARIABLE} = ${value}\n`;
}

function goErrorsIn(output: string, folder: string): CompileError[] {
  return [...output.matchAll(/^(?:\.\/)?([\w./@-]{1,300}\.go):(\d{1,7}):\d/gm)].map(
    ([, file = '', line]) => ({
      file: folder === '' ? file : `${folder}/${file}`,
      line: Number(line),
    }),
  );
}
