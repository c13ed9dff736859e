import { newFindings, type ChangedText } from './new-findings';

/** Names by which a program gets at the process that runs it, by the ending of the file. */
const HANDLES: readonly [files: RegExp, handle: RegExp][] = [
  [
    /\.[cm]?[jt]sx?$/,
    /(?<![\w$.])(?:global(?:This)?\.)?process\b(?!\s*[(:=]|\.env\b)|(?<=['"`](?:node:)?)process(?=['"`])/,
  ],
  [/\.py$/, /^\s{0,99}(?:import|from)\s.{0,200}\b(?:sys|os|atexit|signal|faulthandler|ctypes)\b/],
  [/\.go$/, /(?<=")(?:os|runtime|syscall)(?=")/],
  [/\.rs$/, /\bstd::(?:process|panic)\b/],
  [/\.java$/, /\bRuntime\b|\bSystem\.exit\b/],
];

const SHOWN = 3;

/**
 * Says where a change gets at the process for the first time in a file: by it a check can be ended, or its error lost,
 * in more ways than anybody could list.
 */
export function processReach(changed: readonly ChangedText[]): string[] {
  const find = (path: string, text: string): { what: string; line: number }[] => {
    const handle = HANDLES.find(([files]) => files.test(path))?.[1];
    if (!handle) return [];
    // Words of comments are none of the program's.
    const lines = text.split('\n').map((one) => one.split(/\/\/|#/, 1)[0] ?? '');
    const line = lines.findIndex((one) => handle.test(one));
    return line === -1 ? [] : [{ what: handle.source, line: line + 1 }];
  };
  return newFindings(changed, find)
    .slice(0, SHOWN)
    .map(
      ({ path, line }) =>
        `${path}:${line} gets at the process that runs it, which it did not before: look whether it can end a check or hide its error.`,
    );
}
