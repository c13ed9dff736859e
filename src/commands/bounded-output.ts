import { stripVTControlCharacters } from 'node:util';

/** Keeps the beginning and the end of a stream, whatever its length. */
export class BoundedOutput {
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private tail: Buffer[] = [];
  private tailBytes = 0;
  private total = 0;
  private readonly half: number;

  /** `limit` in bytes, for beginning and end together. */
  constructor(limit: number) {
    this.half = Math.floor(limit / 2);
  }

  add(chunk: Buffer): void {
    this.total += chunk.length;
    const toHead = chunk.subarray(0, this.half - this.headBytes);
    if (toHead.length > 0) {
      this.head.push(Buffer.from(toHead));
      this.headBytes += toHead.length;
    }
    const rest = chunk.subarray(toHead.length);
    if (rest.length === 0) return;
    this.tail.push(Buffer.from(rest));
    this.tailBytes += rest.length;
    // Joined only now and then, so that many small chunks cost little.
    if (this.tailBytes > 4 * this.half + 65_536) this.trim();
  }

  private trim(): void {
    const kept = Buffer.concat(this.tail).subarray(-this.half);
    this.tail = [Buffer.from(kept)];
    this.tailBytes = kept.length;
  }

  /** The text, with a line that says how much was left out. Control sequences for colours are removed. */
  text(): string {
    if (this.tailBytes > this.half) this.trim();
    const left = this.total - this.headBytes - this.tailBytes;
    const head = Buffer.concat(this.head);
    const tail = Buffer.concat(this.tail);
    if (left === 0) return clean(Buffer.concat([head, tail]).toString('utf8'));
    const note = `\n… ${left} bytes left out …\n`;
    // A character that was cut in two shows as at most three U+FFFD on either side.
    return clean(
      head.toString('utf8').replace(/\ufffd{1,3}$/, '') +
        note +
        tail.toString('utf8').replace(/^\ufffd{1,3}/, ''),
    );
  }
}

function clean(text: string): string {
  return stripVTControlCharacters(text);
}
