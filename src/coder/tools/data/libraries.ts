/** Packages that generated code may import. */
export const ALLOWED_LIBRARIES: readonly string[] = ['lodash-es', 'date-fns', 'simple-statistics'];

/** True if code may import a module: an allowed package, or a file of it. */
export function isAllowedImport(specifier: string): boolean {
  return ALLOWED_LIBRARIES.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}
