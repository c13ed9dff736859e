import { statSync } from 'node:fs';
import { restartsFor, type Config } from '../config';
import { shortHash } from '../machine/hash';
import { ARTEFACTS } from '../machine/paths';

/** Hash of the settings that a worker keeps from its start on: another hash needs another worker. */
export function settingsHash({ home, kept }: Pick<Config, 'home' | 'kept'>): string {
  const relevant = Object.entries(kept)
    .filter(([name]) => restartsFor(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return shortHash(JSON.stringify({ home, relevant }));
}

/** Hash of the build and the server of a worker: another build would decide otherwise than the one that began a run. */
export function placeHash({ temporalEnv }: Pick<Config, 'temporalEnv'>): string {
  return shortHash(JSON.stringify({ temporalEnv, build: buildTimes() }));
}

/** Build times of the built parts, ms. */
function buildTimes(): number[] {
  return [ARTEFACTS.up, ARTEFACTS.workflowBundle].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
}
