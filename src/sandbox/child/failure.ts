/** Maps a failure's stack to the user's files. */
import type { SourceLocation } from '../../domain/verification/failure';
import type { TestFailure } from '../../domain/verification/verification';
import { COMMAND_CHECK } from '../links';
import type { RawCause, RawFailure } from '../runtime-protocol';
import type { Bundle } from './program';
import { showFrame, userFrames } from './stack';
import type { Frame, StackSources } from './stack';

export interface Sources {
  files: ReadonlyMap<string, string>;
  bundle: Bundle;
}

function stackSources({ files, bundle }: Sources): StackSources {
  return {
    has: (file) => files.has(file),
    map: (file, spot) => {
      const module = bundle.modules.get(file);
      return module ? module.map(spot) : spot;
    },
  };
}

/** First place of a stack in the user's files; undefined: it passes none. */
export function placeIn(stack: string, sources: Sources): { path: string; line: number } | undefined {
  const [first] = userFrames(stack, stackSources(sources));
  return first && { path: first.file, line: first.line };
}

function show(head: string, frames: readonly Frame[]): string {
  return [head, ...frames.map(showFrame)].join('\n');
}

function showCause({ head, stack }: RawCause, sources: StackSources): string {
  return show(head, userFrames(stack, sources));
}

/** V8 names what was called as the code has it: an imported name is a member there. */
function withoutMadeNames(text: string): string {
  if (!text.includes('__k')) return text;
  return text.replace(/\(0 , __k\d*_m\d+\.([\w$]+)\)|__k\d*_m\d+\.([\w$]+)/g, '$1$2');
}

/** Names that are shown of those that a program adds. */
const SHOWN_NAMES = 5;

/**
 * Explanation of what may have failed a program that counts on built-ins of its own: they are locked. Packages often do without
 * what they add, so theirs explain only a failure that names it.
 */
function whyClosed({ added }: Bundle, message: string): string {
  const words = new Set(added.length === 0 ? [] : message.split(/[^\w$]+/));
  const missed = added.filter(
    ({ name, ofPackage }) => !ofPackage || words.has(name.slice(name.lastIndexOf('.') + 1)),
  );
  if (missed.length === 0) return '';
  const shown = [...new Set(missed.map(({ name }) => name))].slice(0, SHOWN_NAMES);
  const names = shown.join(', ').slice(0, 250);
  return `Adding ${names} to built-ins is not available in the sandbox. ${COMMAND_CHECK}\n`;
}

/** The failure as reports carry it. */
export function toFailure(raw: RawFailure, sources: Sources): TestFailure {
  const { errorName, expected, received, diff, phase, causes = [] } = raw;
  const message = whyClosed(sources.bundle, raw.message) + withoutMadeNames(raw.message);
  const own = stackSources(sources);
  const thrown = userFrames(raw.stack, own);
  const frames = thrown.length > 0 ? thrown : userFrames(raw.origin ?? '', own);
  const first = frames[0];
  const location: SourceLocation | undefined = first && {
    file: first.file,
    line: first.line,
    column: first.column,
  };
  const head = `${errorName}: ${message.split('\n')[0] ?? ''}`;
  const shown = [show(head, frames), ...causes.map((cause) => showCause(cause, own))];
  const stack = frames.length > 0 || causes.length > 0 ? shown.join('\n') : undefined;
  return { errorName, message, stack, location, expected, received, diff, phase };
}
