import { existsSync } from 'node:fs';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { ARTEFACTS } from '../../paths';
import type { WriteBatch } from './write-batch';
import type { BatchAnswer } from './write-thread';

export interface ThreadListener {
  /** Answers come in the order of the batches. */
  answered(answer: BatchAnswer): void;
  /** It will answer nothing any more. */
  died(): void;
}

/** The one thread of the process that writes files; it is kept for the next time. */
let thread: Worker | undefined;
/** Somebody has it: others write by themselves meanwhile, so that descriptors and memory stay bounded. */
let isTaken = false;
/** It could not be started, or has ended: files are written without it from then on. */
let isBroken = false;

/** The thread for one user; undefined where it is taken or can't be had. */
export function takeThread(listener: ThreadListener): ThreadLink | undefined {
  if (isTaken || isBroken || !existsSync(ARTEFACTS.writeThread)) return undefined;
  try {
    thread ??= startThread();
    return new ThreadLink(thread, listener);
  } catch {
    isBroken = true;
    return undefined;
  }
}

function startThread(): Worker {
  const worker = new Worker(ARTEFACTS.writeThread);
  worker.unref();
  // Its end is what is told to whoever waits for it.
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    thread = undefined;
    isBroken = true;
  });
  return worker;
}

/** The thread as its user has it, by a port of his own. */
export class ThreadLink {
  private readonly port: MessagePort;

  constructor(
    worker: Worker,
    private readonly listener: ThreadListener,
  ) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.on('message', (answer: BatchAnswer) => listener.answered(answer));
    // The other end goes with its thread, before the thread's own `exit` is told.
    port1.once('close', () => listener.died());
    worker.postMessage(port2, [port2]);
    isTaken = true;
  }

  post(batch: WriteBatch): void {
    this.port.postMessage(batch, [batch.bytes]);
  }

  /** Takes the answers that are there, without waiting for a turn of the event loop. */
  hear(): void {
    for (;;) {
      const found = receiveMessageOnPort(this.port);
      if (!found) return;
      this.listener.answered(found.message as BatchAnswer);
    }
  }

  release(): void {
    isTaken = false;
    this.port.close();
  }
}
