import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { ARTEFACTS } from '../../paths';
import type { SafeDir } from './safe-dir';
import { writeBatch, type WriteBatch } from './write-batch';
import type { BatchAnswer } from './write-thread';

const BATCH_BYTES = 1024 * 1024;
const BATCH_FILES = 256;
/** Each folder of a batch is a descriptor that stays open until it is written. */
const BATCH_FOLDERS = 32;

/** Files above this are not copied into a batch. */
export const BATCHED_SIZE = BATCH_BYTES / 8;

/** Batches that wait for the thread or are being written by it; beyond them the main thread writes by itself. */
const MAX_AWAY = 3;

/** Files from which on a second thread pays. */
const WORTH_A_THREAD = 2 * BATCH_FILES;

/** A batch that is being filled. */
class Batch {
  readonly paths: (string | Uint8Array)[] = [];
  readonly modes: number[] = [];
  readonly sizes: number[] = [];
  private readonly folders: SafeDir[] = [];
  private last: { dir: SafeDir; own: SafeDir } | undefined;
  private filled = 0;

  constructor(readonly bytes: ArrayBuffer) {}

  hasRoomFor(size: number): boolean {
    return (
      this.filled + size <= BATCH_BYTES &&
      this.paths.length < BATCH_FILES &&
      this.folders.length < BATCH_FOLDERS
    );
  }

  add(dir: SafeDir, name: string, mode: number, bytes: Uint8Array): void {
    this.paths.push(this.keep(dir).at(name));
    this.modes.push(mode);
    this.sizes.push(bytes.length);
    new Uint8Array(this.bytes).set(bytes, this.filled);
    this.filled += bytes.length;
  }

  /** The folder by a descriptor of the batch's own. */
  private keep(dir: SafeDir): SafeDir {
    if (this.last?.dir === dir) return this.last.own;
    const own = dir.again();
    this.folders.push(own);
    this.last = { dir, own };
    return own;
  }

  get message(): WriteBatch {
    const { paths, modes, sizes, bytes } = this;
    return { paths, modes, sizes, bytes };
  }

  close(): void {
    for (const folder of this.folders) folder.close();
  }
}

/**
 * Makes many small files with two threads: the main one gathers, and writes what the other has no time for. Creating files is
 * mostly the kernel's work, which it does for two threads at once.
 */
export class FileWriter {
  private batch: Batch | undefined;
  private readonly away: Batch[] = [];
  private readonly spare: ArrayBuffer[] = [];
  private readonly port: MessagePort | undefined;
  private failure: Error | undefined;
  private isDead = false;

  /** `files`: about how many there will be. */
  constructor(files: number) {
    const died = (): void => {
      this.isDead = true;
      this.failure ??= new Error('The thread that writes files has ended.');
    };
    this.port = files >= WORTH_A_THREAD ? openPort(died) : undefined;
  }

  /** Takes a file that is to be made soon. Throws what an earlier one failed with. */
  add(dir: SafeDir, name: string, mode: number, bytes: Uint8Array): void {
    if (this.batch && !this.batch.hasRoomFor(bytes.length)) this.handOver();
    this.batch ??= new Batch(this.spare.pop() ?? new ArrayBuffer(BATCH_BYTES));
    this.batch.add(dir, name, mode, bytes);
  }

  private handOver(): void {
    const { batch, port } = this;
    this.batch = undefined;
    this.hear();
    if (!batch) return;
    if (port && !this.failure && this.away.length < MAX_AWAY) {
      this.away.push(batch);
      port.postMessage(batch.message, [batch.bytes]);
      return;
    }
    try {
      this.check();
      writeBatch(batch.message);
    } finally {
      batch.close();
      this.spare.push(batch.bytes);
    }
  }

  /** Takes the answers that are there. */
  private hear(): void {
    while (this.port) {
      const found = receiveMessageOnPort(this.port);
      if (!found) return;
      const { bytes, failure } = found.message as BatchAnswer;
      this.away.shift()?.close();
      this.spare.push(bytes);
      if (failure) this.failure ??= Object.assign(new Error(failure.message), { code: failure.code });
    }
  }

  private check(): void {
    if (this.failure) throw this.failure;
  }

  /** Waits for what is under way, be it written or not. */
  private async quiet(): Promise<void> {
    for (this.hear(); this.away.length > 0 && !this.isDead; this.hear()) await turn();
  }

  /** Resolves when all files are made. */
  async settle(): Promise<void> {
    this.handOver();
    await this.quiet();
    this.check();
  }

  /** To be called in any case: nothing is written after it, and no folder is open. */
  async close(): Promise<void> {
    this.batch?.close();
    this.batch = undefined;
    await this.quiet();
    for (const batch of this.away.splice(0)) batch.close();
    this.port?.close();
  }
}

let thread: Worker | undefined;

/** A port to the one thread of the process, which is started when it is first needed. */
function openPort(died: () => void): MessagePort | undefined {
  if (!existsSync(ARTEFACTS.writeThread)) return undefined;
  const worker = (thread ??= startThread());
  const { port1, port2 } = new MessageChannel();
  worker.once('exit', died);
  port1.once('close', () => worker.off('exit', died));
  port1.unref();
  worker.postMessage(port2, [port2]);
  return port1;
}

function startThread(): Worker {
  const worker = new Worker(ARTEFACTS.writeThread, { stdin: false, stdout: false, stderr: false });
  worker.unref();
  // It ends after an error, which whoever waits for it then hears of.
  worker.on('error', () => undefined);
  worker.once('exit', () => (thread = undefined));
  return worker;
}
