/** The process's side of the conversation: it reads and writes while it waits, since a compiler asks for files so. */
import { readSync, writeSync } from 'node:fs';
import { errorCode } from '../../machine/system-errors';
import { encodeFrame, FrameReader, READ_FD, WRITE_FD, type FromProcess, type ToProcess } from './protocol';

const CHUNK = Buffer.alloc(64 * 1024);
const waiting = new Int32Array(new SharedArrayBuffer(4));

const reader = new FrameReader();
const frames: unknown[] = [];

/** The next frame; undefined where the other side has gone. */
export function receive(): ToProcess | undefined {
  while (frames.length === 0) {
    const read = patiently(() => readSync(READ_FD, CHUNK));
    if (read === 0) return undefined;
    frames.push(...reader.add(Buffer.from(CHUNK.subarray(0, read))));
  }
  return frames.shift() as ToProcess;
}

export function send(frame: FromProcess): void {
  const bytes = encodeFrame(frame);
  for (let sent = 0; sent < bytes.length;) sent += patiently(() => writeSync(WRITE_FD, bytes, sent));
}

/** A pipe that does not block says so; then a moment is waited for. */
function patiently(act: () => number): number {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (errorCode(error) === 'EAGAIN') Atomics.wait(waiting, 0, 0, 1);
      else throw error;
    }
  }
}
