import { weakenings } from '../../domain/integrity/weakening';
import type { TreeHash } from '../../domain/ids';
import { isSourceFile, isTestSide, protectedReason } from '../../domain/protected-paths';
import type { VerificationSpec } from '../../domain/verification';
import type { FileChange, HostDirectory } from '../../domain/workspace';
import { readTreeFile } from '../../store/tree-store';
import type { BlobStore, TreeStore } from '../../store/types';
import type { LoadProgram } from '../verifier/load-program';
import { selectTestFiles } from '../verifier/select-tests';
import { shadowsOf } from './shadows';
import { literalsOf, specialCases, type SpecialCase } from './special-cases';
import { testFactsOf } from './test-facts';

/** A change to be inspected: what it started from and what it made. */
export interface InspectedChange {
  base: TreeHash;
  tree: TreeHash;
  changes: readonly FileChange[];
  spec: VerificationSpec;
  /** Where packages are, if this is its machine. */
  directory?: HostDirectory;
}

/** A path and why the change of it is not accepted; `message` is a whole sentence. */
export interface Objection {
  path: string;
  message: string;
}

/** What a change does to its judges that no single path tells. */
export interface Inspection {
  /** Tests weakened, files shadowed: any of them is the end of the change. */
  objections: Objection[];
  /** What a reader should look at, a sentence each: it may be honest. */
  warnings: string[];
}

export type Inspect = (change: InspectedChange) => Promise<Inspection>;

/** An inspector over a store. It looks into the whole tree only where a change gives a reason to. */
export function createInspector(deps: {
  trees: TreeStore;
  blobs: BlobStore;
  loadProgram: LoadProgram;
}): Inspect {
  return async (change) => ({
    objections: [...(await weakenedTests(deps, change)), ...(await shadowing(deps, change))],
    warnings: await answeredTests(deps, change),
  });
}

/** New special cases that answer an input of the tests with a value of the tests. */
async function answeredTests(
  deps: { trees: TreeStore; blobs: BlobStore; loadProgram: LoadProgram },
  { base, tree, changes, spec, directory }: InspectedChange,
): Promise<string[]> {
  const suspects: (SpecialCase & { path: string })[] = [];
  for (const { path, change, renamedFrom } of changes) {
    if (change === 'deleted' || !isSourceFile(path) || isTest(path)) continue;
    const before = await readTreeFile(deps, base, renamedFrom ?? path);
    const after = await readTreeFile(deps, tree, path);
    const known = new Set(specialCases(path, before?.toString('utf8') ?? '').map(caseKey));
    const now = specialCases(path, after?.toString('utf8') ?? '');
    suspects.push(...now.filter((one) => !known.has(caseKey(one))).map((one) => ({ ...one, path })));
  }
  if (suspects.length === 0) return [];
  const { files, context } = await deps.loadProgram({ tree: base, spec, directory });
  const tests = selectTestFiles([...files.keys()], spec, context.config);
  const literals = tests.map((path) => literalsOf(path, files.get(path) ?? ''));
  return suspects
    .filter(({ inputs, output }) =>
      literals.some((known) => known.has(output) && inputs.every((input) => known.has(input))),
    )
    .slice(0, 5)
    .map(
      ({ path, line, inputs, output }) =>
        `${path}:${line} answers an input of the tests (${inputs.join(', ')}) with the very value that they expect (${output}): look whether it solves the problem or only the tests.`,
    );
}

function caseKey({ inputs, output }: SpecialCase): string {
  return `${inputs.join()}=${output}`;
}

/** Tests that may be changed must not ask for less. New ones ask for more. */
async function weakenedTests(
  stores: { trees: TreeStore; blobs: BlobStore },
  { base, tree, changes }: InspectedChange,
): Promise<Objection[]> {
  const objections: Objection[] = [];
  for (const { path, change, renamedFrom } of changes) {
    const old = renamedFrom ?? path;
    if (change === 'added' || !isTest(old)) continue;
    const before = await readTreeFile(stores, base, old);
    const after = change === 'deleted' ? undefined : await readTreeFile(stores, tree, path);
    const facts = testFactsOf(old, before?.toString('utf8') ?? '');
    if (!facts) continue;
    const now = after && testFactsOf(path, after.toString('utf8'));
    const weaker = weakenings(facts, now);
    if (weaker.length > 0)
      objections.push({ path, message: `${path} ${weaker.join(', ')}: a test must not be weakened.` });
  }
  return objections;
}

function isTest(path: string): boolean {
  return isTestSide(path) || protectedReason(path) === 'is a test';
}

async function shadowing(
  deps: { trees: TreeStore; loadProgram: LoadProgram },
  { base, tree, changes, spec, directory }: InspectedChange,
): Promise<Objection[]> {
  const added = changes
    .filter(({ change }) => change === 'added' || change === 'renamed')
    .map(({ path }) => path);
  if (added.length === 0) return [];
  const [program, listed] = await Promise.all([
    deps.loadProgram({ tree: base, spec, directory }),
    deps.trees.list(tree),
  ]);
  const paths = new Set(listed.filter((file) => file.type === 'file').map((file) => file.path));
  const found = await shadowsOf(program, added, paths);
  return found.map(({ path, problem }) => ({
    path,
    message: `${path} ${problem}: change that file, or choose another name.`,
  }));
}
