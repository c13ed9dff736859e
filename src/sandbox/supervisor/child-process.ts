/** One child as the supervisor holds it: frames in and out, a watch over time and memory, one death. */
import type { Readable, Writable } from 'node:stream';
import type { ChildProcess } from '../../machine/processes';
import { ChildClock } from './child-clock';
import { ContextServer } from './context-server';
import { encodeFrame, FrameReader } from './frame-reader';
import { launchChild } from './launch';
import type { ChildFiles } from './launch';
import { BYTES_PER_SENT, COMPILER_BYTES, COMPILER_WORK_BYTES } from '../memory';
import { ChildMessage } from '../protocol';
import { asNodeReads } from '../../machine/text/program-text';
import type { AskFrame, CompilerFrame, FileEntry, ParentMessage, Piece } from '../protocol';
import { peakBytes, residentBytes, resetPeak } from './resident-memory';
import type { ProgramContext, ProgramFiles } from '../types';

/** Cause of a child's end. `failed`: it sent a message that it must not send. */
export type Death = 'timeout' | 'memory' | 'crash' | 'aborted';

const WATCH_MS = 20;
const MAX_DIAGNOSIS = 4096;

/** ms that a child may take longer because it loads a compiler. */
const COMPILER_MS = 10_000;
/** Bytes a child may say about one request: the largest report is a fraction of it, and all of it is kept here. */
const MAX_HEARD = 64 * 1024 * 1024;

/** Programs a child keeps, see the child's own limit. */
const KEPT_PROGRAMS = 2;

/** V8 ends the process by these when it can't get memory or a size overflows. */
const MEMORY_SIGNALS = new Set<NodeJS.Signals>(['SIGABRT', 'SIGTRAP', 'SIGILL']);

let lastProgramId = 0;
const programIds = new WeakMap<ProgramFiles, number>();

function idOf(files: ProgramFiles): number {
  const known = programIds.get(files);
  if (known !== undefined) return known;
  programIds.set(files, ++lastProgramId);
  return lastProgramId;
}

/** A file as a program under Node would read it. */
export function entryOf([path, text]: readonly [string, string]): FileEntry {
  return [path, asNodeReads(text)];
}

/** Limits of what a child does at the moment. */
export interface Watch {
  /** Processor time after which it is killed, ms. */
  ms: number;
  /** Bytes it may grow beyond what it held when its request began. */
  growth: number;
}

/** Receiver of a child's messages and of its end. */
export interface ChildListener {
  message(message: ChildMessage): void;
  /** `own`: it ended by itself. */
  died(death: Death, own: boolean): void;
}

/** A pipe of the child; a process that could not be started for want of descriptors has none at all. */
function pipeOf(child: ChildProcess, index: number): Readable | Writable | null | undefined {
  return (child.stdio as ChildProcess['stdio'] | undefined)?.[index];
}

/** Throws when the system refuses to start a process at once; other failed starts are deaths. */
export class SandboxChild {
  private readonly process: ChildProcess;
  private readonly reader = new FrameReader();
  private readonly kept: number[] = [];
  private readonly context = new ContextServer();
  /** Characters sent for the present request: the child keeps them, and the program is not charged for it. */
  private sent = 0;
  private listener: ChildListener | undefined;
  private watch: Watch | undefined;
  private clock: ChildClock | undefined;
  private timer: NodeJS.Timeout | undefined;
  private idleBytes = 0;
  /** Resident memory when the present request began, and the most that was seen of it since. */
  private startBytes: number | undefined;
  private seenBytes = 0;
  private peakWasReset = false;
  /** Growth by loading a compiler. A child may report it once, and is believed up to a limit. */
  private compiler: { state: CompilerFrame['state']; bytes: number } | undefined;
  /** The compiler was there when the present request began. */
  private compilerIsOld = false;
  private heard = 0;
  private cause: Death | undefined;
  private diagnosis = '';
  /** Requests it has served. */
  served = 0;
  dead = false;
  readonly exited: Promise<void>;

  constructor(files: ChildFiles) {
    this.process = launchChild(files);
    this.exited = new Promise((resolve) => {
      const end = (signal: NodeJS.Signals | null): void => {
        this.ended(signal);
        resolve();
      };
      this.process.once('error', (error) => {
        this.diagnosis += error.message;
        end(null);
      });
      this.process.once('exit', (_code, signal) => end(signal));
    });
    this.process.stderr?.on('data', (chunk: Buffer) => {
      if (this.diagnosis.length < MAX_DIAGNOSIS) this.diagnosis += chunk.toString('utf8');
    });
    pipeOf(this.process, 4)?.on('data', (chunk: Buffer) => this.receive(chunk));
    // Writing to a child that has just died is no error of its own: its exit says what there is to say.
    pipeOf(this.process, 3)?.on('error', () => undefined);
    pipeOf(this.process, 4)?.on('error', () => undefined);
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  /** First part of what it wrote to stderr. */
  get stderr(): string {
    return this.diagnosis;
  }

  listen(listener: ChildListener | undefined): void {
    this.listener = listener;
  }

  /** Sends program and context unless the child has them; returns their ids there. They must not change. */
  load(files: ProgramFiles, context: ProgramContext | undefined): { program: number; context: number } {
    this.heard = 0;
    const entered = this.context.enter(context);
    if (entered.message) this.send(entered.message);
    const program = idOf(files);
    if (!this.kept.includes(program)) {
      this.send({ t: 'program', id: program, files: [...files].map(entryOf) });
      this.kept.push(program);
      if (this.kept.length > KEPT_PROGRAMS) this.kept.shift();
    }
    return { program, context: entered.id };
  }

  send(message: ParentMessage): void {
    this.write(message);
  }

  /** Sends what the child does not keep. */
  pass(message: Piece): void {
    const { sent } = this;
    this.write(message);
    this.sent = sent;
  }

  private write(message: object): void {
    const requests = pipeOf(this.process, 3) as Writable | null | undefined;
    if (this.dead) return;
    const frame = encodeFrame(message);
    this.sent += frame.length;
    requests?.write(frame);
  }

  private answer(ask: AskFrame): void {
    this.context.answer(ask).then(
      (answer) => this.write(answer),
      () => this.kill('crash'),
    );
  }

  /** Watches time and memory until called again with nothing. */
  guard(watch: Watch | undefined): void {
    this.watch = watch;
    if (!watch) {
      this.sent = 0;
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    if (this.idleBytes === 0) this.markIdle();
    this.clock = new ChildClock(this.pid ?? 0);
    this.timer ??= setInterval(() => this.check(), WATCH_MS);
  }

  /** Takes the present memory for that of an idle child. */
  markIdle(): void {
    this.idleBytes = this.residentBytes() ?? 0;
  }

  residentBytes(): number | undefined {
    return this.pid === undefined ? undefined : residentBytes(this.pid);
  }

  /** Bytes grown since it was idle first, apart from a compiler: how worn it is. */
  growth(): number {
    return (this.residentBytes() ?? 0) - this.idleBytes - (this.compiler?.bytes ?? 0);
  }

  /** Bytes grown since the request began, apart from a compiler: what earlier requests left is not charged to this one. */
  grown(): number {
    const start = this.startBytes ?? this.idleBytes;
    return (this.residentBytes() ?? 0) - start - this.compilerAllowance();
  }

  /** The most of `grown` that the watch saw. */
  seenGrowth(): number {
    return this.seenBytes - (this.startBytes ?? this.idleBytes) - this.compilerAllowance();
  }

  private compilerAllowance(): number {
    if (!this.compiler) return 0;
    return this.compilerIsOld ? COMPILER_WORK_BYTES : this.compiler.bytes;
  }

  private takeCompiler({ state, bytes }: CompilerFrame): void {
    const before = this.compiler?.state;
    if (state === 'loading' ? before !== undefined : before !== 'loading') {
      this.kill('crash');
      return;
    }
    if (state === 'loading') {
      this.compiler = { state, bytes: COMPILER_BYTES };
      if (this.watch) this.watch = { ...this.watch, ms: this.watch.ms + COMPILER_MS };
    } else {
      this.compiler = { state, bytes: Math.min(bytes, COMPILER_BYTES) };
    }
  }

  /** A request begins: what it takes of memory is looked at from here on. */
  markStart(): void {
    this.startBytes = this.residentBytes();
    this.compilerIsOld = this.compiler !== undefined;
    this.seenBytes = 0;
    this.peakWasReset = this.pid !== undefined && resetPeak(this.pid);
  }

  /** MiB that resident memory grew by at most since the request began; undefined where the system does not say. */
  peakMb(): number | undefined {
    if (this.startBytes === undefined || this.pid === undefined) return undefined;
    // Of a process that has ended nothing can be read any more: then what the watch saw counts.
    const now = this.peakWasReset ? peakBytes(this.pid) : this.residentBytes();
    const peak = Math.max(now ?? 0, this.seenBytes);
    return peak === 0 ? undefined : Math.round(Math.max(0, peak - this.startBytes) / 104_857.6) / 10;
  }

  /** Ends it at once; the listener hears why. */
  kill(cause: Death): void {
    this.cause ??= cause;
    this.process.kill('SIGKILL');
  }

  /** The limit that it is beyond. */
  private excess(): Death | undefined {
    if (!this.watch) return undefined;
    if (this.clock?.isOver(this.watch.ms)) return 'timeout';
    return this.grown() > this.watch.growth + this.sent * BYTES_PER_SENT ? 'memory' : undefined;
  }

  /** Kills a child that takes too much. Messages that have arrived are read first: they may explain the excess. */
  private check(): void {
    if (!this.watch) return;
    this.seenBytes = Math.max(this.seenBytes, this.residentBytes() ?? 0);
    if (!this.excess()) return;
    setImmediate(() => {
      const cause = this.excess();
      if (cause) this.kill(cause);
    });
  }

  private receive(chunk: Buffer): void {
    if (this.dead || this.cause) return;
    this.heard += chunk.length;
    if (this.heard > MAX_HEARD) {
      this.kill('crash');
      return;
    }
    try {
      for (const frame of this.reader.push(chunk)) {
        const message = ChildMessage.parse(frame);
        if (message.t === 'ask' && this.watch) this.answer(message);
        else if (message.t === 'compiler' && this.watch) this.takeCompiler(message);
        else this.listener?.message(message);
        if (this.cause !== undefined) return;
      }
    } catch {
      this.kill('crash');
    }
  }

  private ended(signal: NodeJS.Signals | null): void {
    if (this.dead) return;
    this.dead = true;
    this.guard(undefined);
    const death = this.cause ?? (signal && MEMORY_SIGNALS.has(signal) ? 'memory' : 'crash');
    const listener = this.listener;
    this.listener = undefined;
    listener?.died(death, this.cause === undefined);
  }
}
