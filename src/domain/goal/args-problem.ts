import { globProblem } from '../files/globs';
import type { GoalTool, ToolArgs } from './tool-args';

/** Facts that arguments are checked against besides their form. */
export interface ArgsFacts {
  /** True for words that name a time. Absent: all do. */
  readsTime?(words: string): boolean;
}

/** Reason why arguments of the right form could do nothing, without a full stop; undefined where they could. */
export function argsProblem(tool: GoalTool, args: object, facts: ArgsFacts): string | undefined {
  if (tool === 'find') return findProblem(args as ToolArgs<'find'>, facts);
  const { name } = args as { name?: unknown };
  return name === '.' || name === '..' ? `${name} is no name: give another one` : undefined;
}

function findProblem(args: ToolArgs<'find'>, { readsTime }: ArgsFacts): string | undefined {
  const { name, content, type, minBytes, maxBytes, from, to, when } = args;
  const broken = name === undefined ? undefined : globProblem(name);
  if (broken !== undefined) return `the pattern ${JSON.stringify(name)} ${broken}`;
  for (const text of [from, to])
    if (text !== undefined && Number.isNaN(timeMs(text)))
      return `${JSON.stringify(text)} is no time: give it as 2026-03-01 or 2026-03-01T14:05`;
  if (from !== undefined && to !== undefined && timeMs(from) >= timeMs(to))
    return `no time is from ${from} to ${to}, which is excluded: give a later \`to\``;
  if (minBytes !== undefined && maxBytes !== undefined && minBytes > maxBytes)
    return `no file has at least ${minBytes} and at most ${maxBytes} bytes`;
  if (type === 'folder' && (content !== undefined || minBytes !== undefined || maxBytes !== undefined))
    return 'folders have neither words nor a size: look for files';
  if (when !== undefined && readsTime?.(when) === false)
    return `${JSON.stringify(when)} is not understood as one time: say it as "last week", or give from and to`;
  return undefined;
}

/** Time of a search, ms; a day without a time begins at midnight here. NaN for what is no time. */
export function timeMs(text: string): number {
  return Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00` : text);
}
