/** As much of node:buffer as Node's modules in the snapshot need. */
import { readText } from '../buffer/encodings';

class Bytes extends nodeLibrary.Bytes {
  /** A program that has no buffers need not have the class made. */
  static override isBuffer(value: unknown): boolean {
    const type: unknown = Reflect.getOwnPropertyDescriptor(sandboxHost.global, 'Buffer')?.value;
    return typeof type === 'function' && value instanceof type;
  }
}

/** Bytes that a decoder of Node's holds, where a program can find them. */
class FastBuffer extends Uint8Array {
  latin1Slice(): string {
    return readText(this, 0, this.length, 'latin1');
  }
  ucs2Slice(): string {
    return readText(this, 0, this.length, 'utf16le');
  }
}
Object.freeze(FastBuffer);
Object.freeze(FastBuffer.prototype);

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 128);

export default { Buffer: Bytes, FastBuffer, isAscii };
