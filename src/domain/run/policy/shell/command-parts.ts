import { readShell, UNKNOWN, type SimpleCommand, type Word } from './read-shell';

/** Programs by what they make of their arguments. A program that is in no list may run any of them. */

/** They read the command itself from their input, or from a word. */
const SHELLS = new Set([
  ...['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'fish', 'rbash', 'csh', 'tcsh', 'busybox', 'toybox'],
  ...['pwsh', 'powershell', 'nu', 'xonsh', 'elvish'],
]);

/** They run the command that their arguments name. */
const RUNNERS = new Set([
  ...['env', 'nohup', 'xargs', 'time', 'timeout', 'nice', 'ionice', 'chrt', 'taskset', 'setsid', 'stdbuf'],
  ...['exec', 'command', 'builtin', 'eval', 'coproc', 'sudo', 'doas', 'su', 'runuser', 'setpriv', 'chroot'],
  ...['unshare', 'nsenter', 'bwrap', 'firejail', 'flock', 'watch', 'parallel', 'find', 'script', 'unbuffer'],
  ...['strace', 'ltrace', 'perf', 'gdb', 'valgrind', 'ssh', 'docker', 'podman', 'systemd-run', 'faketime'],
  ...['dbus-run-session', 'xvfb-run', 'entr', 'retry', 'chronic', 'npx', 'bunx', 'trap'],
]);

/** Runners whose command ends in words that they read from their input. */
const FED_RUNNERS = new Set(['xargs', 'parallel']);

/** They read, print or compare their arguments, and never run them. */
const READERS = new Set([
  ...['echo', 'printf', 'cat', 'head', 'tail', 'wc', 'ls', 'stat', 'file', 'cut', 'tr', 'uniq', 'test', '['],
  ...['[[', 'true', 'false', ':', 'cd', 'pwd', 'grep', 'egrep', 'fgrep', 'which', 'type', 'basename'],
  ...['dirname', 'realpath', 'readlink', 'date', 'sleep', 'mkdir', 'touch', 'rm', 'cp', 'mv', 'diff', 'cmp'],
]);

export interface CommandPart extends SimpleCommand {
  /** A later word begins a command too: surely, perhaps, or never. */
  later: 'yes' | 'maybe' | 'no';
  /** It is only a text among the words of a command; it may be run, and it may be a message. */
  isGuess: boolean;
}

export interface CommandParts {
  parts: readonly CommandPart[];
  /** Why more may run than is seen: the end of a sentence. Absent: nothing else does. */
  problem?: string;
}

const MOST_TURNS = 8;
const HOLDS_COMMAND = /[\s;&|()`$<>]/;

/** Splits a command into all that it runs: what is joined, substituted, wrapped, or given to a shell as a text. */
export function commandParts(command: string): CommandParts {
  const found: { parts: CommandPart[]; problem?: string } = { parts: [] };
  collect(command, false, MOST_TURNS, found);
  return found;
}

function collect(
  text: string,
  isGuess: boolean,
  turns: number,
  found: { parts: CommandPart[]; problem?: string },
): void {
  const { commands, fed, problem } = turns === 0 ? TOO_DEEP : readShell(text);
  // What may be no command at all needs not be readable as one.
  if (problem !== undefined && (!isGuess || turns === 0)) found.problem ??= problem;
  for (const given of commands) {
    const name = nameOf(given.words);
    const runs = SHELLS.has(name) || RUNNERS.has(name);
    const later = runs ? 'yes' : READERS.has(name) ? 'no' : 'maybe';
    const words = FED_RUNNERS.has(name) ? [...given.words, UNKNOWN] : given.words;
    found.parts.push({ ...given, words, later, isGuess });
    if (!isGuess && isUnseen(name, given.words)) found.problem ??= `${name} runs what can't be seen`;
    if (later === 'no') continue;
    const texts = given.words.map((word) => word.text);
    // Each text is read once a turn, so that what is nested can't multiply.
    const inner =
      name === 'eval' ? [texts.slice(1).join(' ')] : texts.filter((one) => HOLDS_COMMAND.test(one));
    for (const one of inner) collect(one, isGuess || !runs, turns - 1, found);
  }
  for (const inner of fed) collect(inner, true, turns - 1, found);
}

const TOO_DEEP = { commands: [], fed: [], problem: 'it holds commands within commands too deeply' };

function nameOf([first]: readonly Word[]): string {
  return first?.sure ? programName(first.text) : '';
}

/** True for a shell that is fed its commands, and for a program or a text of commands that only the shell knows. */
function isUnseen(name: string, words: readonly Word[]): boolean {
  const [program, ...rest] = words;
  if (program && !program.sure) return true;
  if (name === 'eval') return rest.some(({ sure }) => !sure);
  if (!SHELLS.has(name)) return false;
  const code = rest.findIndex(({ text }) => /^-[a-z]*c$/i.test(text));
  if (code >= 0) return rest[code + 1]?.sure !== true;
  return (
    rest.every(({ text }) => text.startsWith('-')) || rest.some(({ sure, lead }) => !sure && lead === '')
  );
}

/** Name of a program without its folder, as a file system that ignores case has it. */
export function programName(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1).toLowerCase();
}
