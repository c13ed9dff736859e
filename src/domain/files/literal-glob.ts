/** A path as a glob that means it alone. */
export function literalGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()!@+|]/g, '\\$&');
}
