import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isBelow } from '../machine/paths';
import { systemView, type SystemView } from './system-view';
import { isOpen, toolFolders, type Shown, type ToolRules } from './tool-folders';
import { managerFolders, type ManagerFolder } from './tool-managers';

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
