import type { AnswerTest, Standing } from '../../domain/heal/standing';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { HostDirectory } from '../../domain/files/workspace';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { failuresOf, isNotRun } from '../../domain/verification/failed-checks';
import { isSourceFile } from '../../domain/verification/protected-paths';
import type { VerificationReport, VerificationSpec } from '../../domain/verification/verification';
import type { ProgramFiles } from '../../sandbox';
import { readReport } from '../../verifier';
import { failedCommands } from '../commands/check-target';
import { readSources } from '../commands/types';
import { treeOf, type MutationDeps } from '../mutation/candidate';
import { passedIds } from '../mutation/trials';
import { withAnswer, type AnsweredCall } from './answer-test';
import { allJudged, compareRepairs, type ComparedRepair, type Comparison, type ReplayProgram } from '.';
import { comparePython, runsPython } from './python';
import { withPythonAnswer } from './python/answer-test';

/** Candidates of a round that pass all tests, in the order of rank, whoever proposed them. */
export interface CompareInput {
  /** The tree that they repair, and its report. */
  base: TreeHash;
  report: BlobHash;
  candidates: readonly { tree: TreeHash; size: number }[];
  spec: VerificationSpec;
  directory?: HostDirectory;
  heavyFolders?: HeavyRules;
}

/** A candidate with its place among the others. */
export interface ComparedCandidate {
  tree: TreeHash;
  standing: Standing;
}

type CompareDeps = Pick<MutationDeps, 'sandbox' | 'blobs' | 'loadProgram' | 'applyEdits' | 'benchesOf'>;

/**
 * Tells candidates that change sources apart by their behaviour, the likeliest group first. Empty where nothing is known of it: no test
 * calls what they change, or these are of a language whose calls nobody records.
 */
export async function compareCandidates(
  deps: CompareDeps,
  input: CompareInput,
  signal: AbortSignal,
): Promise<ComparedCandidate[]> {
  const { base, spec, directory } = input;
  const [report, { files, context }] = await Promise.all([
    readReport(deps.blobs, input.report),
    deps.loadProgram({ tree: base, spec, directory }),
  ]);
  const program = { ...programOf(report, spec), files, context };
  const sources = await readSources(files, context);
  const all = await Promise.all(
    input.candidates.map((candidate, place) => repairOf(deps, input, sources, { ...candidate, place })),
  );
  // One that changes no source, such as settings, has no behaviour of its own.
  const repairs = all.filter(({ texts }) => texts.size > 0);
  if (repairs.length < 2) return [];
  const isInSandbox = repairs.every(({ texts }) => [...texts.keys()].every(isSourceFile));
  const comparison = isInSandbox
    ? program.testFiles.length > 0 && (await compareRepairs(deps.sandbox, program, repairs, signal))
    : await inBench(deps, input, { report, sources, repairs }, signal);
  if (!comparison) return [];
  const { groups } = comparison;
  // Where no call parts any of them, each is a group of its own: then nothing is known.
  if (groups.length > 1 && !groups.some(({ isParted }) => isParted)) return [];
  const failures = report.checks.flatMap(failuresOf).filter(({ id }) => !report.flaky.includes(id));
  const failing = failures.map(({ id }) => id.split(' > ')[0] ?? id);
  return Promise.all(
    allJudged(comparison).map(async ({ repair: tree, standing, answered }): Promise<ComparedCandidate> => {
      const test = answered && (await answerTest(deps, sources, { tree, answered, failing }));
      return { tree, standing: withTest(standing, test) };
    }),
  );
}

export function withTest(standing: Standing, test: AnswerTest | undefined): Standing {
  return standing.deciding && test ? { ...standing, deciding: { ...standing.deciding, test } } : standing;
}

/** A candidate by the sources that it changes. */
async function repairOf(
  { loadProgram }: CompareDeps,
  { spec, directory }: CompareInput,
  sources: ProgramFiles,
  { tree, size, place }: { tree: TreeHash; size: number; place: number },
): Promise<ComparedRepair<TreeHash>> {
  const changed = await loadProgram({ tree, spec, directory });
  const now = await readSources(changed.files, changed.context);
  const texts = new Map([...now].filter(([path, text]) => sources.get(path) !== text));
  return { repair: tree, place, size, texts, signs: [], belief: 1, likeness: 1, code: '' };
}

/** Compares by the tests of a command; undefined where it can't run here, or runs no Python. */
async function inBench(
  { benchesOf }: CompareDeps,
  { base, spec, directory, heavyFolders }: CompareInput,
  given: { report: VerificationReport; sources: ProgramFiles; repairs: readonly ComparedRepair<TreeHash>[] },
  signal: AbortSignal,
): Promise<Comparison<TreeHash> | undefined> {
  const { report, sources, repairs } = given;
  const failed = failedCommands(report, spec).find(runsPython);
  if (!failed || !benchesOf) return undefined;
  const bench = await benchesOf({ directory, spec, heavyFolders })(base, signal);
  if (typeof bench === 'string') return undefined;
  try {
    return await comparePython(bench, failed, sources, repairs, signal);
  } finally {
    await bench.dispose();
  }
}

/** The tests of the sandbox, as the tree before any repair passed and failed them. */
function programOf(
  { checks, flaky }: VerificationReport,
  { limits }: VerificationSpec,
): Omit<ReplayProgram, 'files' | 'context'> {
  const tests = checks.filter((check) => check.kind === 'tests');
  return {
    testFiles: tests.filter((check) => !isNotRun(check)).map(({ name }) => name),
    failures: tests.flatMap(failuresOf).filter(({ id }) => !flaky.includes(id)),
    limits,
    passing: passedIds(tests),
  };
}

/** The tree with the answer as a test of one of the files whose tests failed. */
export async function answerTest(
  deps: Pick<CompareDeps, 'applyEdits'>,
  files: ProgramFiles,
  { tree, answered, failing }: { tree: TreeHash; answered: AnsweredCall; failing: readonly string[] },
): Promise<AnswerTest | undefined> {
  for (const path of new Set(failing)) {
    const before = files.get(path) ?? '';
    const text = path.endsWith('.py')
      ? withPythonAnswer(before, answered)
      : withAnswer(path, before, answered);
    const tested = text === undefined ? undefined : await treeOf(deps, tree, new Map([[path, text]]));
    if (tested !== undefined) return { tree: tested, path };
  }
  return undefined;
}
