import picomatch from 'picomatch';
import { isSourceFile, isTestFile, protectedReason } from '../../domain/protected-paths';
import type { VerificationSpec } from '../../domain/verification';

/** Test files among the paths: by the user's globs, else by the usual Jest names. Sorted. */
export function selectTestFiles(paths: readonly string[], spec: VerificationSpec): string[] {
  const matches = spec.tests ? picomatch([...spec.tests]) : isTestFile;
  return paths.filter((path) => isSourceFile(path) && matches(path)).sort();
}

/** Why a repair may not change a path: the general rule, and the user's own test globs. */
export function protector(spec: VerificationSpec): (path: string) => string | undefined {
  const chosen = spec.tests?.length ? picomatch([...spec.tests]) : () => false;
  return (path) => (chosen(path) ? 'is a test' : protectedReason(path));
}
