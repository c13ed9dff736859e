import type { Workspaces } from '../workspace';
import type { PublishInput } from './types';

/** The request to the workspace for a publish of a run. */
export function publishRequest(
  { directory, base, tree, restored, mtimeMs, dryRun, partial, key }: PublishInput,
  signal: AbortSignal,
): Parameters<Workspaces['publish']>[0] {
  return {
    directory: directory.realpath,
    ...{ base, tree, restored, dryRun, partial, key, signal },
    mtimeUs: mtimeMs === undefined ? undefined : Math.trunc(mtimeMs * 1000),
  };
}
