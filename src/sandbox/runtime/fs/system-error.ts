/** Errors that Node's own code makes of what the system would say. */
import { nameClasses } from '../node/brand';
import { SYSTEM_ERRORS } from '../node/system-errors';

export class SystemError extends Error {
  readonly code: string;
  readonly info: object;
  readonly errno: number;
  readonly syscall: string;
  readonly path: string;

  constructor(code: string, what: string, syscall: string, system: string, text: string, path: string) {
    super(`${what}: ${syscall} returned ${system} (${text}) ${path}`);
    const errno = SYSTEM_ERRORS[system]?.[0] ?? 0;
    Object.defineProperty(this, 'name', { value: 'SystemError', writable: true, configurable: true });
    this.code = code;
    this.info = { code: system, message: text, path, syscall, errno };
    this.errno = errno;
    this.syscall = syscall;
    this.path = path;
  }
}

nameClasses({ SystemError });
