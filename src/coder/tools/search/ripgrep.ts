import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type ChildProcess, startProcess } from '../../../machine/processes';
import { diesWithParent } from '../../../machine/processes/system-tools';
import { firstLine } from '../../../domain/text';

interface LinePattern {
  pattern: string;
  /** The pattern is plain text. */
  literal: boolean;
  ignoreCase: boolean;
}

export interface SearchedFile {
  path: string;
  bytes: Buffer;
}

/** A matching line; `offset`: its first byte in the file. */
export interface FoundLine {
  path: string;
  offset: number;
}

/** Found lines in the order of the files. `more`: there are others. `unfit`: the search can't do such patterns. */
export type SearchOutcome =
  | { status: 'found'; lines: FoundLine[]; more: boolean }
  | { status: 'bad-pattern'; reason: string }
  | { status: 'unfit' }
  | { status: 'late' };

export interface SearchTask extends LinePattern {
  files: AsyncIterable<SearchedFile>;
  /** Most lines. */
  limit: number;
  deadlineMs: number;
  signal: AbortSignal;
}

const SAID_CHARS = 4_000;

/** Program of ripgrep from the package for this machine; undefined where there is none. */
export function ripgrepPath(): string | undefined {
  try {
    const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
    const path = require.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Searches files by ripgrep, which gets them one behind the other in one stream: it opens no file, so links, odd names and
 * its own settings play no part. Its patterns take linear time.
 */
export async function searchByRipgrep(program: string, task: SearchTask): Promise<SearchOutcome> {
  task.signal.throwIfAborted();
  // No argument of a process can hold it.
  if (task.pattern.includes('\0')) return { status: 'unfit' };
  const running = new Running(program, task);
  try {
    await running.feed();
    return await running.outcome();
  } finally {
    running.stop();
    task.signal.throwIfAborted();
  }
}

interface Place {
  path: string;
  start: number;
}

class Running {
  private readonly child: ChildProcess;
  private readonly places: Place[] = [];
  private readonly exited: Promise<number | null>;
  private readonly timer: NodeJS.Timeout;
  private readonly abort = (): void => this.stop();
  private output = '';
  private said = '';
  private length = 0;
  private isLate = false;
  private hasEnded = false;

  constructor(
    program: string,
    private readonly task: SearchTask,
  ) {
    const [command = program, ...args] = [...diesWithParent(), program, ...argumentsOf(task)];
    this.child = startProcess(command, args, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString('latin1')));
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.said = (this.said + chunk.toString('utf8')).slice(0, SAID_CHARS);
    });
    // It ends as soon as it has enough, with files still under way.
    this.child.stdin?.on('error', () => undefined);
    this.exited = new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('close', (code) => {
        this.hasEnded = true;
        resolve(code);
      });
    });
    this.exited.catch(() => undefined);
    this.timer = setTimeout(() => {
      this.isLate = true;
      this.stop();
    }, task.deadlineMs);
    task.signal.addEventListener('abort', this.abort, { once: true });
  }

  async feed(): Promise<void> {
    const { stdin } = this.child;
    for await (const { path, bytes } of this.task.files) {
      if (this.hasEnded || !stdin?.writable) return;
      this.places.push({ path, start: this.length });
      const whole = bytes.at(-1) === 10 ? bytes : Buffer.concat([bytes, NEWLINE]);
      this.length += whole.length;
      if (!stdin.write(whole)) await Promise.race([once(stdin, 'drain').catch(() => undefined), this.exited]);
    }
    stdin?.end();
  }

  async outcome(): Promise<SearchOutcome> {
    const code = await this.exited;
    if (this.isLate) return { status: 'late' };
    if (code !== 0 && code !== 1) return refusalOf(this.said);
    const { limit } = this.task;
    const lines = this.found();
    return { status: 'found', lines: lines.slice(0, limit), more: lines.length > limit };
  }

  stop(): void {
    clearTimeout(this.timer);
    this.task.signal.removeEventListener('abort', this.abort);
    if (!this.hasEnded) this.child.kill('SIGKILL');
  }

  /** Offsets of the stream as lines of files. */
  private found(): FoundLine[] {
    let at = 0;
    return this.output.split('\n').flatMap((line) => {
      const offset = /^(\d{1,15}):/.exec(line)?.[1];
      if (offset === undefined) return [];
      while ((this.places[at + 1]?.start ?? Infinity) <= Number(offset)) at += 1;
      const place = this.places[at];
      return place ? [{ path: place.path, offset: Number(offset) - place.start }] : [];
    });
  }
}

const NEWLINE = Buffer.from('\n');

/** Lines are told by their offsets alone: a line may be of any length. */
function argumentsOf({ pattern, literal, ignoreCase, limit }: SearchTask): string[] {
  return [
    '--no-config',
    '--text',
    '--crlf',
    ...['--encoding', 'none'],
    ...['--color', 'never'],
    '--no-filename',
    '--no-line-number',
    '--byte-offset',
    ...['--max-columns', '1'],
    ...['--max-count', String(limit + 1)],
    ...(literal ? ['--fixed-strings'] : []),
    ignoreCase ? '--ignore-case' : '--case-sensitive',
    `--regexp=${pattern}`,
    '--',
    '-',
  ];
}

/** Look-arounds and references back are no fault of the pattern, but nothing for ripgrep. */
function refusalOf(said: string): SearchOutcome {
  if (/look-around|backreferences/.test(said)) return { status: 'unfit' };
  const line = said.split('\n').find((one) => one.startsWith('error:')) ?? firstLine(said);
  return { status: 'bad-pattern', reason: line.replace(/^(error|rg): ?/, '') || 'it can not be read' };
}
