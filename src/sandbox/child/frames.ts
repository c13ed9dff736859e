/** Length-prefixed JSON on descriptors of their own: 3 brings requests, 4 takes answers. Both block. */
import { readSync, writeSync } from 'node:fs';

const REQUESTS = 3;
const ANSWERS = 4;

let received = 0;

/** Bytes received so far: what the child keeps of them is no growth of a program's. */
export function receivedBytes(): number {
  return received;
}

function readFully(length: number): Buffer | undefined {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(REQUESTS, buffer, filled, length - filled, null);
    if (count === 0) return undefined;
    filled += count;
    received += count;
  }
  return buffer;
}

/** The next request; undefined when the parent has gone. */
export function readFrame(): unknown {
  const header = readFully(4);
  const body = header && readFully(header.readUInt32LE(0));
  return body && (JSON.parse(body.toString('utf8')) as unknown);
}

/** The next frame, of data that goes into an isolate at once: the child keeps nothing of it. */
export function readPiece(): unknown {
  const before = received;
  const piece = readFrame();
  received = before;
  return piece;
}

export function writeFrame(message: object): void {
  const text = JSON.stringify(message);
  const size = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(size + 4);
  frame.writeUInt32LE(size, 0);
  frame.write(text, 4, 'utf8');
  for (let sent = 0; sent < frame.length;) sent += writeSync(ANSWERS, frame, sent);
}
