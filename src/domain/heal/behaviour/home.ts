/** Lines above an edit that are searched for its function. */
const MOST_ABOVE = 200;
const HEADER =
  /^\s{0,80}(?:(?:export|default|async|static|public|private|protected|override|pub|const|unsafe|final|boolean|int)\s{1,9}){0,6}(?:(?:def|func|fn|function)\s{1,9}(?:\([^()]{0,80}\)\s{0,9})?)?(\w{1,80})\s{0,9}[(<]/;

/** Name of the function whose header stands above a place, less indented than it: read from lines, for any language. */
export function functionAt(text: string, offset: number): string | undefined {
  const lines = text.slice(0, offset).split('\n');
  const depthOf = (line: string): number => line.length - line.trimStart().length;
  let depth = depthOf(text.slice(offset, offset + 200));
  for (let at = lines.length - 1, seen = 0; at >= 0 && seen < MOST_ABOVE; at--, seen++) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || depthOf(line) >= depth) continue;
    depth = depthOf(line);
    const [, name] = HEADER.exec(line.slice(0, 300)) ?? [];
    if (name !== undefined && !KEYWORDS.has(name)) return name;
  }
  return undefined;
}

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['if', 'for', 'while', 'switch', 'match', 'catch', 'with', 'elif', 'return', 'super', 'class', 'impl'],
]);
