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
export function partsOf({ command, paths = [], morePaths = 0 }: Omit<Act, 'tool'>): ActParts {
  const { parts: commands = [], problem } = command === undefined ? {} : commandParts(command);
  const unread = problem === undefined ? [] : [{ isUnread: true, text: command }];
  const read = commands.map((one) => ({ command: one }));
  const running: Part[] = command === undefined ? [{}] : [...read, ...unread];
  // A text that runs nothing (a comment) is an act all the same.
  const some = running.length > 0 ? running : [{}];
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

/** A part as people read it: its command, or its path. */
export function partName({ command, path, isUnread, text = '' }: Part): string | undefined {
  if (path !== undefined) return path;
  if (!command) return isUnread ? excerptOf(text) : undefined;
  return excerptOf(command.words.map((word) => word.text).join(' '));
}

function excerptOf(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}
