import { firstLine } from '../domain/text';
import { said } from '../domain/run/said';
import {
  closeSync,
  createReadStream,
  openSync,
  realpathSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { CheckEnd, CheckReport } from '../domain/verification/verification';
import type { LiveWriter } from '../machine/live-texts';
import { startProcess, type ChildProcess } from '../machine/processes';
import type { BlobStore } from '../store';
import { withLayers, type LayerTools } from './sandboxing';
import { BoundedOutput, LimitWatch, type Excess } from './bounded-output';
import { bubblewrapArgs, type BubblewrapView } from './bubblewrap';
import { commandReport, notRunReport } from './command-report';
import { MARKER } from './environment';
import { inTaskGroup, limitedShell, mostTasks, type CommandLimits } from './limits';
import { killAll, killProcess, stopGroup, usageInside, usageOfMarked, type Usage } from './process-group';
import { systemFilter } from './system-filter';
import { openTaskGroup, type TaskGroup } from './task-group';

/** How a command is kept from the rest of the machine. */
export type Sandboxing =
  | {
      kind: 'bubblewrap';
      bwrap: string;
      view: Omit<BubblewrapView, 'statusFd' | 'filterFd'>;
      /** Folders to be put together of layers first. */
      layers?: { tools: LayerTools; folders: readonly string[] };
    }
  | { kind: 'direct'; setpriv?: string };

export interface CommandRequest {
  command: string;
  cwd: string;
  timeoutMs: number;
  /** Bytes kept of each stream; 64 KiB by default. The whole output is a blob. */
  outputLimit?: number;
  /** Bytes of output, of both streams, above which the command is stopped; 64 MiB by default. */
  wholeLimit?: number;
  signal: AbortSignal;
  /** The whole environment; `KINTSUGI_COMMAND` in it is the command's id. */
  env: Record<string, string>;
  sandboxing: Sandboxing;
  /** File that the whole output passes through; removed at the end. */
  logFile: string;
  /** Most that it may take of the machine. */
  limits: CommandLimits;
  progress?: (detail: unknown) => void;
  /** Shows what the command prints while it runs. Absent: nobody sees it before it has ended. */
  live?: LiveWriter;
}

const STATUS_FD = 3;
const FILTER_FD = 4;
/** Bytes kept of each stream, and of the log read as a whole to count its tests. */
const KEPT = 64 * 1024;
const READ_LIMIT = 8 * 1024 * 1024;
/** How long what is still in the pipes may take to arrive after the end, ms. */
const DRAIN_MS = 1_000;
/** The newest characters that are shown while a command runs. */
const LIVE_CHARS = 8_000;
/** Time between two looks at what a command takes, ms. */
const WATCH_MS = 100;

/**
 * Runs a command through `sh -c`, in a process group of its own that ends with it. A command that fails, hangs or
 * floods is a report; rejects only with the signal's reason when it aborts, and then nothing of it runs any more.
 */
export async function runCommand(deps: { blobs: BlobStore }, request: CommandRequest): Promise<CheckReport> {
  request.signal.throwIfAborted();
  const fd = openSync(request.logFile, 'wx', 0o600);
  try {
    const running = new RunningCommand(request, new CommandLog(fd, request.wholeLimit ?? 64 * 1024 * 1024));
    const ended = await running.finish();
    request.signal.throwIfAborted();
    if (ended.setUpFailed)
      return notRunReport(
        request.command,
        'SandboxFailed',
        said`The sandbox could not be set up: ${firstLine(ended.stderr)}`,
      );
    const { command, timeoutMs, limits } = request;
    // What is not whole is not kept, and where the log found no room the store would find none either.
    if (ended.logError !== undefined) return commandReport({ ...ended, command, timeoutMs, limits });
    const hash = await deps.blobs.put(createReadStream(request.logFile) as AsyncIterable<Buffer>);
    const whole = await wholeOutput(request);
    return commandReport({ ...ended, command, output: hash, timeoutMs, limits, whole });
  } finally {
    closeSync(fd);
    await rm(request.logFile, { force: true });
  }
}

/** The log, where the kept parts are not the whole; of a flood the kept parts have to do. */
async function wholeOutput({ logFile, outputLimit = KEPT }: CommandRequest): Promise<string | undefined> {
  const { size } = await stat(logFile);
  if (size <= outputLimit || size > READ_LIMIT) return undefined;
  return stripVTControlCharacters(await readFile(logFile, 'utf8'));
}

/** Program and arguments of a command. */
function commandLine(
  command: string,
  limits: CommandLimits,
  sandboxing: Sandboxing,
  filterFd: number | undefined,
): [string, string[]] {
  const shell = limitedShell(command, limits, sandboxing.kind === 'bubblewrap');
  if (sandboxing.kind === 'bubblewrap') {
    const { bwrap, view, layers } = sandboxing;
    const line: [string, string[]] = [
      bwrap,
      bubblewrapArgs({ ...view, statusFd: STATUS_FD, filterFd }, shell),
    ];
    return layers ? withLayers(layers.tools, layers.folders, line) : line;
  }
  return sandboxing.setpriv
    ? [sandboxing.setpriv, ['--pdeathsig', 'KILL', '--', ...shell]]
    : ['/bin/sh', shell.slice(1)];
}

interface Ended {
  end: CheckEnd;
  exitCode: number | null;
  signal?: string;
  stdout: string;
  stderr: string;
  durationMs: number;
  /** Reason why the whole output could not be written. */
  logError?: string;
  setUpFailed: boolean;
}

class RunningCommand {
  private readonly startedMs = performance.now();
  private readonly group: TaskGroup | undefined;
  private readonly child: ChildProcess;
  private readonly stdout: BoundedOutput;
  private readonly stderr: BoundedOutput;
  private readonly exited: Promise<void>;
  private readonly drained: Promise<unknown>;
  private status = '';
  private hasExited = false;
  private spawnError?: Error;
  /** Set by the first that stops it. */
  private stoppedBy?: CheckEnd;
  private stopping: Promise<void> = Promise.resolve();
  /** The end of what it has printed, for who watches; a piece of output may cut a character. */
  private printed = '';
  private readonly decoder = new StringDecoder('utf8');

  constructor(
    private readonly request: CommandRequest,
    private readonly log: CommandLog,
  ) {
    const limit = request.outputLimit ?? KEPT;
    this.stdout = new BoundedOutput(limit);
    this.stderr = new BoundedOutput(limit);
    this.group = openTaskGroup(this.marker, mostTasks(request.limits));
    this.child = start(request, this.group);
    this.exited = new Promise((resolve) => {
      const done = (): void => {
        this.hasExited = true;
        resolve();
      };
      this.child.once('exit', done);
      this.child.once('error', (error) => {
        this.spawnError = error;
        done();
      });
    });
    this.drained = Promise.all([
      this.collect(this.child.stdout, this.stdout),
      this.collect(this.child.stderr, this.stderr),
    ]);
    this.child.stdio[STATUS_FD]?.on('data', (chunk: Buffer) => (this.status += chunk.toString('utf8')));
  }

  /** Waits for the end, by itself or by force, and for the rest of the output. */
  async finish(): Promise<Ended> {
    const { signal, timeoutMs } = this.request;
    const timer = setTimeout(() => this.stop('timeout'), timeoutMs);
    const abort = (): void => this.stop('cancelled');
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    const watch = this.watch();
    try {
      await this.exited;
      await this.stopping;
    } finally {
      clearTimeout(timer);
      watch.stop();
      signal.removeEventListener('abort', abort);
      this.request.live?.end();
      // What it left in the background would hold the pipes open and go on changing the checkout.
      killAll(this.child.pid, this.marker);
      void this.group?.remove();
    }
    const unheard = new AbortController();
    await Promise.race([
      this.drained,
      delay(DRAIN_MS, undefined, { signal: unheard.signal }).catch(() => undefined),
    ]);
    unheard.abort();
    for (const stream of this.child.stdio) stream?.destroy();
    return this.ended();
  }

  private ended(): Ended {
    const { exitCode, signalCode } = this.child;
    const texts = [this.stdout, this.stderr].map((kept) => relativePaths(kept.text(), rootsOf(this.request)));
    const [stdout = '', stderr = ''] = texts;
    const isolated = this.request.sandboxing.kind === 'bubblewrap';
    const neverRan =
      this.spawnError !== undefined ||
      (isolated && this.stoppedBy === undefined && this.isSetUpFailure(stdout, stderr));
    const logError = this.log.error;
    // It may have ended by itself before its last output was found to be lost.
    const forced = this.stoppedBy ?? (logError === undefined ? undefined : 'output');
    return {
      end: forced ?? (signalCode === null ? 'completed' : 'crash'),
      exitCode: forced === undefined ? exitCode : null,
      ...(signalCode === null ? {} : { signal: signalCode }),
      stdout,
      stderr: this.spawnError ? this.spawnError.message : stderr,
      durationMs: Math.round(performance.now() - this.startedMs),
      ...(logError === undefined ? {} : { logError }),
      setUpFailed: neverRan,
    };
  }

  /** Bubblewrap reports its child before it has shown it anything, and says in one line what then went wrong. */
  private isSetUpFailure(stdout: string, stderr: string): boolean {
    if (!this.status.includes('child-pid')) return true;
    return this.child.exitCode === 1 && stdout === '' && /^bwrap: [^\n]*\n?$/.test(stderr);
  }

  private get marker(): string {
    return this.request.env[MARKER] ?? '';
  }

  private stop(reason: CheckEnd): void {
    if (this.stoppedBy !== undefined || this.hasExited || this.child.pid === undefined) return;
    this.stoppedBy = reason;
    this.stopping = stopGroup(this.child.pid, this.marker, () => this.hasExited);
  }

  /** Ends a command at once that takes too much: it would take more while it is asked to end. */
  private watch(): LimitWatch {
    const { limits, cwd, sandboxing } = this.request;
    const exceeded = (excess: Excess): void => {
      if (this.stoppedBy !== undefined || this.hasExited) return;
      this.stoppedBy = excess;
      // The first process of a sandbox takes all others with it, however many they are.
      if (this.leader !== undefined) killProcess(this.leader);
      killAll(this.child.pid, this.marker);
    };
    // Where there is no sandbox, all processes of the machine are looked at.
    const everyMs = sandboxing.kind === 'bubblewrap' ? WATCH_MS : 4 * WATCH_MS;
    return new LimitWatch({ limits, everyMs, folder: cwd, usage: () => this.usage(), exceeded });
  }

  private usage(): Usage | undefined {
    if (this.request.sandboxing.kind !== 'bubblewrap') return usageOfMarked(this.marker);
    return this.leader === undefined ? undefined : usageInside(this.leader);
  }

  /** Pid, out here, of the first process of the sandbox. */
  private get leader(): number | undefined {
    const pid = /"child-pid":\s*(\d+)/.exec(this.status)?.[1];
    return pid === undefined || this.hasExited ? undefined : Number(pid);
  }

  private collect(stream: Readable | null, into: BoundedOutput): Promise<void> {
    return new Promise((resolve) => {
      if (!stream) return resolve();
      stream.on('data', (chunk: Buffer) => this.take(chunk, into));
      stream.once('close', resolve);
    });
  }

  private take(chunk: Buffer, into: BoundedOutput): void {
    into.add(chunk);
    if (!this.log.write(chunk)) this.stop('output');
    const { command, progress, live } = this.request;
    progress?.(`${command}: ${this.log.seen} bytes of output`);
    if (!live) return;
    this.printed = (this.printed + this.decoder.write(chunk)).slice(-LIVE_CHARS);
    live.say(() => relativePaths(stripVTControlCharacters(this.printed), rootsOf(this.request)));
  }
}

/** A group and a session of its own: to be ended as a whole, and with no terminal to type into. */
function start(
  { command, cwd, env, limits, sandboxing, logFile }: CommandRequest,
  group: TaskGroup | undefined,
): ChildProcess {
  const isolated = sandboxing.kind === 'bubblewrap';
  const filter = isolated ? openFilter(`${logFile}.filter`) : undefined;
  const line = commandLine(command, limits, sandboxing, filter && FILTER_FD);
  const [program, args] = group ? inTaskGroup(group.procs, ...line) : line;
  const given = [...(isolated ? (['pipe'] as const) : []), ...(filter === undefined ? [] : [filter])];
  try {
    return startProcess(program, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...given],
    });
  } finally {
    if (filter !== undefined) closeSync(filter);
  }
}

/** Opens the filter of system calls, by a file that has no name any more. */
export function openFilter(path: string): number | undefined {
  const filter = systemFilter();
  if (!filter) return undefined;
  writeFileSync(path, filter, { mode: 0o600 });
  const fd = openSync(path, 'r');
  unlinkSync(path);
  return fd;
}

/** Folder of the command as its output may name it: most tools print the real path. */
function rootsOf({ cwd, sandboxing }: CommandRequest): string[] {
  return sandboxing.kind === 'bubblewrap' ? [cwd, sandboxing.view.inside] : [cwd, realPath(cwd)];
}

/** The path itself where the command removed its own folder. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const NAME = /[\w-]/;
const WORD = /\w/;

/**
 * Makes paths in `roots` relative: a checkout's own path differs from run to run and means nothing. They begin with
 * `./`; without it a missing file reads like a package that is not installed.
 */
export function relativePaths(text: string, roots: readonly string[]): string {
  // The longest first: one may end in another.
  const ordered = roots.filter((root) => root !== '').toSorted((a, b) => b.length - a.length);
  return ordered.reduce((said, root) => withoutRoot(said, root), text);
}

/** The root goes where its last name ends: not the beginning of a neighbour's. */
function withoutRoot(text: string, root: string): string {
  const [first = '', ...rest] = text.split(root);
  return rest.reduce((said, part) => {
    const longer = NAME.test(part[0] ?? '') || (part[0] === '.' && WORD.test(part[1] ?? ''));
    return said + (longer ? root : '.') + part;
  }, first);
}

/** The whole output of a command on its way into a file, up to a limit. A file that takes no more is a value. */
export class CommandLog {
  /** Bytes that came, written or not. */
  seen = 0;
  /** Reason why the file took no more, for example a full disk. */
  error?: string;

  /** `limit` in bytes. */
  constructor(
    private readonly fd: number,
    private readonly limit: number,
  ) {}

  /** False where the limit is passed or the file takes no more: the command is to be stopped. Never throws. */
  write(chunk: Buffer): boolean {
    const room = Math.max(0, this.limit - this.seen);
    this.seen += chunk.length;
    if (this.error === undefined) this.writeAll(chunk.subarray(0, room));
    return this.error === undefined && this.seen <= this.limit;
  }

  private writeAll(bytes: Buffer): void {
    try {
      // A disk that is nearly full takes a part.
      for (let at = 0; at < bytes.length;) at += writeSync(this.fd, bytes, at);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }
}
