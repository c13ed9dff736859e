import { statSync } from 'node:fs';
import { restartingSettings, type Config } from '../config';
import { shortHash } from '../machine/hash';
import { ARTEFACTS } from '../machine/paths';

/** Hash of the settings and the build that a worker is started with: another hash needs another worker. */
export function settingsHash(config: Config): string {
  const { temporalEnv } = config;
  const relevant = { settings: restartingSettings(config), temporalEnv, build: buildTimes() };
  return shortHash(JSON.stringify(relevant));
}

/** Build times of the built parts, ms: a worker of an older build would decide otherwise. */
function buildTimes(): number[] {
  return [ARTEFACTS.up, ARTEFACTS.workflowBundle].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
}
