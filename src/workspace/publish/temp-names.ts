import { shortHash } from '../../machine/hash';
import type { EffectKey } from '../../domain/ids';

const PATTERN = /^\.kintsugi-[0-9a-f]{16}-\d+(?:-old)?\.tmp$/;

/** Name of the file that a publish writes before it takes its place: known from the journal alone. */
export function publishTemp(id: string, change: number): string {
  return `.kintsugi-${id}-${change}.tmp`;
}

/** Second name of a file that a change replaces or removes, in the root of the directory. */
export function publishAside(id: string, change: number): string {
  return `.kintsugi-${id}-${change}-old.tmp`;
}

/** True if a file is one of those: it is never captured. */
export function isPublishTemp(name: string): boolean {
  return PATTERN.test(name);
}

/** True if it is one of this publish. */
export function isTempOf(id: string, name: string): boolean {
  return isPublishTemp(name) && name.startsWith(`.kintsugi-${id}-`);
}

/** Id of a publish: the same for every attempt of the same change. */
export function publishId(directory: string, key: EffectKey): string {
  return shortHash(JSON.stringify([directory, key.run, key.effect]));
}
