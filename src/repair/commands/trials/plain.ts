import type { CommandTrials, Job, Tried, Target } from './command-trials';
import type { Bench } from '../types';
import {
  batchMs,
  cutOf,
  JobFolder,
  triedIn,
  passedIn,
  put,
  runScript,
  verdictOf,
  withinSeconds,
} from './script';

/** Time that one batch should take: a search stops between two. */
const BATCH_MS = 4_000;
const MOST = 48;

/** Tries mutants by the command of the check itself: edit, run, take back. */
export class PlainTrials implements CommandTrials {
  readonly batch: number;

  constructor(
    private readonly bench: Bench,
    private readonly target: Target,
  ) {
    this.batch = Math.max(2, Math.min(MOST, Math.floor(BATCH_MS / Math.max(1, target.usualMs))));
  }

  async try(jobs: readonly Job[], leftMs: number, signal: AbortSignal): Promise<Tried> {
    const { bench, target } = this;
    const folder = await JobFolder.make(bench);
    const restore = await originalsIn(folder, target);
    await folder.write('check', target.line);
    const lines = [
      withinSeconds(target.limitMs),
      'export NODE_COMPILE_CACHE="$TMPDIR/compiled"',
      ...restore.values(),
    ];
    for (const { id, mutant, text } of jobs) {
      await folder.write(`m${id}`, text);
      lines.push(
        put(folder, `m${id}`, mutant.file),
        `within sh ${folder.file('check')} >/dev/null 2>&1 </dev/null`,
        verdictOf(String(id)),
        restore.get(mutant.file) ?? ':',
      );
    }
    const timeoutMs = batchMs(jobs.length, target.limitMs, leftMs);
    const report = await runScript(bench, folder, lines, { timeoutMs, signal });
    return {
      ...{ passed: passedIn(report), tried: triedIn(report) },
      ...{ left: [], late: [], cut: cutOf(jobs, report, timeoutMs >= leftMs) },
    };
  }
}

/** Puts the unchanged files into the folder; gives the command that puts each back. */
export async function originalsIn(folder: JobFolder, { originals }: Target): Promise<Map<string, string>> {
  const commands = new Map<string, string>();
  for (const [path, text] of originals) {
    const name = `o${commands.size}`;
    await folder.write(name, text);
    commands.set(path, put(folder, name, path));
  }
  return commands;
}
