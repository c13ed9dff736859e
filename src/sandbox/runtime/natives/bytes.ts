/** As much of node:buffer as Node's modules in the snapshot need, which have it only for a rare value. */
import { fromUtf8 } from '../node/utf8';

export class Bytes extends Uint8Array {
  static allocUnsafe(length: number): Bytes {
    return new Bytes(length);
  }
  static isBuffer(value: unknown): boolean {
    void value;
    return false;
  }
  hexSlice(from: number, to: number): string {
    return Array.from(this.subarray(from, to), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  override toString(): string {
    return fromUtf8(this);
  }
}
