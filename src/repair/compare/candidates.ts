import { confidenceIn, letterOf } from '../../domain/heal/behaviour';
import type { AnswerTest, Standing } from '../../domain/heal/standing';
import type { HostDirectory } from '../../domain/files/workspace';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { excerpt, excerptsOfDifference } from '../../domain/text';
import { failuresOf, isNotRun } from '../../domain/verification/failed-checks';
import { isSourceFile } from '../../domain/verification/protected-paths';
import type { VerificationReport, VerificationSpec } from '../../domain/verification/verification';
import type { ProgramFiles } from '../../sandbox';
import { readReport } from '../../verifier';
import { treeOf } from '../mutation/candidate';
import type { MutationDeps } from '../mutation/deps';
import { passedIds } from '../mutation/trials';
import { withAnswer, type AnsweredCall } from './answer-test';
import { answeredCall, compareRepairs, type ComparedRepair, type ReplayProgram } from './index';

/** Candidates of a round that pass all tests, in the order of rank, whoever proposed them. */
export interface CompareInput {
  /** The tree that they repair, and its report. */
  base: TreeHash;
  report: BlobHash;
  candidates: readonly { tree: TreeHash; size: number }[];
  spec: VerificationSpec;
  directory?: HostDirectory;
}

/** A candidate with its place among the others. */
export interface ComparedCandidate {
  tree: TreeHash;
  standing: Standing;
}

type CompareDeps = Pick<MutationDeps, 'sandbox' | 'blobs' | 'loadProgram' | 'applyEdits'>;

const ANSWER_CHARS = 300;

/**
 * Tells candidates apart by their behaviour, the likeliest group first. Empty where nothing is known of it: no test of the sandbox
 * calls what they change, or they change other files than its sources.
 */
export async function compareCandidates(
  deps: CompareDeps,
  { base, report: hash, candidates, spec, directory }: CompareInput,
  signal: AbortSignal,
): Promise<ComparedCandidate[]> {
  const [report, { files, context }] = await Promise.all([
    readReport(deps.blobs, hash),
    deps.loadProgram({ tree: base, spec, directory }),
  ]);
  const program = { ...programOf(report, spec), files, context };
  if (program.testFiles.length === 0) return [];
  const repairs = await Promise.all(
    candidates.map(async ({ tree, size }, place): Promise<ComparedRepair<TreeHash>> => {
      const changed = await deps.loadProgram({ tree, spec, directory });
      const texts = [...changed.files].filter(
        ([path, text]) => isSourceFile(path) && files.get(path) !== text,
      );
      return {
        repair: tree,
        place,
        size,
        texts: new Map(texts),
        signs: [],
        belief: 1,
        likeness: 1,
        code: '',
      };
    }),
  );
  if (repairs.some(({ texts }) => texts.size === 0)) return [];
  const { groups, deciding } = await compareRepairs(deps.sandbox, program, repairs, signal);
  // Where no call parts them, each is a group of its own: then nothing is known.
  if (groups.length > 1 && !deciding) return [];
  const { level, reason } = confidenceIn(groups);
  const failing = program.failures.map(({ id }) => id.split(' > ')[0] ?? id);
  const shown = excerptsOfDifference(deciding?.answers ?? [], ANSWER_CHARS);
  return Promise.all(
    groups.flatMap(({ members }, index) =>
      members.map(async ({ repair: tree }): Promise<ComparedCandidate> => {
        const answer = deciding?.answers[index];
        const answered = deciding && answer !== undefined ? answeredCall(deciding.text, answer) : undefined;
        const test = answered && (await answerTest(deps, files, { tree, answered, failing }));
        const asked = deciding && { call: excerpt(deciding.text, ANSWER_CHARS), answer: shown[index] };
        const standing = { group: letterOf(index), confidence: level, reason };
        return {
          tree,
          standing: { ...standing, ...(asked && { deciding: { ...asked, ...(test && { test }) } }) },
        };
      }),
    ),
  );
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
    const text = withAnswer(path, files.get(path) ?? '', answered);
    const tested = text === undefined ? undefined : await treeOf(deps, tree, new Map([[path, text]]));
    if (tested !== undefined) return { tree: tested, path };
  }
  return undefined;
}
