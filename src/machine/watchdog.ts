import { Worker } from 'node:worker_threads';
import { ARTEFACTS } from './paths';

/** Heartbeats and signals of runs wait while one function runs, ms. */
export const LONGEST_HOLD_MS = 1_000;
const BEAT_MS = 100;

/** A function that held the main thread: what ran, innermost first, a line each. */
export interface Hold {
  /** Time of the thread's processor until it was noticed, ms. */
  heldMs: number;
  stack: readonly string[];
}

/** Where the thread finds when the main thread lived, and from when on a time is too long. */
export interface WatchdogData {
  beats: SharedArrayBuffer;
  longestMs: number;
  /** Id of the main thread by which the system counts its time; undefined: the clock counts. */
  threadId: number | undefined;
}

/** Watches this process's main thread until it is stopped. Whatever holds it for too long is told once, while it runs. */
export function startWatchdog(
  tell: (hold: Hold) => void,
  longestMs = LONGEST_HOLD_MS,
): { stop(): Promise<void> } {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const count = new Int32Array(beats);
  const threadId = process.platform === 'linux' ? process.pid : undefined;
  const workerData: WatchdogData = { beats, longestMs, threadId };
  const thread = new Worker(ARTEFACTS.watchdogThread, { workerData });
  thread.on('message', tell);
  thread.unref();
  const timer = setInterval(() => Atomics.add(count, 0, 1), BEAT_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}
