import { existsSync } from 'node:fs';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { ARTEFACTS } from '../../machine/paths';

/** Task or answer with memory, which is handed over and comes back. */
export interface WithMemory {
  bytes: ArrayBuffer;
}

export interface ThreadListener<Answer> {
  /** Answers come in the order of the tasks. */
  answered(answer: Answer): void;
  /** It will answer nothing any more. */
  died(): void;
}

/** Files from which on a second thread pays. */
export const WORTH_A_THREAD = 512;

/** The one thread of the process that writes and reads files; it is kept for the next time. */
let thread: Worker | undefined;
/** Somebody has it: others work by themselves meanwhile, so that descriptors and memory stay bounded. */
let isTaken = false;
/** It could not be started, or has ended: nobody has it from then on. */
let isBroken = false;

/** The thread for one user; undefined where it is taken or can't be had. */
export function takeThread<Task extends WithMemory, Answer>(
  listener: ThreadListener<Answer>,
): ThreadLink<Task, Answer> | undefined {
  if (isTaken || isBroken || !existsSync(ARTEFACTS.fileThread)) return undefined;
  try {
    thread ??= startThread();
    return new ThreadLink(thread, listener);
  } catch {
    isBroken = true;
    return undefined;
  }
}

function startThread(): Worker {
  const worker = new Worker(ARTEFACTS.fileThread);
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
export class ThreadLink<Task extends WithMemory, Answer> {
  private readonly port: MessagePort;

  constructor(
    worker: Worker,
    private readonly listener: ThreadListener<Answer>,
  ) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.on('message', (answer: Answer) => listener.answered(answer));
    // The other end goes with its thread, before the thread's own `exit` is told.
    port1.once('close', () => listener.died());
    worker.postMessage(port2, [port2]);
    isTaken = true;
  }

  post(task: Task): void {
    this.port.postMessage(task, [task.bytes]);
  }

  /** Takes the answers that are there, without waiting for a turn of the event loop. */
  hear(): void {
    for (;;) {
      const found = receiveMessageOnPort(this.port);
      if (!found) return;
      this.listener.answered(found.message as Answer);
    }
  }

  release(): void {
    isTaken = false;
    this.port.close();
  }
}
