/**
 * The text with paths in `roots` relative: a checkout's own path differs from run to run, and says nothing. They
 * begin with `./`, since without it a file that is missing reads like a package that is not installed.
 */
export function relativePaths(text: string, roots: readonly string[]): string {
  // The longest first: one may end in another.
  const ordered = roots.toSorted((a, b) => b.length - a.length);
  return ordered.reduce((said, root) => said.replace(prefix(root), '.'), text);
}

/** The root where its last name ends: not the beginning of a neighbour's. */
function prefix(root: string): RegExp {
  return new RegExp(`${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-]|\\.\\w)`, 'g');
}
