import { shellWord } from '../../../domain/shell-word';
import type { Bench } from '../types';
import type { CommandTrials, Job, Tried, Target } from './command-trials';
import { originalsIn } from './plain';
import { startModuleIn, withStartModule } from '../python-path';
import { PYTHON_DRIVER } from './python-driver';
import { batchMs, cutOf, JobFolder, lateOf, triedIn, passedIn, runScript } from './script';

/** Mutants of one process: it takes half a second to load the runner, and a twentieth for each of them. */
const BATCH = 64;

/** Tries mutants in a Python process that has the test runner loaded and forks for each of them. */
export class PythonTrials implements CommandTrials {
  readonly batch = BATCH;
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
