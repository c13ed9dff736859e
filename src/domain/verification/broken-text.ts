import { linesOnlyIn, depthOf, headedBy, headerAbove } from '../signs/code-lines';

/** Message of the error that broken code throws. */
export const BROKEN = 'broken on purpose';

const STATEMENTS: readonly [files: RegExp, statement: string][] = [
  [/\.py$/, `raise RuntimeError("${BROKEN}")`],
  [/\.go$/, `panic("${BROKEN}");`],
  [/\.rs$/, `panic!("${BROKEN}");`],
  [/\.java$/, `if (true) throw new RuntimeException("${BROKEN}");`],
  [/\.[cm]?[jt]sx?$/, `throw new Error("${BROKEN}");`],
];

/**
 * The changed text with an error at the beginning of each function that the change touches. A change beside all functions has the
 * error at the end of its file, where code that ended the process before is not noticed. Undefined if a changed line can't be placed.
 */
export function brokenText(path: string, before: string, after: string): string | undefined {
  const statement = STATEMENTS.find(([files]) => files.test(path))?.[1];
  if (statement === undefined) return undefined;
  const lines = after.split('\n');
  const changed = linesOnlyIn(after, before).map(({ line }) => line);
  const places = changed.length > 0 ? changed : [firstDifference(before, after)];
  const headers = new Set<number>();
  let isBeside = false;
  for (const place of places) {
    const line = lines[place] ?? '';
    // The line only closes a block.
    if (/^\s{0,200}[)\]}]/.test(line)) continue;
    const header = isHeader(path, line) ? place : headerAround(path, lines, place);
    if (header !== undefined) headers.add(header);
    else if (depthOf(line) === 0 && !line.includes('=>')) isBeside = true;
    else return undefined;
  }
  const breaks = path.endsWith('.py') ? breakBlock : breakBody;
  for (const header of [...headers].sort((a, b) => b - a))
    if (!breaks(lines, header, statement)) return undefined;
  if (headers.size > 0) return lines.join('\n');
  return isBeside && LOADED.test(path) ? `${after}\n${statement}\n` : undefined;
}

/** True for a line that begins a function, and no call. */
function isHeader(path: string, line: string): boolean {
  if (path.endsWith('.py')) return /^\s{0,200}(?:async\s{1,9})?def\b/.test(line);
  return headedBy(line) !== undefined && (line.includes('{') || /\b(?:func|fn|function)\b/.test(line));
}

/** Number of the line that begins the function around another. */
function headerAround(path: string, lines: readonly string[], place: number): number | undefined {
  let at = headerAbove(lines, place)?.line;
  while (at !== undefined && !isHeader(path, lines[at] ?? '')) at = headerAbove(lines, at)?.line;
  return at;
}

/** Most lines of a function's header. */
const MOST_HEADER_LINES = 20;

/** Languages whose files run as they are loaded. */
const LOADED = /\.(?:py|[cm]?[jt]sx?)$/;

/** Number of the line in which two texts differ first. */
function firstDifference(before: string, after: string): number {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const at = is.findIndex((line, number) => line !== was[number]);
  return at < 0 ? is.length - 1 : at;
}

/** Puts the statement below the header of a function of Python. */
function breakBlock(lines: string[], header: number, statement: string): boolean {
  let end = header;
  let open = 0;
  for (; end < Math.min(lines.length, header + MOST_HEADER_LINES); end += 1) {
    for (const character of lines[end] ?? '') open += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (open <= 0) break;
  }
  if (!lines[end]?.split('#', 1)[0]?.trimEnd().endsWith(':')) return false;
  const first = lines.slice(end + 1).find((line) => line.trim() !== '');
  const [indent = ''] = /^\s*/.exec(first ?? '') ?? [];
  if (indent.length <= depthOf(lines[header] ?? '')) return false;
  lines.splice(end + 1, 0, indent + statement);
  return true;
}

/** Puts the statement behind the brace that opens the body of a function. */
function breakBody(lines: string[], header: number, statement: string): boolean {
  let depth = 0;
  let hasParameters = false;
  for (let at = header; at < Math.min(lines.length, header + MOST_HEADER_LINES); at += 1) {
    const line = lines[at] ?? '';
    for (let place = 0; place < line.length; place += 1) {
      const character = line[place];
      if (character === ';' && depth === 0) return false;
      if (character === '(') depth += 1;
      else if (character === ')') {
        depth -= 1;
        hasParameters = true;
      } else if (character === '{' && depth === 0 && hasParameters) {
        lines[at] = `${line.slice(0, place + 1)} ${statement}${line.slice(place + 1)}`;
        return true;
      }
    }
  }
  return false;
}
