import { isBelow } from '../machine/paths';
import type { SystemView } from './system-view';

/** Parts of the machine that a command sees, all paths absolute. */
export interface BubblewrapView {
  /** The checkout, and where the command finds it: at the path of the user's own folder, so that absolute paths in it hold. */
  work: string;
  inside: string;
  /** Private folder that the command sees as `/tmp`. */
  tmp: string;
  system: SystemView;
  /** Read-only folders: tools outside of the system, and dependencies. */
  readOnly: readonly { source: string; target: string }[];
  /** Folders outside of the checkout that are writable and kept. */
  kept?: readonly { source: string; target: string }[];
  links?: readonly { path: string; to: string }[];
  /** Folders in read-only ones that are writable, empty and forgotten. */
  scratch: readonly string[];
  /** Most bytes of each folder that is kept in memory; absent: this bubblewrap cannot bound them. */
  memoryFolderBytes?: number;
  /** The command has the network of this machine. */
  network?: boolean;
  /** The command may make namespaces of users, in which it would be root. */
  allowUserns?: boolean;
  /** Descriptor that bubblewrap reads the filter of system calls from; absent: there is none. */
  filterFd?: number;
  /** Descriptor that bubblewrap reports to that it has started the command. */
  statusFd: number;
}

/**
 * Arguments of bubblewrap: no network unless it is allowed, no other processes, of the system only what programs need, read-only, no
 * capabilities, and nothing that outlives whoever started it.
 */
export function bubblewrapArgs(view: BubblewrapView, command: readonly string[]): string[] {
  const { system, inside } = view;
  const emptyFolders = byLength(system.emptyFolders);
  const binds = [
    ...view.readOnly.map((shown) => ({ ...shown, option: '--ro-bind' })),
    ...(view.kept ?? []).map((shown) => ({ ...shown, option: '--bind' })),
  ].sort((a, b) => a.target.length - b.target.length);
  const isInside = ({ target }: { target: string }): boolean => isBelow(target, inside);
  return [
    '--die-with-parent',
    '--unshare-all',
    ...(view.network === true ? ['--share-net'] : []),
    // Whoever puts folders together out there is root for that alone.
    ...['--unshare-user', '--uid', String(process.getuid?.()), '--gid', String(process.getgid?.())],
    ...(view.allowUserns === true ? [] : ['--disable-userns']),
    ...(view.filterFd === undefined ? [] : ['--seccomp', String(view.filterFd)]),
    ...['--cap-drop', 'ALL'],
    ...['--json-status-fd', String(view.statusFd)],
    // Outer folders first, or they would cover the inner ones.
    ...byLength(system.shown).flatMap((path) => ['--ro-bind', path, path]),
    ...system.links.flatMap(({ path, to }) => ['--symlink', to, path]),
    ...emptyFolders.flatMap((path) => ['--tmpfs', path]),
    ...system.emptyFiles.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...deviceArgs(view),
    ...['--proc', '/proc'],
    ...['--bind', view.tmp, '/tmp'],
    ...['--symlink', '../tmp', '/var/tmp', '--dir', '/run'],
    // Before the checkout, which may lie below one of them, and dependencies after it, which lie in it.
    ...binds.filter((shown) => !isInside(shown)).flatMap(bind),
    ...['--bind', view.work, inside],
    ...binds.filter(isInside).flatMap(bind),
    ...(view.links ?? []).flatMap(({ path, to }) => ['--symlink', to, path]),
    ...view.scratch.flatMap((path) => memoryFolder(view, path)),
    // Whatever was made on the way to all these places holds nothing, and stays so.
    ...[...emptyFolders, '/dev', '/'].flatMap((path) => ['--remount-ro', path]),
    ...['--chdir', inside],
    ...['--', ...command],
  ];
}

/** The few devices that programs need, and shared memory. */
function deviceArgs(view: BubblewrapView): string[] {
  return ['--dev', '/dev', ...memoryFolder(view, '/dev/shm')];
}

function memoryFolder({ memoryFolderBytes }: BubblewrapView, path: string): string[] {
  const size = memoryFolderBytes === undefined ? [] : ['--size', String(memoryFolderBytes)];
  return [...size, '--tmpfs', path];
}

function bind({ option, source, target }: { option: string; source: string; target: string }): string[] {
  return [option, source, target];
}

function byLength(paths: readonly string[]): string[] {
  return [...new Set(paths)].sort((a, b) => a.length - b.length);
}
