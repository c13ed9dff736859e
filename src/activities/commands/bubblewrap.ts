/** What a command sees of the machine, all paths absolute. */
export interface BubblewrapView {
  /** The checkout, and where the command finds it: at the path of the user's own folder, so that absolute paths in it hold. */
  work: string;
  inside: string;
  /** Private folder that the command sees as `/tmp`. */
  tmp: string;
  /** Folders of the machine that are shown empty. They must exist. */
  hidden: readonly string[];
  /** Read-only folders: tools that stand in hidden places, and dependencies. */
  readOnly: readonly { source: string; target: string }[];
  /** Links to be made among them. */
  links?: readonly { path: string; to: string }[];
  /** Folders in read-only ones that are writable, empty and forgotten. */
  scratch: readonly string[];
  /** Descriptor that bubblewrap reports to that it has started the command. */
  statusFd: number;
}

/**
 * Arguments of bubblewrap: no network, no other processes, the system read-only, homes and temporary folders
 * hidden, no capabilities, and nothing that outlives whoever started it.
 */
export function bubblewrapArgs(view: BubblewrapView, command: string): string[] {
  return [
    '--die-with-parent',
    '--unshare-all',
    ...['--cap-drop', 'ALL'],
    ...['--json-status-fd', String(view.statusFd)],
    ...['--ro-bind', '/', '/'],
    ...['--dev', '/dev'],
    ...['--proc', '/proc'],
    // Outer folders first, or they would cover the inner ones.
    ...view.hidden.toSorted((a, b) => a.length - b.length).flatMap((path) => ['--tmpfs', path]),
    ...['--bind', view.tmp, '/tmp'],
    // Before the checkout, which may lie below one of them, and dependencies after it, which lie in it.
    ...view.readOnly.filter(({ target }) => !isBelow(target, view.inside)).flatMap(readOnlyBind),
    ...['--bind', view.work, view.inside],
    ...view.readOnly.filter(({ target }) => isBelow(target, view.inside)).flatMap(readOnlyBind),
    ...(view.links ?? []).flatMap(({ path, to }) => ['--symlink', to, path]),
    ...view.scratch.flatMap((path) => ['--tmpfs', path]),
    ...['--chdir', view.inside],
    ...['--', 'sh', '-c', command],
  ];
}

function readOnlyBind({ source, target }: { source: string; target: string }): string[] {
  return ['--ro-bind', source, target];
}

/** Whether a path is another one or lies below it. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
