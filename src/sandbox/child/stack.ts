/** Reads V8's stack texts and tells which of their frames are the user's. */
import type { Spot } from './compile/lines';

/** A frame that lies in one of the user's files. */
export interface Frame extends Spot {
  /** Function's name in V8, with `async` or `new` before it. Empty for the code of a module. */
  name: string;
  file: string;
}

const MAX_FRAMES = 20;
/** Characters. Each parenthesis of a frame may open its place, so that a long one is looked through many times. */
const LONGEST_FRAME = 8_192;

const PLACE = /^(.*):(\d+):(\d+)$/;

/** Names that V8 makes up for functions without one; those of functions that transpiling made. */
const NAMELESS = /^(?:(?:.*\.)?<anonymous>|(?:.*\.)?__k\d*_\w+)$/;

export interface StackSources {
  /** True if the user has a file of this path. */
  has(file: string): boolean;
  /** Source of a place in the code. Undefined: that code is not in the source. */
  map(file: string, spot: Spot): Spot | undefined;
}

interface Located {
  name: string;
  file: string;
  spot: Spot;
}

function placeIn(text: string, has: (file: string) => boolean): { file: string; spot: Spot } | undefined {
  const match = PLACE.exec(text);
  const file = match?.[1] ?? '';
  if (!match || !has(file)) return undefined;
  return { file, spot: { line: Number(match[2]), column: Number(match[3]) } };
}

/** `eval at f (FILE:1:2), <anonymous>:1:1`: the place of the call. */
function evalOrigin(inside: string): string | undefined {
  if (!inside.startsWith('eval at ')) return undefined;
  const from = inside.indexOf(' (', 'eval at '.length);
  const to = inside.lastIndexOf('), ');
  return from >= 0 && from + 2 <= to && PLACE.test(inside.slice(to + 3))
    ? inside.slice(from + 2, to)
    : undefined;
}

/** A frame's name and place. Paths may hold blanks and parentheses, so they are told by the files there are. */
function locate(line: string, has: (file: string) => boolean): Located | undefined {
  const text = line.trim();
  if (!text.startsWith('at ')) return undefined;
  const frame = text.slice('at '.length);
  if (frame.length > LONGEST_FRAME) return undefined;
  const bare = placeIn(frame.replace(/^async /, ''), has);
  if (bare) return { name: frame.startsWith('async ') ? 'async ' : '', ...bare };
  if (!frame.endsWith(')')) return undefined;
  for (let open = frame.indexOf(' ('); open >= 0; open = frame.indexOf(' (', open + 1)) {
    const inside = frame.slice(open + 2, -1);
    // Code that `eval` was given has no file: it counts as the call of `eval`.
    const found = placeIn(evalOrigin(inside) ?? inside, has);
    if (found) return { name: frame.slice(0, open), ...found };
  }
  return undefined;
}

function cleanName(name: string): string {
  const alias = name.endsWith(']') ? name.indexOf(' [as ') : -1;
  const plain = name.slice(0, alias < 0 ? undefined : alias).replace(/^async /, '');
  if (!NAMELESS.test(plain) && plain !== '') return name;
  return name.startsWith('async') ? 'async ' : '';
}

/** Frames of a stack that lie in the user's files, in order. */
export function userFrames(stack: string, sources: StackSources): Frame[] {
  const frames: Frame[] = [];
  for (const line of stack.split('\n')) {
    const located = locate(line, (file) => sources.has(file));
    if (!located) continue;
    const { file, spot } = located;
    const name = cleanName(located.name);
    const place = sources.map(file, spot);
    const above = frames.at(-1);
    if (place) frames.push({ name, file, ...place });
    // A function that was put around the user's has its name.
    else if (above?.file === file && above.name === '') above.name = name;
    if (frames.length === MAX_FRAMES) break;
  }
  return frames;
}

/** One frame as stacks show it. */
export function showFrame({ name, file, line, column }: Frame): string {
  const place = `${file}:${line}:${column}`;
  if (name === '' || name === 'async ') return `    at ${name}${place}`;
  return `    at ${name} (${place})`;
}
