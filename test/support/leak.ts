import { openSync } from 'node:fs';
import koffi from 'koffi';

const F_SETFD = 2;
const F_DUPFD = 0;
const fcntl = koffi.load(null).func('int fcntl(int fd, int command, ...)') as (
  fd: number,
  command: number,
  type: 'int',
  value: number,
) => number;

/** Opens a file as careless native code does: every process that is started inherits it. */
export function openLeaking(path: string): number {
  const fd = openSync(path, 'r');
  fcntl(fd, F_SETFD, 'int', 0);
  return fd;
}

/** The same at a number of its own choice or above it. */
export function leakAt(path: string, least: number): number {
  return fcntl(openSync(path, 'r'), F_DUPFD, 'int', least);
}
