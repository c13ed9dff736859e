import { statSync } from 'node:fs';
import type { Config } from '../config';
import { shortHash } from '../machine/hash';
import { ARTEFACTS } from '../machine/paths';

/** Hash of the settings and the build that a worker is started with: another hash needs another worker. */
export function settingsHash(config: Config): string {
  const { home, model, sandboxChildren, port, uiPort, temporalEnv, logLevel } = config;
  const { s3, storeQuota, retentionDays, proposers, graceSeconds, forceSeconds, checkLimits } = config;
  const process = { home, sandboxChildren, port, uiPort, temporalEnv, logLevel, build: buildTimes() };
  const work = { model, proposers, graceSeconds, forceSeconds, checkLimits };
  const relevant = { ...process, ...work, s3, storeQuota, retentionDays };
  return shortHash(JSON.stringify(relevant));
}

/** Build times of the built parts, ms: a worker of an older build would decide otherwise. */
function buildTimes(): number[] {
  return [ARTEFACTS.up, ARTEFACTS.workflowBundle].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
}
