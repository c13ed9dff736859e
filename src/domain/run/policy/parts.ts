import type { Act } from './act';
import type { Part } from './conditions';
import { commandParts } from './shell/command-parts';

/** An act taken apart. */
export interface ActParts {
  parts: readonly Part[];
  /** Why its command can't be read whole: the end of a sentence. */
  problem?: string;
}

/** Takes an act apart: each command of its text with each of its paths. */
export function partsOf({ tool, mode, command, paths = [], morePaths = 0 }: Act): ActParts {
  const base: Part = { tool, mode };
  const { parts: commands = [], problem } = command === undefined ? {} : commandParts(command);
  const unread = problem === undefined ? [] : [{ ...base, isUnread: true, text: command }];
  const read = commands.map((one) => ({ ...base, command: one, text: textOf(one) }));
  const running: Part[] = command === undefined ? [base] : [...read, ...unread];
  // A text that runs nothing (a comment) is an act all the same.
  const some = running.length > 0 ? running : [base];
  const untold = morePaths > 0 ? [{ isUntold: true }] : [];
  const files = [...paths.map((path) => ({ path: withoutDots(path) })), ...untold];
  const parts =
    files.length === 0 ? some : some.flatMap((part) => files.map((file) => ({ ...part, ...file })));
  return { parts, problem };
}

/** `./a//b/../c` is `a/c`. A path that leaves its root stays as it is given. */
function withoutDots(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..' && names.pop() === undefined) return path;
    if (name !== '' && name !== '.' && name !== '..') names.push(name);
  }
  return path.startsWith('/') ? path : names.join('/');
}

function textOf({ words }: { words: readonly { text: string }[] }): string {
  const text = words.map((word) => word.text).join(' ');
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}
