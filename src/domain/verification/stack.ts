import { isForeign } from './analysis';

export interface Frame {
  file: string;
  line: number;
}

/**
 * Frames of a stack that lie in `files`, in its order, also compilers' `file(line,column)` and Python's `File "x.py", line 3`. A frame's path
 * may have a prefix (a checkout's folder, `file://`): the longest known path at its end is meant.
 */
export function stackFrames(stack: string, files: readonly string[]): Frame[] {
  const frames: Frame[] = [];
  for (const match of stack.matchAll(
    /(?<![^\s()"])([^\s()"]+\.(?:[cm]?[jt]sx?|py|go|rs|java))(?::|\(|", line )(\d+)/g,
  )) {
    const path = match[1] ?? '';
    // A package may have a file that ends as one of the program does.
    const file = isForeign(path) ? undefined : knownPath(path, files);
    if (file !== undefined) frames.push({ file, line: Number(match[2]) });
  }
  return frames;
}

/** Frames of a stack in `files`, the innermost call first; Python's stacks are turned round. */
export function innermostFirst(stack: string, files: readonly string[]): Frame[] {
  const found = stackFrames(stack, files);
  const isPython = stack.includes('Traceback (most recent call last)') || /^\S+\.py:\d+: /m.test(stack);
  return isPython ? found.reverse() : found;
}

function knownPath(path: string, files: readonly string[]): string | undefined {
  let best: string | undefined;
  for (const file of files) {
    const fits = path === file || path.endsWith(`/${file}`);
    if (fits && (best === undefined || file.length > best.length)) best = file;
  }
  return best;
}
