import { userInfo } from 'node:os';

/** Name of the user of this machine, for the record of who answered. Undefined: the system knows none. */
export function userName(): string | undefined {
  try {
    return userInfo().username || undefined;
  } catch {
    return undefined;
  }
}
