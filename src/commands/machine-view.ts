import { existsSync, readdirSync, realpathSync, readlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { isBelow } from '../machine/paths';
import { systemView, type SystemView } from './system-view';
import { managerFolders, type ManagerFolder } from './tool-managers';
import { SCRATCH_FOLDERS } from './dependency-cache';

/** Most entries that are shown one by one: bubblewrap takes 0.25 s for 400 of them, and 1.4 s for 1,000. */
const SHOWN_ONE_BY_ONE = 600;

/** How the folders of dependencies are shown to a command, all paths absolute. */
interface DependencyView {
  readOnly: { source: string; target: string }[];
  links: { path: string; to: string }[];
  /** Folders that are writable, empty and forgotten. */
  scratch: string[];
}

/** A place of the machine and where a command sees it. */
interface Shown {
  source: string;
  target: string;
}

/** Rules that tell folders of tools from others. */
interface ToolRules {
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

/** Folders that hold files of people and of other programs. */
const CLOSED = [
  '/',
  '/home',
  '/root',
  '/tmp',
  '/var',
  '/var/tmp',
  '/run',
  '/mnt',
  '/media',
  '/srv',
  '/opt',
  '/boot',
];
/** Folders that hold no tool. */
const NO_TOOLS = ['/proc', '/sys', '/dev', '/etc'];
/** Names found in the root of a project, and in no installation. */
const PROJECT_MARKS = [
  '.git',
  '.hg',
  '.svn',
  'package.json',
  'Cargo.toml',
  'go.mod',
  'pyproject.toml',
  'pom.xml',
];

/** Parts of the machine that a command sees beside its checkout. */
export interface MachineView {
  system: SystemView;
  tools: Shown[];
  /** Files in the command's own home, by their paths in it. */
  lent: { source: string; inHome: string }[];
  /** Variables by which tools find their files. */
  variables: Record<string, string>;
}

export interface MachineRequest {
  /** Search path of commands. */
  path: string;
  /** Variables of the user that name folders of tool managers. */
  toolHomes: Readonly<Record<string, string>>;
  /** Folder of Kintsugi's own data, of which nothing is ever shown. */
  data: string;
  home?: string;
}

/** Looking takes tens of ms: what was seen is taken for so long, ms. */
const FRESH_MS = 30_000;

/** Looks at the machine, and again when what was seen is old. */
export function machineLook(request: MachineRequest): () => MachineView {
  let seen: { view: MachineView; atMs: number } | undefined;
  return () => {
    if (!seen || performance.now() - seen.atMs > FRESH_MS)
      seen = { view: machineView(request), atMs: performance.now() };
    return seen.view;
  };
}

/** The system's programs, the tools on the search path, and those of tool managers; of homes and data nothing else. */
export function machineView({ path, toolHomes, data, home = homedir() }: MachineRequest): MachineView {
  const system = systemView();
  const secret = [data, realIfThere(data) ?? data, ...NO_TOOLS];
  const rules: ToolRules = {
    home,
    shown: placesOf(system),
    closed: CLOSED,
    secret,
    real: realIfThere,
    isProject,
  };
  const managers = managerFolders(home, toolHomes).flatMap((folder) => seenOf(folder, rules));
  const own = managers.filter(({ isOwn }) => isOwn).map(({ root }) => root);
  const parts = managers.flatMap(({ shown }) => shown);
  const linked = linkedFolders(path, (folder) => isShown(folder, system)).join(':');
  const found = toolFolders(`${path}:${linked}`, rules)
    // A manager's folder is shown by its parts, whatever else of it stands on the search path.
    .filter(({ target }) => !own.some((root) => isBelow(target, root)));
  // Somebody may keep them below a place that is shown.
  const covered = [data, home, ...own].filter((place) => isShown(place, system));
  system.emptyFolders.push(...covered.map((place) => realIfThere(place) ?? place));
  const tools = new Map([...found, ...parts].map(({ source, target }) => [target, source]));
  return {
    system,
    tools: [...tools]
      .map(([target, source]) => ({ source, target }))
      .sort((a, b) => a.target.length - b.target.length),
    lent: lentOf(managers, home),
    variables: Object.assign({}, ...managers.map(({ variables }) => variables)) as Record<string, string>,
  };
}

/** Folders of a manager that exist. Empty: none exists, or a home is named as one. */
function seenOf(folder: ManagerFolder, rules: ToolRules): (ManagerFolder & { shown: Shown[] })[] {
  const { root, parts, lent } = folder;
  if (!root.startsWith('/') || !isOpen(realIfThere(root) ?? root, { ...rules, secret: NO_TOOLS })) return [];
  const shown = parts.flatMap((part) => {
    const source = realIfThere(join(root, part));
    return source === undefined || !isOpen(source, rules) ? [] : [{ source, target: join(root, part) }];
  });
  const isThere = shown.length > 0 || lent?.parts.some((part) => existsSync(join(root, part)));
  return isThere ? [{ ...folder, shown }] : [];
}

function lentOf(managers: readonly ManagerFolder[], home: string): MachineView['lent'] {
  const parts = managers.flatMap(({ root, lent }) =>
    (lent?.parts ?? []).map((part) => ({ path: join(root, part), inHome: join(lent?.as ?? '', part) })),
  );
  // By which asdf and mise know the versions that hold where a project says nothing.
  const versions = { path: join(home, '.tool-versions'), inHome: '.tool-versions' };
  return [...parts, versions].flatMap(({ path, inHome }) => {
    const source = realIfThere(path);
    return source === undefined ? [] : [{ source, inHome }];
  });
}

/** Folders outside of the system that its programs are links to, such as `/opt/google/chrome`. */
export function linkedFolders(path: string, isOfSystem: (folder: string) => boolean): string[] {
  const folders = [...new Set(path.split(':'))].filter((folder) => isOfSystem(folder));
  const links = folders.flatMap((folder) => linksIn(folder));
  const targets = links.flatMap((link) => realIfThere(link) ?? []).map((target) => dirname(target));
  return [...new Set(targets)].filter((folder) => !isOfSystem(folder));
}

function linksIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

function placesOf({ shown, links }: SystemView): string[] {
  return [...shown, ...links.map(({ path }) => path)];
}

function isShown(path: string, system: SystemView): boolean {
  const real = realIfThere(path) ?? path;
  return placesOf(system).some((place) => isBelow(path, place) || isBelow(real, place));
}

function isProject(folder: string): boolean {
  return PROJECT_MARKS.some((mark) => existsSync(join(folder, mark)));
}

function realIfThere(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

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

function isOpen(folder: string, rules: Omit<ToolRules, 'shown' | 'isProject'>): boolean {
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

/**
 * Shows a folder of dependencies read-only, entry by entry, in the checkout's folder of that name. Tools may then make
 * folders beside the packages, as Vite does with `.vite-temp`. A folder with very many entries is shown as a whole, and
 * nothing can be made in it.
 */
export function dependencyView(folders: readonly string[]): DependencyView {
  const view: DependencyView = { readOnly: [], links: [], scratch: [] };
  for (const folder of folders) {
    const entries = readdirSync(folder, { withFileTypes: true });
    const isScratch = (name: string): boolean => SCRATCH_FOLDERS.some((scratch) => scratch === name);
    for (const { name } of entries) if (isScratch(name)) view.scratch.push(join(folder, name));
    // A name that is not UTF-8 cannot be given as an argument.
    if (entries.length > SHOWN_ONE_BY_ONE || entries.some(({ name }) => name.includes('\ufffd'))) {
      view.readOnly.push({ source: folder, target: folder });
      continue;
    }
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (isScratch(entry.name)) continue;
      if (entry.isSymbolicLink()) view.links.push({ path, to: readlinkSync(path) });
      else if (entry.isDirectory() || entry.isFile()) view.readOnly.push({ source: path, target: path });
    }
  }
  return view;
}
