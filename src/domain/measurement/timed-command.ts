import { shellWord } from '../shell-word';

/** Folder that the moments of a run are written to, in the copy of the project. */
export const TIME_FOLDER = '.kintsugi-time';

/** The command between two looks at the clock: making the copy and its isolation is no part of its time. */
export function timedCommand(command: string): string {
  const now = (name: string): string => `date +%s%N > ${TIME_FOLDER}/${name}`;
  return `mkdir -p ${TIME_FOLDER} && ${now('start')}; sh -c ${shellWord(command)}; code=$?; ${now('end')}; exit $code`;
}

/** Time between the two looks, ms; undefined where the machine's clock has no nanoseconds. */
export function timeIn({ start = '', end = '' }: Readonly<Record<string, string>>): number | undefined {
  const [from, to] = [start.trim(), end.trim()];
  if (!/^\d{16,20}$/.test(from) || !/^\d{16,20}$/.test(to)) return undefined;
  const ms = Number(BigInt(to) - BigInt(from)) / 1e6;
  return ms > 0 ? ms : undefined;
}
