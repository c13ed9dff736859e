import { lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Parts of the machine that a command sees beside its own files, all paths absolute. */
export interface SystemView {
  /** Places that are shown read-only, with all they hold. */
  shown: string[];
  /** Links that are made as they are. */
  links: { path: string; to: string }[];
  /** Folders and files in those places that are shown empty. */
  emptyFolders: string[];
  emptyFiles: string[];
}

/** Programs and libraries, which are the same on every machine with these packages. */
const PROGRAMS = ['/usr', '/nix/store', '/gnu/store'];
/** Links into `/usr` on most systems, folders of their own on others. */
const ROOT_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** In `/usr`, but somebody's: sources, and settings such as npm's with its tokens. */
const SOMEBODYS = ['/usr/src', '/usr/etc', '/usr/home', '/usr/local/src', '/usr/local/etc'];
/** Folder in which runtimes count processors. */
const PROCESSORS = '/sys/devices/system/cpu';

/**
 * Files of `/etc` that programs need: names of users and services, libraries, certificates, time, fonts, and settings of
 * languages. A star stands for the rest of a name. Settings that could hold a password are left out, such as npmrc, pip.conf, environment.
 */
const SETTINGS = [
  ...['passwd', 'group', 'hosts', 'hostname', 'host.conf', 'nsswitch.conf', 'gai.conf', 'networks'],
  ...['services', 'protocols', 'rpc', 'ethertypes', 'netconfig', 'shells', 'login.defs'],
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'ld-musl-*', 'alternatives'],
  ...['localtime', 'timezone', 'locale.alias', 'locale.conf', 'locale.gen', 'default/locale'],
  ...['os-release', 'lsb-release', 'debian_version', '*-release', 'dpkg/origins'],
  ...['ssl/certs', 'ssl/openssl.cnf', 'ssl/cert.pem', 'ca-certificates', 'ca-certificates.conf'],
  ...[
    'pki/ca-trust',
    'pki/java',
    'pki/tls/certs',
    'pki/tls/cert.pem',
    'pki/tls/openssl.cnf',
    'crypto-policies',
  ],
  ...['java*', 'jvm*', 'maven/m2.conf', 'maven/logging', 'dotnet', 'python*', 'perl', 'php*', 'R', 'erlang'],
  ...[
    'fonts',
    'mime.types',
    'magic',
    'magic.mime',
    'terminfo',
    'inputrc',
    'texmf',
    'sgml',
    'xml',
    'papersize',
  ],
  ...['X11', 'gtk-3.0', 'glvnd', 'vulkan', 'OpenCL', 'chromium', 'chromium.d', 'ImageMagick-*'],
];

/** Most entries of one setting that are looked at; a larger one is left out. */
const MOST_ENTRIES = 20_000;

/** Looks at this machine. */
export function systemView(): SystemView {
  const view: SystemView = { shown: [], links: [], emptyFolders: [], emptyFiles: [] };
  for (const path of [...PROGRAMS, ...ROOT_FOLDERS, PROCESSORS]) show(path, view);
  view.emptyFolders.push(...SOMEBODYS.filter((path) => kindOf(path) === 'folder'));
  for (const path of new Set(settings())) showPublic(path, view);
  return view;
}

function show(path: string, view: SystemView): void {
  const kind = kindOf(path);
  if (kind === 'link') view.links.push({ path, to: readlinkSync(path) });
  else if (kind !== undefined) view.shown.push(path);
}

/** Settings are shown as far as every user of the machine may read them. */
function showPublic(path: string, view: SystemView): void {
  const found: Pick<SystemView, 'emptyFolders' | 'emptyFiles'> = { emptyFolders: [], emptyFiles: [] };
  if (kindOf(path) !== 'link' && !isPublic(path)) return;
  if (!hidePrivate(path, found, { left: MOST_ENTRIES })) return;
  show(path, view);
  view.emptyFolders.push(...found.emptyFolders);
  view.emptyFiles.push(...found.emptyFiles);
}

/** Collects what not everybody may read of a folder; false where it is too large to look at all. */
function hidePrivate(
  path: string,
  found: Pick<SystemView, 'emptyFolders' | 'emptyFiles'>,
  count: { left: number },
): boolean {
  if (kindOf(path) !== 'folder') return true;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if ((count.left -= 1) < 0) return false;
    const inner = join(path, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (!isPublic(inner)) (entry.isDirectory() ? found.emptyFolders : found.emptyFiles).push(inner);
    else if (entry.isDirectory() && !hidePrivate(inner, found, count)) return false;
  }
  return true;
}

function isPublic(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  const wanted = found?.isDirectory() ? 0o005 : 0o004;
  return found !== undefined && (found.mode & wanted) === wanted;
}

function kindOf(path: string): 'link' | 'folder' | 'file' | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return 'link';
  if (found?.isDirectory()) return 'folder';
  return found?.isFile() ? 'file' : undefined;
}

function settings(): string[] {
  const names = namesIn('/etc');
  return SETTINGS.flatMap((pattern) => {
    const [before = '', after] = pattern.split('*');
    if (after === undefined) return [join('/etc', pattern)];
    const matching = names.filter((name) => name.startsWith(before) && name.endsWith(after));
    return matching.map((name) => join('/etc', name));
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
