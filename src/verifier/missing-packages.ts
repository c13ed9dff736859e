import { isManifest, readManifest } from '../domain/dependencies/manifests';
import type { Manifest } from '../domain/dependencies/types';
import { failuresOf } from '../domain/verification/failed-checks';
import { isDeclared, isMissingPackage, withUnmendable } from '../domain/verification/missing-packages';
import type { Verification, VerificationReport } from '../domain/verification/verification';
import type { LoadedProgram, LoadProgram, LoadTask } from './load-program';

/** Files of other languages that are searched for an import. */
const MOST_SOURCES = 2_000;
const OTHER_SOURCE = /\.(?:py|go|rs)$/;

interface Verified {
  task: LoadTask;
  program: LoadedProgram;
  baseline: VerificationReport | undefined;
}

/**
 * The verification, with missing packages unrepairable where a manifest declares them or where the import stood in a
 * green baseline. Any other missing package may be a mistaken name, which an edit can mend.
 */
export async function withMissingPackages(
  loadProgram: LoadProgram,
  { task, program, baseline }: Verified,
  verification: Verification,
): Promise<Verification> {
  const modules = verification.failures.flatMap(({ analysis }) =>
    isMissingPackage(analysis) ? [analysis.module] : [],
  );
  if (modules.length === 0) return verification;
  const manifests = await manifestsOf(program);
  const stood =
    baseline && isGreen(baseline)
      ? await importedIn(await loadProgram({ ...task, tree: baseline.tree }), modules)
      : new Set<string>();
  return withUnmendable(verification, (one) => stood.has(one.module) || isDeclared(one, manifests));
}

function isGreen({ checks, flaky }: VerificationReport): boolean {
  return checks.flatMap(failuresOf).every(({ id }) => flaky.includes(id));
}

async function manifestsOf(program: LoadedProgram): Promise<Manifest[]> {
  const texts = await textsOf(program, isManifest);
  return [...texts].flatMap(([path, text]) => readManifest(path, text) ?? []);
}

/** Those of the modules that a program names in an import. */
async function importedIn(program: LoadedProgram, modules: readonly string[]): Promise<ReadonlySet<string>> {
  const others = await textsOf(program, (path) => OTHER_SOURCE.test(path));
  const texts = [...program.files.values(), ...others.values()];
  return new Set(modules.filter((module) => texts.some((text) => names(text, module))));
}

function names(text: string, module: string): boolean {
  if (text.includes(`'${module}'`) || text.includes(`"${module}"`)) return true;
  return [`import ${module}`, `from ${module} `, `from ${module}.`, `crate ${module}`].some((one) =>
    text.includes(one),
  );
}

async function textsOf(
  { files, context: { assets } }: LoadedProgram,
  isWanted: (path: string) => boolean,
): Promise<Map<string, string>> {
  const paths = (assets?.paths ?? []).filter(isWanted).slice(0, MOST_SOURCES);
  const read = await Promise.all(
    paths.map(async (path) => [path, String(Buffer.from((await assets?.read(path)) ?? []))] as const),
  );
  return new Map([...[...files].filter(([path]) => isWanted(path)), ...read]);
}
