import { diffArrays } from 'diff';
import type { ProgramFiles } from '../../sandbox';
import type { ChangedPlace } from './replay';

/** Places of the program's files that texts put in place of these change: offsets of the program's own texts. */
export function changedPlaces(files: ProgramFiles, texts: ReadonlyMap<string, string>): ChangedPlace[] {
  return [...texts].flatMap(([file, after]) =>
    placesIn(files.get(file) ?? '', after).map((one) => ({ file, ...one })),
  );
}

interface Hunk {
  at: number;
  removed: string;
  added: string;
}

function placesIn(before: string, after: string): Omit<ChangedPlace, 'file'>[] {
  const hunks: Hunk[] = [];
  let at = 0;
  let isOpen = false;
  for (const { value, removed, added } of diffArrays(linesOf(before), linesOf(after))) {
    const text = value.join('');
    const last = hunks.at(-1);
    if (!removed && !added) isOpen = false;
    else if (isOpen && last) last[removed ? 'removed' : 'added'] += text;
    else {
      hunks.push({ at, removed: removed ? text : '', added: added ? text : '' });
      isOpen = true;
    }
    if (!added) at += text.length;
  }
  return hunks.map(trimmed);
}

/** Without what both sides of a hunk begin and end with: an edit within a line is as small as it was made. */
function trimmed({ at, removed, added }: Hunk): Omit<ChangedPlace, 'file'> {
  const most = Math.min(removed.length, added.length);
  let head = 0;
  while (head < most && removed[head] === added[head]) head += 1;
  let tail = 0;
  while (tail < most - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail += 1;
  return { start: at + head, end: at + removed.length - tail };
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}
