import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../types';
import type { CommandTrials, Job, Tried, Target } from './command-trials';
import { originalsIn } from './plain';
import { brokenBy, MUTANT_VARIABLE, schemataOf, type Dialect, type Schemata } from './schemata';
import {
  batchMs,
  cutOf,
  JobFolder,
  lateOf,
  triedIn,
  passedIn,
  put,
  runScript,
  timed,
  verdictOf,
  withinSeconds,
} from './script';

/** A place in a file of the tree where a compiler sees an error. */
export interface CompileError {
  file: string;
  line: number;
}

/** How a language is compiled to programs that run the failing tests. */
export interface Compiled {
  dialect: Dialect;
  batch: number;
  /** Files besides, by path, that the schemata of these files need. */
  extras(paths: readonly string[]): ReadonlyMap<string, string>;
  /** Lines of a shell that compile and print what the compiler says; they end with its exit code. */
  build: readonly string[];
  errors(output: string): CompileError[];
  /** Lines of a shell that run the failing tests, for the programs that were built. `isWhole`: all of them, whatever fails. */
  run(output: string, isWhole: boolean): string | undefined;
}

/** Compilations of one batch: each leaves out the mutants that the one before named. */
const MOST_BUILDS = 6;
const BUILD_MS = 60_000;
/** Nothing is compiled in less. */
const LEAST_MS = 500;

/** Tries mutants by one program that holds many of them. */
export class CompiledTrials implements CommandTrials {
  readonly batch: number;

  constructor(
    private readonly bench: Bench,
    private readonly target: Target,
    private readonly language: Compiled,
  ) {
    this.batch = language.batch;
  }

  async try(jobs: readonly Job[], leftMs: number, signal: AbortSignal): Promise<Tried> {
    const endMs = performance.now() + leftMs;
    const left = jobs.filter(({ mutant }) => mutant.body === undefined);
    const all = jobs.length - left.length;
    let open = jobs.filter(({ mutant }) => mutant.body !== undefined);
    for (let build = 0; build < MOST_BUILDS && open.length > 0; build++) {
      const time = endMs - performance.now();
      const made = time < LEAST_MS ? 'cut' : await this.attempt(open, time, signal);
      const broken = all - open.length;
      if (made === 'cut') {
        // Whoever asks again at once finds the time over.
        if (time < LEAST_MS) await delay(Math.max(1, time), undefined, { signal });
        return { passed: new Set(), tried: broken, broken, left, late: [], cut: open };
      }
      if ('passed' in made) return { ...made, tried: made.tried + broken, broken, left };
      // What the compiler says of no mutant, it says of the program: then this way leads nowhere.
      if (made.broken.size === 0) return { passed: new Set(), tried: 0, left: jobs, late: [], cut: [] };
      open = open.filter(({ id }) => !made.broken.has(id));
    }
    return { passed: new Set(), tried: all, broken: all, left, late: [], cut: [] };
  }

  private async attempt(
    jobs: readonly Job[],
    leftMs: number,
    signal: AbortSignal,
  ): Promise<{ broken: Set<number> } | 'cut' | Omit<Tried, 'left'>> {
    const { bench, target, language } = this;
    const startedMs = performance.now();
    const schemata = new Map<string, Schemata>();
    for (const path of new Set(jobs.map(({ mutant }) => mutant.file)))
      schemata.set(
        path,
        schemataOf(
          target.originals.get(path) ?? '',
          jobs.filter(({ mutant }) => mutant.file === path),
          language.dialect,
        ),
      );
    const folder = await JobFolder.make(bench);
    const restore = await originalsIn(folder, target);
    const lines = [...restore.values()];
    const extras = language.extras([...schemata.keys()]);
    const files = new Map([...[...schemata].map(([path, { text }]) => [path, text] as const), ...extras]);
    for (const [path, text] of files) {
      const name = `s${lines.length}`;
      await folder.write(name, text);
      lines.push(put(folder, name, path));
    }
    lines.push(...language.build, 'code=$?', ...restore.values());
    for (const path of extras.keys()) lines.push(`rm -f ${path}`);
    const timeoutMs = Math.min(BUILD_MS, leftMs);
    const built = await runScript(bench, folder, [...lines, 'exit $code'], { timeoutMs, signal });
    const output = `${built.stdout}\n${built.stderr}`;
    if (built.end === 'timeout' && timeoutMs < BUILD_MS) return 'cut';
    if (built.exitCode !== 0) {
      const broken = new Set<number>();
      const errors = built.end === 'completed' ? language.errors(output) : [];
      for (const [path, one] of schemata)
        for (const id of brokenBy(
          errors.filter(({ file }) => file === path),
          one,
        ))
          broken.add(id);
      return { broken };
    }
    const [whole, run] = [language.run(output, true), language.run(output, false)];
    return run === undefined || whole === undefined
      ? { broken: new Set() }
      : this.runAll(jobs, { whole, run }, leftMs - (performance.now() - startedMs), signal);
  }

  private async runAll(
    jobs: readonly Job[],
    { whole, run }: { whole: string; run: string },
    leftMs: number,
    signal: AbortSignal,
  ): Promise<{ broken: Set<number> } | Omit<Tried, 'left'>> {
    const { bench, target } = this;
    const folder = await JobFolder.make(bench);
    await folder.write('whole', whole);
    await folder.write('tests', run);
    const lines = [withinSeconds(target.limitMs)];
    // The program as it was comes first: where it does not fail, these are not the failing tests.
    const runOf = (id: number): string =>
      `${MUTANT_VARIABLE}=${id} within sh ${folder.file(id === 0 ? 'whole' : 'tests')} >/dev/null 2>&1 </dev/null`;
    // It is built by now, which took most of the time that the check takes: endless mutants need not have as much.
    lines.push(...timed(runOf(0), target.limitMs), verdictOf('0'));
    for (const { id } of jobs) lines.push(runOf(id), verdictOf(String(id)));
    const timeoutMs = batchMs(jobs.length, target.limitMs, Math.max(1, leftMs));
    const report = await runScript(bench, folder, lines, { timeoutMs, signal });
    const passed = passedIn(report);
    if (passed.has(0) !== (target.passes ?? false)) return { broken: new Set() };
    const tried = Math.max(0, triedIn(report) - 1);
    return { passed, tried, late: lateOf(jobs, report), cut: cutOf(jobs, report, timeoutMs >= leftMs) };
  }
}
