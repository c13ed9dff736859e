/** Programs by what they make of their arguments. A program that is in no list may run any of them. */

/** They read the command itself from their input, or from a word. */
export const SHELLS = new Set([
  ...['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'fish', 'rbash', 'csh', 'tcsh', 'busybox', 'toybox'],
  ...['pwsh', 'powershell', 'nu', 'xonsh', 'elvish'],
]);

/** They run the command that their arguments name. */
export const RUNNERS = new Set([
  ...['env', 'nohup', 'xargs', 'time', 'timeout', 'nice', 'ionice', 'chrt', 'taskset', 'setsid', 'stdbuf'],
  ...['exec', 'command', 'builtin', 'eval', 'coproc', 'sudo', 'doas', 'su', 'runuser', 'setpriv', 'chroot'],
  ...['unshare', 'nsenter', 'bwrap', 'firejail', 'flock', 'watch', 'parallel', 'find', 'script', 'unbuffer'],
  ...['strace', 'ltrace', 'perf', 'gdb', 'valgrind', 'ssh', 'docker', 'podman', 'systemd-run', 'faketime'],
  ...['dbus-run-session', 'xvfb-run', 'entr', 'retry', 'chronic', 'npx', 'bunx', 'trap'],
]);

/** Runners whose command ends in words that they read from their input. */
export const FED_RUNNERS = new Set(['xargs', 'parallel']);

/** They read, print or compare their arguments, and never run them. */
export const READERS = new Set([
  ...['echo', 'printf', 'cat', 'head', 'tail', 'wc', 'ls', 'stat', 'file', 'cut', 'tr', 'uniq', 'test', '['],
  ...['[[', 'true', 'false', ':', 'cd', 'pwd', 'grep', 'egrep', 'fgrep', 'which', 'type', 'basename'],
  ...['dirname', 'realpath', 'readlink', 'date', 'sleep', 'mkdir', 'touch', 'rm', 'cp', 'mv', 'diff', 'cmp'],
]);

/** Name of a program without its folder, as a file system that ignores case has it. */
export function programName(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1).toLowerCase();
}
