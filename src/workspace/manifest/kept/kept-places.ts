import { lstatSync, mkdirSync, readdirSync, readFileSync, utimesSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import type { EffectKey } from '../../../domain/ids';
import { replaceFile } from '../../../machine/atomic-file';
import { encodeName } from '../../../machine/file-names';
import { shortHash } from '../../../machine/hash';
import { errorCode } from '../../../machine/system-errors';
import { keptFolderName } from '../list-folder';
import type { Volume, Volumes } from './volumes';

const PLACES = '.places';
/** Longer run ids are told by their hash. */
const LONGEST_RUN = 200;

/** Folders, one a volume, that hold what publishes put aside: `<place>/<run>/<publish>/<name>`. */
export class KeptPlaces {
  /** `home`: the place in Kintsugi's own data; it also lists the places on other volumes. */
  constructor(readonly home: string) {}

  /**
   * The place on a volume: in Kintsugi's data if that is on it, else in its highest folder that may be written. Throws
   * the system's error where no folder may be.
   */
  async on(volume: Volume, volumes: Volumes): Promise<string> {
    mkdirSync(this.home, { recursive: true, mode: 0o700 });
    if (volumes.of(this.home).key === volume.key) return this.home;
    let refusal: unknown;
    for (const folder of volume.folders) {
      try {
        const place = `${folder === '/' ? '' : folder}/${keptFolderName()}`;
        makeOwn(folder, place);
        await this.note(place);
        return place;
      } catch (error) {
        if (!REFUSED.has(errorCode(error) ?? '')) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  all(): string[] {
    return [this.home, ...this.others()].filter((place) => namesIn(place) !== undefined);
  }

  private others(): string[] {
    const notes = namesIn(join(this.home, PLACES)) ?? [];
    return notes.map((name) => readFileSync(join(this.home, PLACES, name), 'utf8'));
  }

  private async note(place: string): Promise<void> {
    const notes = join(this.home, PLACES);
    const name = shortHash(place);
    if (namesIn(notes)?.includes(name)) return;
    mkdirSync(notes, { recursive: true, mode: 0o700 });
    await replaceFile(join(notes, name), place);
  }
}

export function runFolder(run: string): string {
  const name = encodeURIComponent(run).replace(/^\./, '%2E');
  return name.length <= LONGEST_RUN ? name : shortHash(run);
}

export function publishFolder(place: string, key: EffectKey, id: string): string {
  return `${place}/${runFolder(key.run)}/${id}`;
}

/** Names in a folder; undefined where it is none, or can't be read. */
export function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(encodeName(folder), 'utf8').filter((name) => name !== PLACES);
  } catch {
    return undefined;
  }
}

const REFUSED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR']);

/** Makes a place that is this user's alone. Somebody else's folder of that name is refused (EEXIST). */
function makeOwn(folder: string, place: string): void {
  const { atimeMs, mtimeMs } = lstatSync(encodeName(folder));
  try {
    mkdirSync(encodeName(place), { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !isOwn(lstatSync(encodeName(place), { bigint: true }))) throw error;
    return;
  }
  // The folder may be one of the user's, which has not changed for them.
  utimesSync(encodeName(folder), atimeMs / 1_000, mtimeMs / 1_000);
}

function isOwn(stat: BigIntStats): boolean {
  return (
    stat.isDirectory() && Number(stat.uid) === (process.geteuid?.() ?? 0) && (Number(stat.mode) & 0o077) === 0
  );
}
