import { lstatSync } from 'node:fs';
import { baseName } from '../../domain/files/paths';
import { LISTED_PATHS } from '../../domain/files/workspace';
import { Pace } from '../../machine/pace';
import { treeChanges, type TreeEntry } from '../../store';
import type { Finished } from '../publish/finished';
import { changedFiles } from './changed-files';
import type { Disk } from './disk';
import { opaque } from './list-folder';
import type { ManifestPublishDeps, ManifestPublishOutcome, ManifestPublishRequest } from './publish-request';
import { timesOnDisk } from './result-tree';
import type { Staged } from './steps/staged';

/** What a publish came to that is done, be it now or by an attempt whose answer was lost. */
export async function answered(
  deps: ManifestPublishDeps,
  { base, baseTimes, tree: wanted }: ManifestPublishRequest,
  disk: Disk,
  { tree: brought, result: tree }: Pick<Finished, 'tree' | 'result'>,
): Promise<ManifestPublishOutcome> {
  const made = new Map<string, TreeEntry>();
  for (const { path, before } of await treeChanges(deps.trees, brought, tree))
    if (before) made.set(path, before);
  await deps.origins.note(deps.trees, disk.roots, made, tree);
  const known = baseTimes === undefined ? undefined : { tree: base, times: baseTimes };
  const times = await timesOnDisk({ ...deps, disk, pace: new Pace() }, tree, known);
  const files = await changedFiles(deps, base, tree);
  const left = (await treeChanges(deps.trees, brought, wanted)).map(({ path }) => ({ path, reason: LEFT }));
  const part = left.length === 0 ? {} : { left: left.slice(0, LISTED_PATHS), leftCount: left.length };
  return { status: 'published', tree, times, files, ...part };
}

const LEFT = 'it was left as it is';

/** New files by the identities that they keep from now on, whoever changes them later. */
export function stagedEntries(staged: readonly Staged[]): Map<string, TreeEntry> {
  return new Map(
    staged.map(({ path, entry, folder, name }) => {
      if (entry.type === 'link') return [path, entry];
      return [path, opaque(baseName(path), lstatSync(`${folder}/${name}`, { bigint: true })).entry];
    }),
  );
}
