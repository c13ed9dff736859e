import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync } from 'node:fs';
import { heavyFolder, type FolderRules } from '../../domain/files/heavy-folders';
import { errorCode } from '../../machine/system-errors';
import { Pace } from '../../machine/pace';
import { SafeDir } from './safe-dir';

/** Takes the print of one path, relative to the folder that is looked at. */
type Visit = (path: string, print: string) => void;

/**
 * Hash of all names, modes and links below a folder, and of the size, inode and times of its files. It stays the same
 * only if nobody has written there: change times can't be set back. With rules the times of folders count, so that a file
 * that comes and goes again shows as well. Without, the folder's own path and times do not count.
 */
export async function folderPrint(path: string, options: PrintOptions = {}): Promise<string> {
  const hash = createHash('sha256');
  await printFolder(path, options, (inner, print) => hash.update(`${JSON.stringify(inner)} ${print}\n`));
  return hash.digest('hex');
}

interface PrintOptions {
  signal?: AbortSignal;
  /** Rules of a capture: the print is of what it would take. Absent: of everything. */
  rules?: FolderRules;
  /** Passes over what can't be read. */
  passes?: boolean;
}

/** The prints of all that is below some folders, by path; of a folder that can't be read, nothing. */
export async function filePrints(folders: readonly string[]): Promise<Map<string, string>> {
  const prints = new Map<string, string>();
  for (const folder of folders)
    await printFolder(folder, { passes: true }, (path, print) => prints.set(`${folder}/${path}`, print));
  return prints;
}

async function printFolder(path: string, options: PrintOptions, visit: Visit): Promise<void> {
  const root = SafeDir.openRoot(path);
  try {
    await printBelow(root, '', { ...options, visit, pace: new Pace(options.signal) });
  } finally {
    root.close();
  }
}

interface Printing extends PrintOptions {
  visit: Visit;
  pace: Pace;
}

async function printBelow(dir: SafeDir, prefix: string, printing: Printing): Promise<void> {
  const { visit, pace, rules, passes } = printing;
  if (rules) visit(prefix, String(dir.stat().ctimeNs));
  const names = dir.names().sort();
  const beside = new Set(names);
  for (const name of names) {
    const path = prefix + name;
    const stat = lstatSync(dir.at(name), { bigint: true });
    if (stat.isSymbolicLink())
      visit(path, `${stat.mode} ${readlinkSync(dir.at(name), { encoding: 'buffer' }).toString('latin1')}`);
    else if (stat.isDirectory()) {
      if (rules && heavyFolder(path, beside, rules)) continue;
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

function opened(dir: SafeDir, name: string, passes = false): SafeDir | undefined {
  try {
    return dir.openDir(name);
  } catch (error) {
    if (passes && ['EACCES', 'ENOENT'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
