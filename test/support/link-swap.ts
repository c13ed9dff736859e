import fs from 'node:fs';
import { join } from 'node:path';

type Call = (...args: unknown[]) => unknown;

/** Calls that look a path up: only before one of them does a swap make a difference. */
const LOOKUPS = [
  'openSync',
  'lstatSync',
  'readdirSync',
  'readlinkSync',
  'mkdirSync',
  'rmdirSync',
  'unlinkSync',
  'renameSync',
  'linkSync',
  'symlinkSync',
  'lutimesSync',
  'lchownSync',
] as const;

const { lstatSync, readdirSync, renameSync, symlinkSync, unlinkSync } = fs;

/** A folder that gives way to a link to `outside`, and comes back. */
export class SwappedFolder {
  constructor(
    private readonly path: string,
    private readonly away: string,
    private readonly outside: string,
  ) {}

  swap(): void {
    if (isThere(this.path)) renameSync(this.path, this.away);
    symlinkSync(this.outside, this.path);
  }

  /** Puts the folder back, where it was swapped. */
  back(): void {
    if (lstatSync(this.path, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(this.path);
    if (isThere(this.away)) renameSync(this.away, this.path);
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Runs something with `before` called ahead of each of its look-ups of a path, with their number from 1. Resolves to how many there were. */
export async function atLookups(before: (lookup: number) => void, run: () => Promise<void>): Promise<number> {
  let lookups = 0;
  const originals = LOOKUPS.map((name) => [name, fs[name] as Call] as const);
  for (const [name, original] of originals)
    Reflect.set(fs, name, (...args: unknown[]) => {
      before((lookups += 1));
      return Reflect.apply(original, fs, args);
    });
  try {
    await run();
  } finally {
    for (const [name, original] of originals) Reflect.set(fs, name, original);
  }
  return lookups;
}

/** Everything below a folder and the folder itself, with the times of change that nobody can set: differs after any write. */
export function stamps(folder: string): string[] {
  const stat = lstatSync(folder, { bigint: true });
  const own = `${folder} ${stat.ino} ${stat.mode} ${stat.uid} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
  if (!stat.isDirectory()) return [own];
  return [own, ...readdirSync(folder).flatMap((name) => stamps(join(folder, name)))];
}
