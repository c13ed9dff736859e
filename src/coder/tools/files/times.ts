import { readIdentity, type TreeEntry } from '../../../store';

/** When something was changed and made, ms since 1970; undefined where nobody knows. */
export interface EntryTimes {
  changedMs?: number;
  madeMs?: number;
}

/** Times of an entry. What the run itself has written is as new as the call. */
export function timesOf({ type, hash }: Pick<TreeEntry, 'type' | 'hash'>, now: string): EntryTimes {
  if (type === 'identity') {
    const { mtimeNs, birthtimeNs } = readIdentity(hash);
    const changedMs = Number(mtimeNs / 1_000_000n);
    // Some file systems know no time of birth.
    return { changedMs, madeMs: birthtimeNs > 0n ? Number(birthtimeNs / 1_000_000n) : changedMs };
  }
  if (type !== 'file') return {};
  const nowMs = Date.parse(now);
  return { changedMs: nowMs, madeMs: nowMs };
}

/** `2026-03-01 14:05` in the time zone of this machine. */
export function minuteText(ms: number): string {
  const at = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
