import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync } from 'node:fs';
import { errorCode } from '../machine/system-errors';
import { Pace } from '../machine/pace';
import { SafeDir } from '../workspace/io';

/** Takes the print of one path, relative to the folder that is looked at. */
type Visit = (path: string, print: string) => void;

/**
 * Hash of all names, modes and links below a folder, and of the size, inode and times of its files. It stays the same
 * only if nobody has written there: change times can't be set back. The folder's own path and times do not count.
 */
export async function folderPrint(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await printFolder(path, signal, (inner, print) => hash.update(`${JSON.stringify(inner)} ${print}\n`));
  return hash.digest('hex');
}

/** The prints of all that is below some folders, by path; of a folder that can't be read, nothing. */
export async function filePrints(folders: readonly string[]): Promise<Map<string, string>> {
  const prints = new Map<string, string>();
  for (const folder of folders)
    await printFolder(folder, undefined, (path, print) => prints.set(`${folder}/${path}`, print), true);
  return prints;
}

async function printFolder(
  path: string,
  signal: AbortSignal | undefined,
  visit: Visit,
  passes = false,
): Promise<void> {
  const root = SafeDir.openRoot(path);
  try {
    await printBelow(root, '', { visit, pace: new Pace(signal), passes });
  } finally {
    root.close();
  }
}

/** `passes`: passes over what can't be read. */
interface Printing {
  visit: Visit;
  pace: Pace;
  passes: boolean;
}

async function printBelow(dir: SafeDir, prefix: string, printing: Printing): Promise<void> {
  const { visit, pace, passes } = printing;
  for (const name of dir.names().sort()) {
    const path = prefix + name;
    const stat = lstatSync(dir.at(name), { bigint: true });
    if (stat.isSymbolicLink())
      visit(path, `${stat.mode} ${readlinkSync(dir.at(name), { encoding: 'buffer' }).toString('latin1')}`);
    else if (stat.isDirectory()) {
      visit(path, String(stat.mode));
      const below = opened(dir, name, passes);
      try {
        if (below) await printBelow(below, `${path}/`, printing);
      } finally {
        below?.close();
      }
    } else visit(path, `${stat.mode} ${stat.size} ${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs}`);
    if (pace.due) await pace.rest();
  }
}

function opened(dir: SafeDir, name: string, passes: boolean): SafeDir | undefined {
  try {
    return dir.openDir(name);
  } catch (error) {
    if (passes && ['EACCES', 'ENOENT'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
