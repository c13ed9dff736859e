/** How `inspect` shows errors: by their stack, with the class and name that they have now. */
import type { InspectOptions } from './inspect-text';
import { prefixOf } from './inspect-names';

interface ErrorContext {
  options: InspectOptions;
  indentation: number;
  /** Errors and other objects around it. */
  readonly seen: readonly object[];
}

function textOf(error: Error, key: 'name' | 'message' | 'stack'): unknown {
  try {
    return error[key];
  } catch {
    return undefined;
  }
}

function stackOf(error: Error): string {
  const stack = textOf(error, 'stack');
  if (stack === undefined || stack === null || stack === '') return Error.prototype.toString.call(error);
  return typeof stack === 'string' ? stack : String(stack);
}

/** The stack may begin with another name than the error has by now. */
function renamed(stack: string, error: Error, className: string | null, tag: string): string {
  const own = textOf(error, 'name');
  const name = own === undefined || own === null ? 'Error' : typeof own === 'string' ? own : String(own);
  let { length } = name;
  const follows = stack.length === length || stack[length] === ':' || stack[length] === '\n';
  const named = name.endsWith('Error') && stack.startsWith(name) && follows;
  if (className !== null && !named) return stack;
  let fallback = 'Error';
  if (className === null) {
    const start =
      /^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n\s+at)/.exec(stack) ?? /^([a-z_A-Z0-9-]*Error)$/.exec(stack);
    ({ length } = start?.[1] ?? '');
    fallback = start?.[1] ?? 'Error';
  }
  const prefix = prefixOf(className, tag, fallback).slice(0, -1);
  if (name === prefix) return stack;
  if (!prefix.includes(name)) return `${prefix} [${name}]${stack.slice(length)}`;
  return length === 0 ? `${prefix}: ${stack}` : `${prefix}${stack.slice(length)}`;
}

/** Frames of the sandbox's own are left out. */
function framesOf(part: string): string[] {
  return part.split('\n').filter((line) => line !== '' && !line.includes('kintsugi:'));
}

/** Frames that the cause has as well are not shown twice. */
function withoutShared(frames: string[], error: Error): string[] {
  const cause: unknown = error.cause;
  if (!(cause instanceof Error)) return frames;
  const stack = stackOf(cause);
  const theirs = framesOf(stack.slice(Math.max(0, stack.indexOf('\n    at'))));
  let shared = 0;
  while (
    shared < frames.length &&
    shared < theirs.length &&
    frames[frames.length - 1 - shared] === theirs[theirs.length - 1 - shared]
  )
    shared++;
  if (shared <= 3) return frames;
  const left = frames.length - shared;
  return [
    ...frames.slice(0, left + 1),
    `    ... ${shared - 1} lines matching cause stack trace ...`,
    ...frames.slice(-1),
  ];
}

/** Properties that are not repeated because the stack holds them, and those shown though they are hidden. */
function settleKeys(error: Error, keys: PropertyKey[], stack: string, showHidden: boolean): void {
  for (const name of showHidden ? [] : (['name', 'message', 'stack'] as const)) {
    const at = keys.indexOf(name);
    const text = at < 0 ? undefined : textOf(error, name);
    if (at >= 0 && (typeof text !== 'string' || stack.includes(text))) keys.splice(at, 1);
  }
  if (Object.hasOwn(error, 'cause') && !keys.includes('cause')) keys.push('cause');
  const { errors } = error as { errors?: unknown };
  if (Array.isArray(errors) && !keys.includes('errors')) keys.push('errors');
}

export function errorBase(
  error: Error,
  className: string | null,
  tag: string,
  keys: PropertyKey[],
  context: ErrorContext,
): string {
  const written = stackOf(error);
  settleKeys(error, keys, written, context.options.showHidden);
  const stack = renamed(written, error, className, tag);
  const message = textOf(error, 'message');
  const at = typeof message === 'string' && message !== '' ? stack.indexOf(message) : -1;
  const from = at < 0 ? 0 : at + (message as string).length;
  const start = stack.indexOf('\n    at', from);
  if (start < 0) return indent(`[${stack}]`, context.indentation);
  const frames = withoutShared(framesOf(stack.slice(start + 1)), error);
  const text = [stack.slice(0, start), ...frames].join('\n');
  return indent(frames.length === 0 ? `[${text}]` : text, context.indentation);
}

function indent(text: string, spaces: number): string {
  return spaces === 0 ? text : text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
