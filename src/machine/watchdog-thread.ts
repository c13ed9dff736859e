/** The thread that looks whether the main thread still turns. It stops the function that holds it for a moment, to read its stack. */
import { readFileSync } from 'node:fs';
import { Session, type Debugger } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import type { Hold, WatchdogData } from './watchdog';

const { beats, longestMs, threadId } = workerData as WatchdogData;
const LOOK_MS = 100;
/** Ticks of the system's clock for processor time in a second; the same on all Linux. */
const TICKS = 100;
const FRAMES = 12;

/** Time of the main thread so far, ms: on its processor where the system tells, since a busy machine holds everybody. */
function mainTimeMs(): number {
  if (threadId === undefined) return performance.now();
  const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1');
  // The name of the thread stands in brackets and may hold anything; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
}

function tellOf(heldMs: number): void {
  const session = new Session();
  session.connectToMainThread();
  const urls = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
  session.once('Debugger.paused', ({ params }) => {
    const stack = params.callFrames.slice(0, FRAMES).map((frame) => frameLine(frame, urls));
    session.post('Debugger.resume');
    session.disconnect();
    parentPort?.postMessage({ heldMs: Math.round(heldMs), stack } satisfies Hold);
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function frameLine(
  { functionName, location }: Debugger.CallFrame,
  urls: ReadonlyMap<string, string>,
): string {
  const file = urls.get(location.scriptId)?.replace('file://', '') ?? '';
  return `${functionName || '(anonymous)'} (${file}:${location.lineNumber + 1})`;
}

const count = new Int32Array(beats);
let last = Atomics.load(count, 0);
let fromMs = mainTimeMs();
let told = false;
setInterval(() => {
  const now = Atomics.load(count, 0);
  if (now !== last) {
    last = now;
    fromMs = mainTimeMs();
    told = false;
    return;
  }
  const heldMs = mainTimeMs() - fromMs;
  if (told || heldMs <= longestMs) return;
  told = true;
  tellOf(heldMs);
}, LOOK_MS);
