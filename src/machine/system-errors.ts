/** The code of a system error, for example `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** SQLite's result codes for a full disk: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE where the index of its log finds no room. */
const SQLITE_FULL = new Set<unknown>([13, 4874]);

/** True for a full disk, and for a user's share of it that is used up. */
export function isDiskFull(error: unknown): boolean {
  const { errcode } = (typeof error === 'object' && error !== null ? error : {}) as { errcode?: unknown };
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '') || SQLITE_FULL.has(errcode);
}

/** True where the system does not let this process write. */
export function isReadOnly(error: unknown): boolean {
  return ['EROFS', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '');
}
