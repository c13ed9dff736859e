import { writeSync } from 'node:fs';

/** Writes all bytes to an open file, however few the system takes at a time. */
export function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}
