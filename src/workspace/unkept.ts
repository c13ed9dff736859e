import { lstatSync, type BigIntStats } from 'node:fs';
import type { TreeDiff } from '../domain/files/workspace';
import { encodeName } from '../machine/file-names';
import { Pace } from '../machine/pace';
import type { TreeChange } from '../store';

/** Files with new texts that are looked at: a change of more is the work of a program. */
const LOOKED_AT = 10_000;
const NAMED = 3;
const SET_ID = 0o6000n;

/** Changes of the files of this machine; `placeOf` tells the real path of a path of the trees, `shownAs` what people call it. */
export interface ChangesHere {
  changes: readonly TreeChange[];
  placeOf: (path: string) => string;
  shownAs?: (path: string) => string;
}

/**
 * Properties that files with a new text cannot keep, a sentence a kind: a new text is a new file, which takes the place of the old one with all that
 * the system allows.
 */
export async function unkeptBy({
  changes,
  placeOf,
  shownAs = (path) => path,
}: ChangesHere): Promise<Pick<TreeDiff, 'unkept'>> {
  const found: { name: string; stat: BigIntStats }[] = [];
  const pace = new Pace();
  for (const { path } of changes.filter(hasNewText).slice(0, LOOKED_AT)) {
    const stat = statAt(placeOf(path));
    if (stat) found.push({ name: shownAs(path), stat });
    if (pace.due) await pace.rest();
  }
  const user = process.geteuid?.();
  const unkept = KINDS.flatMap(({ of, say }) => {
    const names = found.filter(({ stat }) => of(stat, user)).map(({ name }) => name);
    return names.length === 0 ? [] : [say(listed(names))];
  });
  return unkept.length === 0 ? {} : { unkept };
}

const KINDS: {
  of: (stat: BigIntStats, user: number | undefined) => boolean;
  say: (names: string) => string;
}[] = [
  {
    of: ({ nlink }) => nlink > 1n,
    say: (names) => `Other names on the disk (hard links) keep the old text of ${names}.`,
  },
  {
    of: ({ uid }, user) => user !== undefined && user !== 0 && Number(uid) !== user,
    say: (names) => `The new text belongs to you, not to the present owner of ${names}.`,
  },
  {
    of: ({ mode }) => (mode & SET_ID) !== 0n,
    say: (names) =>
      `The new text does not run with the rights of its owner (set-user-id), as ${names} does now.`,
  },
];

function hasNewText({ before, after }: TreeChange): boolean {
  return (
    before !== undefined && before.type !== 'dir' && after?.type === 'file' && before.hash !== after.hash
  );
}

function statAt(place: string): BigIntStats | undefined {
  try {
    const stat = lstatSync(encodeName(place), { bigint: true, throwIfNoEntry: false });
    return stat?.isFile() ? stat : undefined;
  } catch {
    // A folder that is not on this machine, or may not be entered: what is published says so.
    return undefined;
  }
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
