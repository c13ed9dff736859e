/** Targets of specifiers that no relative path of the project explains. Shared by worker, child and runtime. */

/** A module by its path, or why there is none. */
export type Link = { path: string } | { missing: string };

/** A specifier as a module names it. `import`: the conditions of `import` come first, else those of `require`. */
export interface Wanted {
  /** Path of the module that asks, in the project or in one of its packages. */
  from: string;
  specifier: string;
  kind: 'import' | 'require';
}

/** Paths of package files begin or go on with this folder. */
const PACKAGES = /(^|\/)node_modules\//;

/** True if a path is that of a package's file. */
export function isPackageFile(path: string): boolean {
  return PACKAGES.test(path);
}

/**
 * Packages that extend the test API and so get it, and packages that tests check with. Code under test may not load
 * them: it could change what the tests find. Jest's parts that only compute or print are not listed: programs use them.
 */
const TEST_PACKAGES =
  /(^|\/)node_modules\/(?:(?:chai|sinon|should|expect|expect\.js|unexpected|testdouble)\/|@testing-library\/|(?!jest-(?:diff|docblock|get-type|matcher-utils|regex-util|worker)\/)(?:@[^/]+\/)?(?:jest|vitest|expect|chai)-[^/]+\/|(?:@[^/]+\/)?[^/]+-(?:jest|vitest)\/)/;

/** True if a package's file belongs to the tests. */
export function isTestPackage(path: string): boolean {
  return TEST_PACKAGES.test(path);
}

/** Modules of the test API: the sandbox's own, whatever is installed. */
export const TEST_MODULES: ReadonlySet<string> = new Set(['@jest/globals', 'vitest']);

/** `@scope/name` or `name` of a bare specifier. */
export function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

/** The way out where the sandbox lacks something. */
export const COMMAND_CHECK = 'Use a command check (for example --check "npm test") for tests that need it.';
