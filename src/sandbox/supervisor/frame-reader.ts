/** Cuts a stream of length-prefixed frames into JSON values. */

/** Largest frame a child may send, bytes. */
const MAX_FRAME = 32 * 1024 * 1024;

export class FrameReader {
  private chunks: Buffer[] = [];
  private size = 0;

  /** Frames completed by this chunk, parsed. Throws when a frame is too large or is not JSON. */
  push(chunk: Buffer): unknown[] {
    this.chunks.push(chunk);
    this.size += chunk.length;
    const frames: unknown[] = [];
    for (let frame = this.next(); frame !== undefined; frame = this.next()) {
      frames.push(JSON.parse(frame.toString('utf8')) as unknown);
    }
    return frames;
  }

  private next(): Buffer | undefined {
    if (this.size < 4) return undefined;
    const first = this.chunks[0];
    if (first && first.length < 4) this.chunks = [Buffer.concat(this.chunks)];
    const length = this.chunks[0]?.readUInt32LE(0) ?? 0;
    if (length > MAX_FRAME) throw new Error(`a frame of ${length} bytes`);
    if (this.size < length + 4) return undefined;
    const all = this.chunks.length === 1 ? this.chunks[0] : Buffer.concat(this.chunks);
    if (!all) return undefined;
    const rest = all.subarray(length + 4);
    this.chunks = rest.length > 0 ? [rest] : [];
    this.size = rest.length;
    return all.subarray(4, length + 4);
  }
}

export function encodeFrame(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message), 'utf8');
  const header = Buffer.allocUnsafe(4);
  header.writeUInt32LE(body.length, 0);
  return Buffer.concat([header, body]);
}
