import { isWord, tokensOf } from './tokens';

/** Lines above an edit that are searched for its function. */
const MOST_ABOVE = 200;
const HEADER =
  /^\s{0,80}(?:(?:export|default|async|static|public|private|protected|override|pub|const|unsafe|final|boolean|int)\s{1,9}){0,6}(?:(?:def|func|fn|function)\s{1,9}(?:\([^()]{0,80}\)\s{0,9})?)?(\w{1,80})\s{0,9}[(<]/;
/** A function that a variable, an export or a property of JavaScript holds. */
const HELD =
  /^\s{0,80}(?:export\s{1,9})?(?:(?:const|let|var)\s{1,9}|(?:[\w$]{1,80}\.){1,9})?(\w{1,80})(?::[^=\n]{0,120})?\s{0,9}[=:]\s{0,9}(?:async\s{1,9})?(?:function\b|\([^()\n]{0,200}\)[^=\n]{0,80}=>|\w{1,80}\s{0,9}=>)/;

/** Name of the function whose header stands above a place, less indented than it: read from lines, for any language. */
export function functionAt(text: string, offset: number): string | undefined {
  return functionHeader(text, offset)?.name;
}

/** Lines of the function around a place: its header, and what is indented deeper below it. */
export function functionBlock(text: string, offset: number): string[] {
  const header = functionHeader(text, offset);
  if (!header) return [];
  const lines = text.split('\n').slice(header.line);
  const end = lines.findIndex((line, at) => at > 0 && line.trim() !== '' && depthOf(line) <= header.depth);
  return end < 0 ? lines : lines.slice(0, end);
}

/** Line of the header, from 0, of the function around a place, with its name and its indentation. */
export function functionHeader(
  text: string,
  offset: number,
): { name: string; line: number; depth: number } | undefined {
  const lines = text.slice(0, offset).split('\n');
  let depth = depthOf(text.slice(offset, offset + 200));
  for (let at = lines.length - 1, seen = 0; at >= 0 && seen < MOST_ABOVE; at--, seen++) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || depthOf(line) >= depth) continue;
    depth = depthOf(line);
    const name = headedBy(line);
    if (name !== undefined) return { name, line: at, depth };
  }
  return undefined;
}

/** Lines of all headers of functions, from 0. */
export function functionHeaders(text: string): number[] {
  return text
    .split('\n')
    .flatMap((line, at) => (/[{:]\s*$/.test(line) && headedBy(line) !== undefined ? [at] : []));
}

/** Name of the function that a line begins. */
function headedBy(line: string): string | undefined {
  const header = line.slice(0, 300);
  const [, name] = HEADER.exec(header) ?? HELD.exec(header) ?? [];
  return name === undefined || KEYWORDS.has(name) ? undefined : name;
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['if', 'for', 'while', 'switch', 'match', 'catch', 'with', 'elif', 'return', 'super', 'class', 'impl'],
]);

/** Tokens that a condition has at least to have a mirror, and names by which the two differ at most. */
const MIRROR_TOKENS = 4;
const MOST_CHANGED = 3;

/** Words that begin a condition of a block. */
const CONDITION = /^\s{0,200}(?:\}\s{0,9})?(?:else\s{1,9})?(?:if|elif|while|unless|case|when)\b/;

/**
 * The condition around a place that has a mirror in the same function: a condition as deep that differs by names alone, such as
 * `if a == "" {` and `if b == "" {`. Such branches were written as a pair. Undefined where there is none.
 */
export function mirroredCondition(text: string, offset: number): string | undefined {
  const header = functionHeader(text, offset);
  if (!header) return undefined;
  const all = text.split('\n');
  const here = text.slice(0, offset).split('\n').length - 1;
  const block = functionBlock(text, offset);
  let depth = depthOf(all[here] ?? '');
  for (let at = here - 1; at > header.line; at -= 1) {
    const line = all[at] ?? '';
    if (line.trim() === '' || depthOf(line) >= depth) continue;
    depth = depthOf(line);
    if (CONDITION.test(line) && block.some((other) => isMirror(line, other))) return line;
  }
  return undefined;
}

function isMirror(line: string, other: string): boolean {
  if (line === other || depthOf(line) !== depthOf(other)) return false;
  const [tokens, others] = [tokensOf(line), tokensOf(other)];
  if (tokens.length !== others.length || tokens.length < MIRROR_TOKENS) return false;
  const changed = tokens.flatMap((token, at) => (token === others[at] ? [] : [at]));
  return changed.length <= MOST_CHANGED && changed.every((at) => isWord(tokens[at]) && isWord(others[at]));
}
