/** Errors of the system by name, number and message: what `util`, `os.constants` and `fs` know of them. */

/** Name → number on Linux and the message that Node shows. */
export const SYSTEM_ERRORS: Readonly<Record<string, readonly [errno: number, message: string]>> = {
  EPERM: [1, 'operation not permitted'],
  ENOENT: [2, 'no such file or directory'],
  EINTR: [4, 'interrupted system call'],
  EIO: [5, 'i/o error'],
  EBADF: [9, 'bad file descriptor'],
  EAGAIN: [11, 'resource temporarily unavailable'],
  ENOMEM: [12, 'not enough memory'],
  EACCES: [13, 'permission denied'],
  EBUSY: [16, 'resource busy or locked'],
  EEXIST: [17, 'file already exists'],
  EXDEV: [18, 'cross-device link not permitted'],
  ENOTDIR: [20, 'not a directory'],
  EISDIR: [21, 'illegal operation on a directory'],
  EINVAL: [22, 'invalid argument'],
  ENFILE: [23, 'file table overflow'],
  EMFILE: [24, 'too many open files'],
  ENOTTY: [25, 'inappropriate ioctl for device'],
  EFBIG: [27, 'file too large'],
  ENOSPC: [28, 'no space left on device'],
  EROFS: [30, 'read-only file system'],
  EPIPE: [32, 'broken pipe'],
  ENAMETOOLONG: [36, 'name too long'],
  ENOSYS: [38, 'function not implemented'],
  ENOTEMPTY: [39, 'directory not empty'],
  ELOOP: [40, 'too many symbolic links encountered'],
  EADDRINUSE: [98, 'address already in use'],
  ECONNABORTED: [103, 'software caused connection abort'],
  ECONNRESET: [104, 'connection reset by peer'],
  ETIMEDOUT: [110, 'connection timed out'],
  ECONNREFUSED: [111, 'connection refused'],
  EHOSTUNREACH: [113, 'host is unreachable'],
};

export function systemErrorName(errno: number): string | undefined {
  return Object.keys(SYSTEM_ERRORS).find((name) => SYSTEM_ERRORS[name]?.[0] === -errno);
}

/** An error as a failed system call brings it; `path` and `dest` are the files it was about. */
export function systemError(
  code: string,
  syscall: string,
  path?: string,
  dest?: string,
): NodeJS.ErrnoException {
  const [errno, text] = SYSTEM_ERRORS[code] ?? [0, 'unknown error'];
  let message = `${code}: ${text}, ${syscall}`;
  if (path !== undefined) message += ` '${path}'`;
  if (dest !== undefined) message += ` -> '${dest}'`;
  const error: NodeJS.ErrnoException = new Error(message);
  error.errno = -errno;
  error.code = code;
  error.syscall = syscall;
  if (path !== undefined) error.path = path;
  if (dest !== undefined) (error as { dest?: string }).dest = dest;
  return error;
}
