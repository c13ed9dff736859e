/** As much of node:buffer as Node's modules in the snapshot need. */

class Bytes extends nodeLibrary.Bytes {
  /** A program that has no buffers need not have the class made. */
  static override isBuffer(value: unknown): boolean {
    const type: unknown = Reflect.getOwnPropertyDescriptor(sandboxHost.global, 'Buffer')?.value;
    return typeof type === 'function' && value instanceof type;
  }
}

export default { Buffer: Bytes };
