const NAME = /[\w-]/;
const WORD = /\w/;

/**
 * Makes paths in `roots` relative: a checkout's own path differs from run to run and means nothing. They begin with
 * `./`; without it a missing file reads like a package that is not installed.
 */
export function relativePaths(text: string, roots: readonly string[]): string {
  // The longest first: one may end in another.
  const ordered = roots.filter((root) => root !== '').toSorted((a, b) => b.length - a.length);
  return ordered.reduce((said, root) => withoutRoot(said, root), text);
}

/** The root goes where its last name ends: not the beginning of a neighbour's. */
function withoutRoot(text: string, root: string): string {
  const [first = '', ...rest] = text.split(root);
  return rest.reduce((said, part) => {
    const longer = NAME.test(part[0] ?? '') || (part[0] === '.' && WORD.test(part[1] ?? ''));
    return said + (longer ? root : '.') + part;
  }, first);
}
