import { normalize } from 'node:path';
import { isBelow } from '../machine/paths';

/** A place of the machine and where a command sees it. */
export interface Shown {
  source: string;
  target: string;
}

/** Rules that tell folders of tools from others. */
export interface ToolRules {
  home: string;
  /** Places that a command sees anyway. */
  shown: readonly string[];
  /** Places that are never shown, nor anything that holds one of them. */
  closed: readonly string[];
  /** Places of which nothing is shown. */
  secret: readonly string[];
  /** Resolves links; undefined for what is not there. */
  real(path: string): string | undefined;
  /** True for a folder that somebody works on, rather than one that was installed. */
  isProject(folder: string): boolean;
}

/** Folders of a home in which each program keeps its own settings, credentials among them. */
const SETTINGS = ['.config', '.cache', '.local/share', '.local/state', 'Library'];
/** Folders that programs of a `bin` need beside it. Not `share`: in `~/.local` it holds everybody's data. */
const BESIDE = ['lib', 'lib64', 'libexec', 'include'];
/** Folders and files that the scripts of a version manager (pyenv, rbenv, nodenv, asdf) choose programs by and start them from. */
const BESIDE_SHIMS = [...BESIDE, 'bin', 'plugins', 'version', 'versions', 'installs'];

/**
 * Folders that the tools of a search path need. A `bin` comes with its whole installation (`~/.nvm/versions/node/v24`),
 * but never with a home, a project, or a folder right below a home: `~/.cargo` holds credentials beside its `bin`, so
 * only its libraries come along. A search path that names a home, or a folder above it, shows nothing of it.
 */
export function toolFolders(path: string, rules: ToolRules): Shown[] {
  const { shown, real } = rules;
  const found = new Map<string, string>();
  const folders = path
    .split(':')
    .map(plain)
    .filter((part) => part.startsWith('/'));
  for (const folder of folders) {
    const source = real(folder);
    // A whole project on the search path shows more than tools.
    if (source === undefined || !isOpen(source, rules) || rules.isProject(source)) continue;
    for (const target of new Set([folder, source])) {
      if (!isOpen(target, rules) || shown.some((place) => isBelow(target, place))) continue;
      for (const one of withLibraries(target, source, rules)) found.set(one.target, one.source);
    }
  }
  return [...found]
    .map(([target, source]) => ({ source, target }))
    .sort((a, b) => a.target.length - b.target.length);
}

/** The whole installation that a folder belongs to, or the folder and the libraries beside it. */
function withLibraries(target: string, source: string, rules: ToolRules): Shown[] {
  const { real, isProject } = rules;
  const isShims = target.endsWith('/shims');
  const version = isShims ? target.slice(0, -'/shims'.length) : versionOf(target);
  const found = version === undefined ? undefined : real(version);
  if (version === undefined || found === undefined) return [{ target, source }];
  const mayBeShown = (place: string): boolean => isOpen(place, rules) && !isProject(place);
  const whole = [version, found].every((place) => mayBeShown(place) && mayBeWhole(place, homesOf(rules)));
  if (whole) return [{ target: version, source: found }];
  if (![version, found].every(mayBeShown)) return [{ target, source }];
  const beside = (isShims ? BESIDE_SHIMS : BESIDE).flatMap((name) => {
    const library = real(`${version}/${name}`);
    return library !== undefined && isOpen(library, rules)
      ? [{ target: `${version}/${name}`, source: library }]
      : [];
  });
  return [{ target, source }, ...beside];
}

/** False for a closed place, for what holds one, and for what is in a secret one. */
export function isOpen(folder: string, rules: Omit<ToolRules, 'shown' | 'isProject'>): boolean {
  const closed = [...homesOf(rules), ...rules.closed, ...rules.secret];
  return (
    !closed.some((place) => isBelow(place, folder)) && !rules.secret.some((place) => isBelow(folder, place))
  );
}

function homesOf({ home, real }: Pick<ToolRules, 'home' | 'real'>): string[] {
  return [...new Set([home, real(home) ?? home])];
}

/** Without dots and doubled or closing slashes, by which a home could be named in another way. */
function plain(folder: string): string {
  return folder.startsWith('/') ? normalize(folder).replace(/(?<=.)\/$/, '') : folder;
}

/** The folder that holds a `bin`. */
function versionOf(folder: string): string | undefined {
  return folder.endsWith('/bin') ? folder.slice(0, -'/bin'.length) : undefined;
}

/** True if a folder may be shown with all it holds, as far as homes go. */
function mayBeWhole(folder: string, homes: readonly string[]): boolean {
  const home =
    homes.find((place) => isBelow(folder, place)) ?? /^(\/root|\/home\/[^/]+)(?=\/|$)/.exec(folder)?.[0];
  if (home === undefined) return true;
  const inside = folder.slice(home.length + 1);
  const parts = inside.split('/');
  const holder = SETTINGS.find((place) => isBelow(inside, place));
  // Of a program's data only a version of its own: `~/.local/share/mise/installs/node/24`.
  if (holder === '.local/share' || holder === '.cache') return parts.length - holder.split('/').length >= 3;
  return holder === undefined && parts.length >= 2;
}
