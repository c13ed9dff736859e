/** Errors of the system by name, number and message: what `util`, `os.constants` and `fs` know of them. */

/** Name → number and the message that Node shows. */
export const SYSTEM_ERRORS = NODE_FACTS_errors;

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
