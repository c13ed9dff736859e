import { globProblem } from '../files/globs';
import type { Language } from '../run/input';
import { PROBLEM_WORDS } from './problem-words';
import type { GoalTool, ToolArgs } from './tool-args';

/** Facts that arguments are checked against besides their form. */
export interface ArgsFacts {
  /** True for words that name a time. Absent: all do. */
  readsTime?(words: string): boolean;
  language: Language;
}

/** Reason why arguments of the right form could do nothing, without a full stop; undefined where they could. */
export function argsProblem(tool: GoalTool, args: object, facts: ArgsFacts): string | undefined {
  if (tool === 'find') return findProblem(args as ToolArgs<'find'>, facts);
  const { name } = args as { name?: unknown };
  return name === '.' || name === '..' ? PROBLEM_WORDS[facts.language].noName(name) : undefined;
}

function findProblem(args: ToolArgs<'find'>, { readsTime, language }: ArgsFacts): string | undefined {
  const words = PROBLEM_WORDS[language];
  const { name, content, type, minBytes, maxBytes, from, to, when } = args;
  const broken = name === undefined ? undefined : globProblem(name);
  if (broken !== undefined) return words.pattern(JSON.stringify(name), broken);
  for (const text of [from, to])
    if (text !== undefined && Number.isNaN(timeMs(text))) return words.noTime(JSON.stringify(text));
  if (from !== undefined && to !== undefined && timeMs(from) >= timeMs(to)) return words.emptyTime(from, to);
  if (minBytes !== undefined && maxBytes !== undefined && minBytes > maxBytes)
    return words.emptySize(minBytes, maxBytes);
  if (type === 'folder' && (content !== undefined || minBytes !== undefined || maxBytes !== undefined))
    return words.folders;
  if (when !== undefined && readsTime?.(when) === false) return words.unreadTime(JSON.stringify(when));
  return undefined;
}

/** Time of a search, ms; a day without a time begins at midnight here. NaN for what is no time. */
export function timeMs(text: string): number {
  return Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00` : text);
}
