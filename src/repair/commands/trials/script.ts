import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { shellPath } from '../../../domain/shell-word';
import type { CheckReport } from '../../../domain/verification/verification';
import { programBytes } from '../../../machine/text/program-text';
import type { Bench } from '../types';
import type { Job } from './command-trials';

/** Sign of a line that tells how a job ended. */
const VERDICT = 'kintsugi-verdict';
/** Time for the start of a batch and its compilation, ms. */
const SLACK_MS = 20_000;

/** Material of a batch, in a fresh folder that no command has seen: what is written there goes nowhere else. */
export class JobFolder {
  private constructor(private readonly out: string) {}

  static async make(bench: Bench): Promise<JobFolder> {
    return new JobFolder(await mkdtemp(join(bench.tmp, 'jobs-')));
  }

  /** The folder as a word of a shell. */
  get word(): string {
    return `"$TMPDIR/${basename(this.out)}"`;
  }

  /** A file of the folder as a word of a shell. */
  file(name: string): string {
    return `"$TMPDIR/${basename(this.out)}/${name}"`;
  }

  async write(name: string, text: string): Promise<void> {
    const path = join(this.out, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, programBytes(text), { flag: 'wx' });
  }
}

/** Shell function that runs a command within a time limit where the machine has a program for that. It ends with 125 by one that `timed` has lowered. */
export function withinSeconds(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 100) / 10);
  const run = 'timeout -k 1 "$within_s" "$@"; code=$?; [ "$code$short" = 124yes ] && code=125';
  return `within_s=${seconds}; short=; within() { if command -v timeout >/dev/null 2>&1; then ${run}; return $code; else "$@"; fi; }`;
}

/** Lines that run a command and lower the limit of time of those that follow to ten times what it took and a second. */
export function timed(command: string, mostMs: number): string[] {
  return [
    'began=$(date +%s%N 2>/dev/null)',
    command,
    'code=$?; ended=$(date +%s%N 2>/dev/null)',
    // Not every machine has nanoseconds.
    'case "${#began}$began$ended" in',
    '  *[!0-9]*) ;;',
    '  19*) limit=$(( (ended - began) / 100000 + 1000 ))',
    `     [ "$limit" -lt ${Math.round(mostMs)} ] && short=yes within_s=$((limit / 1000)).$((limit % 1000 / 100)) ;;`,
    'esac; (exit $code)',
  ];
}

/** A line that runs commands one after another up to the first that fails; `isWhole`: all of them. It succeeds if all do. */
export function inTurn(commands: readonly string[], isWhole: boolean): string {
  return isWhole
    ? `${commands.map((one) => `${one} || failed=yes`).join('; ')}; [ -z "$failed" ]`
    : commands.join(' && ');
}

/** Says how the command before it ended. */
export function verdictOf(id: string): string {
  return `echo "${VERDICT} ${id} $?"`;
}

/** Copies a file of the batch to its place in the tree. */
export function put(folder: JobFolder, name: string, path: string): string {
  return `cp ${folder.file(name)} ${shellPath(path)}`;
}

/** Ids and exit codes of the jobs, as far as the batch came. */
function verdictsIn({ stdout }: CheckReport): [number, string | undefined][] {
  const found = stdout.matchAll(/^kintsugi-verdict (\d{1,9}) (\d{1,3})$/gm);
  return [...found].map(([, id, code]) => [Number(id), code]);
}

function endedWith(wanted: string, report: CheckReport): Set<number> {
  return new Set(verdictsIn(report).flatMap(([id, code]) => (code === wanted ? [id] : [])));
}

/** Ids of the jobs that ended well, as far as the batch came. */
export function passedIn(report: CheckReport): Set<number> {
  return endedWith('0', report);
}

/** Jobs that were ended by a lower limit of time than they may have. */
export function lateOf(jobs: readonly Job[], report: CheckReport): Job[] {
  const late = endedWith('125', report);
  return jobs.filter(({ id }) => late.has(id));
}

export function triedIn(report: CheckReport): number {
  return toldIn(report).size;
}

/**
 * Jobs that the batch did not come to. `hadAll`: it had all the time that the search has left. One that ended its batch before that
 * is none of them, since it would end the next as well.
 */
export function cutOf(jobs: readonly Job[], report: CheckReport, hadAll: boolean): Job[] {
  const told = toldIn(report);
  const open = jobs.filter(({ id }) => !told.has(id));
  return report.end === 'timeout' && hadAll ? open : open.slice(1);
}

function toldIn(report: CheckReport): Set<number> {
  return new Set(verdictsIn(report).map(([id]) => id));
}

/** Runs a script in the bench: its lines, in a file of the folder. */
export async function runScript(
  bench: Bench,
  folder: JobFolder,
  lines: readonly string[],
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<CheckReport> {
  await folder.write('script', `${lines.join('\n')}\n`);
  const command = `sh ${folder.file('script')}; code=$?; rm -rf ${folder.word}; exit $code`;
  return bench.run({ command, timeoutMs: Math.max(1, Math.round(timeoutMs)) }, signal);
}

/** Time that a batch may take. */
export function batchMs(count: number, limitMs: number, leftMs: number): number {
  return Math.min(count * (limitMs + 1_500) + SLACK_MS, leftMs);
}
