import { linesOnlyIn } from './change-signs';
import { functionHeader, functionHeaders } from './home';

/** Words of the error by which broken code is known. */
export const BROKEN = 'broken on purpose';

/** Statements that end a function with these words, by the ending of the file. */
const STATEMENTS: readonly [files: RegExp, statement: string][] = [
  [/\.py$/, `raise RuntimeError("${BROKEN}")`],
  [/\.go$/, `panic("${BROKEN}");`],
  [/\.rs$/, `panic!("${BROKEN}");`],
  [/\.java$/, `if (true) throw new RuntimeException("${BROKEN}");`],
  [/\.[cm]?[jt]sx?$/, `throw new Error("${BROKEN}");`],
];

/** The changed text with an error at the beginning of each function that the change touches, or of all where it touches none; undefined where none can be told. */
export function brokenText(path: string, before: string, after: string): string | undefined {
  const statement = STATEMENTS.find(([files]) => files.test(path))?.[1];
  if (statement === undefined) return undefined;
  const lines = after.split('\n');
  const changed = linesOnlyIn(after, before).map(({ at }) => at);
  const places = changed.length > 0 ? changed : [firstDifference(before, after)];
  const headers = places.flatMap((at) => functionHeader(after, at)?.line ?? ownHeader(after, at) ?? []);
  const isPython = path.endsWith('.py');
  // Code that runs as its file is loaded may end the process before any test: then none of its functions is reached.
  const broken = new Set(headers.length > 0 ? headers : functionHeaders(after));
  for (const header of [...broken].sort((a, b) => b - a)) {
    const done = isPython ? breakBlock(lines, header, statement) : breakBody(lines, header, statement);
    if (!done) broken.delete(header);
  }
  return broken.size > 0 ? lines.join('\n') : undefined;
}

/** A changed line that begins a function itself: what is below it belongs to it. */
function ownHeader(text: string, at: number): number | undefined {
  const line = text.slice(0, at).split('\n').length - 1;
  const below = text
    .split('\n')
    .slice(line + 1)
    .findIndex((one) => one.trim() !== '');
  if (below < 0) return undefined;
  const start =
    text
      .split('\n')
      .slice(0, line + 1 + below)
      .join('\n').length + 1;
  return functionHeader(text, start)?.line === line ? line : undefined;
}

/** Offset of the line in which two texts differ first. */
function firstDifference(before: string, after: string): number {
  let at = 0;
  while (at < after.length && before[at] === after[at]) at += 1;
  return after.lastIndexOf('\n', at - 1) + 1;
}

/** Puts the statement below the header of a function of Python. */
function breakBlock(lines: string[], header: number, statement: string): boolean {
  const end = lines.findIndex((line, at) => at >= header && /:\s*(?:#.*)?$/.test(line));
  if (end < 0 || end - header > 20) return false;
  const first = lines.slice(end + 1).find((line) => line.trim() !== '');
  const [indent = ''] = /^\s*/.exec(first ?? '') ?? [];
  if (indent.length <= (/^\s*/.exec(lines[header] ?? '')?.[0].length ?? 0)) return false;
  lines.splice(end + 1, 0, indent + statement);
  return true;
}

/** Puts the statement behind the brace that opens the body of a function. */
function breakBody(lines: string[], header: number, statement: string): boolean {
  let depth = 0;
  let hasParameters = false;
  for (let at = header; at < Math.min(lines.length, header + 20); at += 1) {
    const line = lines[at] ?? '';
    for (let place = 0; place < line.length; place += 1) {
      const character = line[place];
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
