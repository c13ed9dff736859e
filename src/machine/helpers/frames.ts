/** The pipes of a helper process: frames, each behind its length in four bytes. */
import { readSync, writeSync } from 'node:fs';
import { errorCode } from '../system-errors';

/** Descriptors of the process: frames come by the one and go by the other. */
const READ_FD = 3;
const WRITE_FD = 4;

const HEAD = 4;

/** A frame as bytes: a value as JSON, or bytes as they are. */
export function encodeFrame(frame: object): Buffer {
  const body = Buffer.isBuffer(frame) ? frame : Buffer.from(JSON.stringify(frame));
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

export class FrameReader {
  private chunks: Buffer[] = [];
  private length = 0;

  /** Bytes of the frames that are whole with this chunk. */
  add(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.length += chunk.length;
    const frames: Buffer[] = [];
    for (let size = this.size(); size !== undefined && this.length >= HEAD + size; size = this.size()) {
      const all = Buffer.concat(this.chunks);
      frames.push(all.subarray(HEAD, HEAD + size));
      this.chunks = [all.subarray(HEAD + size)];
      this.length -= HEAD + size;
    }
    return frames;
  }

  private size(): number | undefined {
    if (this.length < HEAD) return undefined;
    if ((this.chunks[0]?.length ?? 0) < HEAD) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0]?.readUInt32BE(0);
  }
}

const CHUNK = Buffer.alloc(64 * 1024);
const waiting = new Int32Array(new SharedArrayBuffer(4));

const reader = new FrameReader();
const frames: Buffer[] = [];

/** In a helper process: the bytes of the next frame, waited for; undefined where the other side has gone. */
export function receiveBytes(): Buffer | undefined {
  while (frames.length === 0) {
    const read = patiently(() => readSync(READ_FD, CHUNK));
    if (read === 0) return undefined;
    frames.push(...reader.add(Buffer.from(CHUNK.subarray(0, read))));
  }
  return frames.shift();
}

/** In a helper process: the value of the next frame. Waiting blocks, since a compiler asks for files so. */
export function receive(): unknown {
  const bytes = receiveBytes();
  return bytes && (JSON.parse(bytes.toString('utf8')) as unknown);
}

/** In a helper process: sends a frame. */
export function send(frame: object): void {
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
