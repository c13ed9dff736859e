import { closeSync, fchmodSync, openSync, writeSync } from 'node:fs';
import { CREATE_FLAGS } from './safe-dir';

/** Small files to be made; their bytes lie one after the other. */
export interface WriteBatch {
  /** Paths by descriptors that whoever made the batch keeps open. */
  paths: (string | Uint8Array)[];
  modes: number[];
  sizes: number[];
  bytes: ArrayBuffer;
}

/** Makes the files, none of which may be there (else EEXIST). */
export function writeBatch({ paths, modes, sizes, bytes }: WriteBatch): void {
  const all = Buffer.from(bytes);
  let start = 0;
  paths.forEach((path, index) => {
    const end = start + (sizes[index] ?? 0);
    writeFile(path, modes[index] ?? 0, all, start, end);
    start = end;
  });
}

function writeFile(path: string | Uint8Array, mode: number, all: Buffer, start: number, end: number): void {
  const fd = openSync(typeof path === 'string' ? path : Buffer.from(path), CREATE_FLAGS, 0o600);
  try {
    for (let at = start; at < end;) at += writeSync(fd, all, at, end - at);
    fchmodSync(fd, mode);
  } finally {
    closeSync(fd);
  }
}
