import { normalize } from 'node:path';
import { isBelow } from './bubblewrap';

/** Folders right below a home that hold tools and nothing that is anybody's secret. */
const WHOLE = new Set(['.volta', '.bun', '.deno']);
/** Folders of a home in which each program keeps its own settings, credentials among them. */
const SETTINGS = ['.config', '.cache', '.local/share', '.local/state', 'Library'];

/**
 * Folders that the tools of a search path need although homes are hidden. `bin` of a version manager comes with
 * its whole version (`~/.nvm/versions/node/v24`), but never with a home, nor with what stands right below one:
 * `~/.cargo` holds credentials beside its `bin`. A search path that names a home or what is above it shows nothing
 * of it. `real` resolves links.
 */
export function toolFolders(
  path: string,
  hidden: readonly string[],
  home: string,
  real: (folder: string) => string | undefined,
): { source: string; target: string }[] {
  const shown = new Map<string, string>();
  const homes = [...new Set([home, real(home) ?? home])];
  // Neither a hidden place itself, nor anything that holds one.
  const open = (folder: string): boolean => ![...homes, ...hidden].some((place) => isBelow(place, folder));
  for (const folder of path
    .split(':')
    .map(plain)
    .filter((part) => part.startsWith('/'))) {
    const source = real(folder);
    if (source === undefined || !open(source)) continue;
    for (const target of new Set([folder, source])) {
      if (!open(target) || !hidden.some((place) => isBelow(target, place))) continue;
      const version = versionOf(target);
      const found = version === undefined ? undefined : real(version);
      const whole = [version, found].every(
        (place) => place !== undefined && open(place) && mayBeWhole(place, homes),
      );
      if (whole && version !== undefined && found !== undefined) shown.set(version, found);
      else shown.set(target, source);
    }
  }
  return [...shown]
    .map(([target, source]) => ({ source, target }))
    .sort((a, b) => a.target.length - b.target.length);
}

/** Without dots and doubled or closing slashes, by which a home could be named in another way. */
function plain(folder: string): string {
  return folder.startsWith('/') ? normalize(folder).replace(/(?<=.)\/$/, '') : folder;
}

/** The folder that holds a `bin`. */
function versionOf(folder: string): string | undefined {
  return folder.endsWith('/bin') ? folder.slice(0, -'/bin'.length) : undefined;
}

/** Whether a folder may be shown with all it holds, as far as homes go. */
function mayBeWhole(folder: string, homes: readonly string[]): boolean {
  const home =
    homes.find((place) => isBelow(folder, place)) ?? /^(\/root|\/home\/[^/]+)(?=\/|$)/.exec(folder)?.[0];
  if (home === undefined) return true;
  const inside = folder.slice(home.length + 1);
  if (WHOLE.has(inside)) return true;
  const parts = inside.split('/');
  const holder = SETTINGS.find((place) => isBelow(inside, place));
  // Of a program's data only a version of its own: `~/.local/share/mise/installs/node/24`.
  if (holder === '.local/share' || holder === '.cache') return parts.length - holder.split('/').length >= 3;
  return holder === undefined && parts.length >= 2;
}
