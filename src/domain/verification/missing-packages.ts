/** Imports that are not found: a machine that lacks what the project asks for, or a mistaken name. */
import { isSamePackage, packageOf } from '../dependencies/import-names';
import type { Ecosystem, Manifest } from '../dependencies/types';
import type { FailureAnalysis } from './failure';
import type { Verification } from './verification';

const ECOSYSTEMS: Readonly<Record<string, Ecosystem>> = { py: 'python', go: 'go', rs: 'cargo' };

/** True if an analysis says that a package is not found, which one it names. */
export function isMissingPackage(
  analysis: FailureAnalysis,
): analysis is FailureAnalysis & { module: string } {
  return analysis.cause === 'missing-package' && analysis.module !== undefined;
}

/** True if a manifest declares the package that an import means: what lacks is its installation. */
export function isDeclared(
  { module, location }: Pick<FailureAnalysis, 'location'> & { module: string },
  manifests: readonly Manifest[],
): boolean {
  const suffix = location?.file.split('.').at(-1) ?? '';
  const ecosystem = ECOSYSTEMS[suffix] ?? 'npm';
  const name = packageOf(module, ecosystem);
  return (
    name !== undefined &&
    manifests.some(
      (manifest) =>
        manifest.ecosystem === ecosystem &&
        manifest.declared.some((one) => isSamePackage(name, one.name, ecosystem)),
    )
  );
}

/** The verification, its failures unrepairable where no edit can bring the package that they lack. */
export function withUnmendable(
  verification: Verification,
  isUnmendable: (analysis: FailureAnalysis & { module: string }) => boolean,
): Verification {
  const failures = verification.failures.map((failed) => {
    const { analysis } = failed;
    return isMissingPackage(analysis) && isUnmendable(analysis)
      ? { ...failed, analysis: { ...analysis, repairable: false } }
      : failed;
  });
  return { ...verification, failures };
}
