import { lstatSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { decodeName, encodeName } from '../../../machine/file-names';
import { isInside } from '../list-folder';

/** A part of the file system in which a rename works from any folder to any other. */
export interface Volume {
  /** Equal for folders of one volume. */
  key: string;
  /** Folders of it on the way to a place, the highest one first. */
  folders: string[];
}

/** Finds the volumes of folders, as they are mounted now. */
export class Volumes {
  private readonly mounts = mountPoints();
  private readonly known = new Map<string, Volume>();

  /** Volume of a folder by its real path. Throws the system's error where it is missing. */
  of(folder: string): Volume {
    const known = this.known.get(folder);
    if (known) return known;
    const dev = deviceOf(folder);
    // One device may be mounted at several places, and no rename leads from one to another.
    const mount = this.mounts.find((point) => isInside(folder, point)) ?? '/';
    const folders = [folder];
    for (let at = folder; at !== mount && at !== dirname(at); at = dirname(at)) {
      if (deviceOf(dirname(at)) !== dev) break;
      folders.unshift(dirname(at));
    }
    const volume = { key: `${dev} ${mount}`, folders };
    this.known.set(folder, volume);
    return volume;
  }
}

function deviceOf(folder: string): bigint {
  return lstatSync(encodeName(folder), { bigint: true }).dev;
}

/** Mount points, the longest path first; where the system does not list them, devices have to do. */
function mountPoints(): string[] {
  let text: string;
  try {
    text = readFileSync('/proc/self/mountinfo', 'latin1');
  } catch {
    return [];
  }
  const points = text.split('\n').flatMap((line) => {
    const point = line.split(' ')[4];
    return point === undefined ? [] : [decodeName(unescaped(point))];
  });
  return [...new Set(points)].sort((a, b) => b.length - a.length);
}

/** Bytes of a name in which blanks stand as octal numbers. */
function unescaped(point: string): Buffer {
  const bytes = point.replace(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
  return Buffer.from(bytes, 'latin1');
}
