import { readFileSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { GivenPlan } from '../../src/domain/goal/plan';

const Tree = z.record(z.string(), z.string().nullable());
/** Files of a folder by path, with their texts; a path that ends in `/` is a folder. */
export type Tree = z.infer<typeof Tree>;

const Task = z.object({ id: z.string(), request: z.string(), tree: Tree, plan: GivenPlan, finalTree: Tree });
/** A task on a folder: how it is, what is to be done, and how it is then. */
export type Task = z.infer<typeof Task>;

/** Reads tasks in the form of `shared/data/file-tasks.dev.json`. */
export function readTasks(path: string): Task[] {
  return z.array(Task).parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Makes a folder with the files of a tree. */
export async function plant(folder: string, tree: Tree): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(tree)) {
    if (path.endsWith('/')) await mkdir(join(folder, path), { recursive: true });
    else {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text ?? '');
    }
  }
}

/** The tree of a folder as it is on disk. */
export async function harvest(folder: string, below = ''): Promise<Tree> {
  const tree: Tree = {};
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(tree, { [`${path}/`]: null }, await harvest(folder, path));
    else tree[path] = await readFile(join(folder, path), 'utf8');
  }
  return tree;
}

/** Inodes and times of all that a folder holds: what a rollback brings back. */
export async function prints(folder: string, below = ''): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const { ino, mtimeNs, mode, size } = await stat(join(folder, path), { bigint: true });
    // A folder that was removed and made anew is another one, with its time of before.
    found[path] = entry.isDirectory() ? `${mode} ${mtimeNs / 1_000n}` : `${ino} ${mode} ${size} ${mtimeNs}`;
    if (entry.isDirectory()) Object.assign(found, await prints(folder, path));
  }
  return found;
}

/** True if two trees hold the same; folders count where a tree names them. */
export function sameTree(a: Tree, b: Tree): boolean {
  const whole = (tree: Tree) => {
    const all: Tree = {};
    for (const [path, text] of Object.entries(tree)) {
      all[path] = path.endsWith('/') ? null : (text ?? '');
      for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1))
        all[path.slice(0, slash + 1)] = null;
    }
    return JSON.stringify(Object.entries(all).sort(([left], [right]) => (left < right ? -1 : 1)));
  };
  return whole(a) === whole(b);
}
