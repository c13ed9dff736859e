/** Maps a failure's stack to the user's files. */
import type { SourceLocation } from '../../../domain/failure';
import type { TestFailure } from '../../../domain/verification';
import type { RawFailure } from '../runtime-protocol';
import type { Bundle } from './program';

interface Frame {
  name: string;
  file: string;
  line: number;
  column: number | undefined;
}

const FRAME = /^\s*at (?:(.*?) \()?(?:async )?([^()\s][^()]*?):(\d+):(\d+)\)?$/;
const MAX_FRAMES = 20;

/** Column in the user's source; known where the line was not changed on its way to V8. */
function columnOf(file: string, line: number, column: number, sources: Sources): number | undefined {
  const prepared = sources.bundle.modules.get(file);
  if (!prepared) return column;
  const original = sources.files.get(file)?.split('\n')[line - 1];
  const compiled = prepared.code.split('\n')[line - 1];
  return original !== undefined && original === compiled ? column : undefined;
}

export interface Sources {
  files: ReadonlyMap<string, string>;
  bundle: Bundle;
}

/** Frames of a stack that lie in the user's files, in order. */
export function userFrames(stack: string, sources: Sources): Frame[] {
  const frames: Frame[] = [];
  for (const text of stack.split('\n')) {
    const match = FRAME.exec(text);
    const file = match?.[2] ?? '';
    if (!match || !sources.files.has(file)) continue;
    const line = Number(match[3]);
    const name = match[1] ?? '';
    frames.push({ name, file, line, column: columnOf(file, line, Number(match[4]), sources) });
    if (frames.length === MAX_FRAMES) break;
  }
  return frames;
}

function place(frame: Frame): string {
  return frame.column === undefined
    ? `${frame.file}:${frame.line}`
    : `${frame.file}:${frame.line}:${frame.column}`;
}

/** A user function's name as V8 shows it; the wrapper functions of modules have none worth showing. */
function showFrame(frame: Frame): string {
  const anonymous = frame.name === '' || /^(?:Object|Array|Module|Room)?\.?<anonymous>$/.test(frame.name);
  return anonymous ? `    at ${place(frame)}` : `    at ${frame.name} (${place(frame)})`;
}

/** The failure as reports carry it. */
export function toFailure(raw: RawFailure, sources: Sources): TestFailure {
  const { errorName, message, expected, received, diff, phase } = raw;
  const thrown = userFrames(raw.stack, sources);
  const frames = thrown.length > 0 ? thrown : userFrames(raw.origin ?? '', sources);
  const first = frames[0];
  const location: SourceLocation | undefined = first && {
    file: first.file,
    line: first.line,
    column: first.column,
  };
  const head = `${errorName}: ${message.split('\n')[0] ?? ''}`;
  const stack = frames.length > 0 ? [head, ...frames.map(showFrame)].join('\n') : undefined;
  return { errorName, message, stack, location, expected, received, diff, phase };
}
