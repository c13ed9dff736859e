import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/machine/paths';
import { makeProject } from './kintsugi';

const run = promisify(execFile);
const SOURCE = join(PROJECT_ROOT, 'node_modules');

/** A project with real tools in its `node_modules`: those of this repository, with all that they need. */
export async function makeToolProject(
  files: Record<string, string>,
  tools: readonly string[],
): Promise<{ path: string; remove(): Promise<void> }> {
  const project = await makeProject(files);
  const target = join(project.path, 'node_modules');
  const folders = [...closureOf(tools)];
  for (const holder of new Set(folders.map((folder) => dirname(join(target, folder)))))
    await mkdir(holder, { recursive: true });
  for (const folder of folders) await copyFolder(join(SOURCE, folder), join(target, folder));
  return project;
}

/** Hard links where that can be: checks see dependencies read-only, or get copies of their own. */
async function copyFolder(from: string, to: string): Promise<void> {
  await run('cp', ['-al', from, to]).catch(() => run('cp', ['-a', from, to]));
}

/** Folders below `node_modules` of the packages and of all that they depend on. */
function closureOf(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    const folder = folderOf(name, from);
    // Nested packages come with the folder that holds them.
    if (folder === undefined || found.has(folder)) return;
    found.add(folder);
    const manifest = JSON.parse(readFileSync(join(SOURCE, folder, 'package.json'), 'utf8')) as Manifest;
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest;
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      visit(next, folder);
  };
  for (const name of names) visit(name, '');
  return new Set([...found].filter((folder) => !folder.includes('/node_modules/')));
}

type Manifest = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
>;

/** Where Node would find a package from another one; undefined for an optional one that is not installed. */
function folderOf(name: string, from: string): string | undefined {
  for (let holder = from; ; holder = holder.slice(0, holder.lastIndexOf('/node_modules/'))) {
    const folder = holder === '' ? name : `${holder}/node_modules/${name}`;
    if (existsSync(join(SOURCE, folder, 'package.json'))) return folder;
    if (holder === '') return undefined;
    if (!holder.includes('/node_modules/'))
      return existsSync(join(SOURCE, name, 'package.json')) ? name : undefined;
  }
}
