/** Most characters of a structure: each repair attempt of a result holds one. */
const MOST_CHARS = 1_000;
const DEEPEST = 3;

/**
 * The files of a project in few lines: each by its path where that fits, else folders with their numbers of files, as
 * deep as fits.
 */
export function projectStructure(paths: readonly string[], limit = MOST_CHARS): string {
  const sorted = [...paths].sort();
  for (let depth = Infinity; depth > 0; depth = depth === Infinity ? DEEPEST : depth - 1) {
    const text = atDepth(sorted, depth);
    if (text.length <= limit) return text;
  }
  const kept: string[] = [];
  let left = limit - 40;
  const lines = atDepth(sorted, 1).split('\n');
  for (const line of lines) {
    if ((left -= line.length + 1) < 0) break;
    kept.push(line);
  }
  return [...kept, `… and ${lines.length - kept.length} more`].join('\n');
}

function atDepth(paths: readonly string[], depth: number): string {
  const lines = new Map<string, number>();
  for (const path of paths) {
    const parts = path.split('/');
    const line = parts.length <= depth ? path : `${parts.slice(0, depth).join('/')}/`;
    lines.set(line, (lines.get(line) ?? 0) + 1);
  }
  return [...lines]
    .map(([line, count]) =>
      line.endsWith('/') ? `${line} (${count} ${count === 1 ? 'file' : 'files'})` : line,
    )
    .join('\n');
}
