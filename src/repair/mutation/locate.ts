import ts from 'typescript';
import { clusterFailures, type FailureCluster, type TestSpectrum, type PlaceName } from '../search/causes';
import { importsOf } from '../../domain/files/imports';
import { type LineScores, topLines, weighPlaces, type Pointers } from '../search/suspects';
import { stackFrames } from '../../domain/verification/stack';
import type { FailureAnalysis } from '../../domain/verification/failure';
import type { FailedCheck, SandboxLimits } from '../../domain/verification/verification';
import type { ProgramContext, ProgramFiles, Sandbox, TestCoverage } from '../../sandbox';
import type { FilePlaces } from './generate';
import { isFunction, lineOf, parseFile, unlessTooDeep } from '../../codebase';

export interface FailingProgram {
  files: ProgramFiles;
  context: ProgramContext;
  testFiles: readonly string[];
  failures: readonly FailedCheck[];
  analysis: FailureAnalysis;
  limits: SandboxLimits;
  /** May a repair change this path? */
  isMutable(path: string): boolean;
  impactedFiles: readonly string[];
  /** Test files that ran into their time limit. */
  endless: ReadonlySet<string>;
}

/** A failure's suspects: what to mutate for it. */
export interface Suspects {
  /** Ids of the failing tests that one edit should repair. */
  tests: readonly string[];
  /** Test files that run the suspicious files; the others are left to the confirmation. */
  testFiles: readonly string[];
  places: FilePlaces[];
}

/** Test files run for coverage; more add little to the ranking. */
const MAX_COVERED_FILES = 60;
/** Failures of a group whose stacks are read. */
const MAX_STACKS = 5;
/** Time that a test file gets which ran into its limit before, ms. */
const ENDLESS_MS = 500;
/** Files without coverage that are looked at: constants, and programs that do not load. */
const MAX_LOADED_FILES = 40;

/** Groups the failures by probable cause, the largest group first, and names each group's suspicious lines. Runs the tests once, with coverage. */
export async function locate(
  sandbox: Sandbox,
  program: FailingProgram,
  maxLines: number,
  signal: AbortSignal,
): Promise<Suspects[]> {
  const { spectra, executed } = await coverageOf(sandbox, program, signal);
  const covered = new Set(spectra.map((spectrum) => spectrum.id));
  const clusters: FailureCluster[] = clusterFailures(spectra, functionNames(program.files));
  const uncovered = program.failures.filter((failed) => !covered.has(failed.id));
  for (const check of new Set(uncovered.map((failed) => failed.check))) {
    const tests = uncovered.filter((failed) => failed.check === check).map((failed) => failed.id);
    clusters.push({ tests, scores: allLines(importedBy([check], program), program.files) });
  }
  clusters.sort((left, right) => right.tests.length - left.tests.length);
  return clusters.map((cluster) => suspectsOf(cluster, program, executed, maxLines));
}

/** Test file → files that it executed. */
type Executed = ReadonlyMap<string, ReadonlySet<string>>;

async function coverageOf(
  sandbox: Sandbox,
  program: FailingProgram,
  signal: AbortSignal,
): Promise<{ spectra: TestSpectrum[]; executed: Executed }> {
  const failing = new Set(program.failures.map((failed) => failed.id));
  const failingFiles = new Set(program.failures.map((failed) => failed.check));
  const order = [...program.testFiles].sort(
    (a, b) => Number(failingFiles.has(b)) - Number(failingFiles.has(a)),
  );
  const results = await Promise.all(
    order.slice(0, MAX_COVERED_FILES).map(async (testFile) => {
      const limits = program.endless.has(testFile) ? shortened(program.limits) : program.limits;
      const { coverage = [] } = await sandbox.run(
        { files: program.files, context: program.context, testFile, limits, coverage: true },
        signal,
      );
      return { testFile, spectra: coverage.map((test) => spectrumOf(test, program, failing)) };
    }),
  );
  const executed = new Map(
    results.map(({ testFile, spectra }) => [
      testFile,
      new Set(spectra.flatMap((test) => [...test.lines.keys()])),
    ]),
  );
  const spectra = results
    .flatMap((result) => result.spectra)
    .filter((test) => !test.failed || test.lines.size > 0);
  return { spectra, executed };
}

function spectrumOf(
  { id, lines }: TestCoverage,
  program: FailingProgram,
  failing: ReadonlySet<string>,
): TestSpectrum {
  const own = [...lines].filter(([file, executed]) => program.isMutable(file) && executed.length > 0);
  return { id, failed: failing.has(id), lines: new Map(own) };
}

/** An endless test has shown where it turns long before its time is up. */
function shortened(limits: SandboxLimits): SandboxLimits {
  return {
    ...limits,
    wallMs: Math.min(limits.wallMs, 2 * ENDLESS_MS),
    turnMs: Math.min(limits.turnMs, ENDLESS_MS),
  };
}

/** Files that the test files import and a repair may change, nearer ones first. */
export function importedBy(
  testFiles: readonly string[],
  { files, isMutable }: Pick<FailingProgram, 'files' | 'isMutable'>,
): string[] {
  const paths = new Set(testFiles.flatMap((testFile) => importsOf(testFile, files)));
  return [...paths].filter((path) => isMutable(path)).slice(0, MAX_LOADED_FILES);
}

/** All lines of files, those of earlier files higher: for tests that never ran here. */
export function allLines(paths: readonly string[], files: ProgramFiles): LineScores {
  const scores = new Map<string, Map<number, number>>();
  paths.forEach((path, i) => {
    const count = (files.get(path) ?? '').split('\n').length;
    scores.set(path, new Map(Array.from({ length: count }, (_, line) => [line + 1, 0.9 ** i])));
  });
  return scores;
}

function suspectsOf(
  cluster: FailureCluster,
  program: FailingProgram,
  executed: Executed,
  maxLines: number,
): Suspects {
  const wanted = new Set(cluster.tests);
  const own = program.failures.filter((failed) => wanted.has(failed.id));
  const scores = topLines(weighPlaces(cluster.scores, pointersOf(cluster, own, program)), maxLines);
  const failingFiles = new Set(own.map((failed) => failed.check));
  const runs = (testFile: string): Iterable<string> =>
    executed.get(testFile) ?? importsOf(testFile, program.files);
  return {
    tests: cluster.tests,
    testFiles: program.testFiles.filter(
      (file) => failingFiles.has(file) || [...runs(file)].some((path) => scores.has(path)),
    ),
    places: [...placesOf(scores, program), ...loadedPlaces(scores, own, program)],
  };
}

/** Stacks of a few of the failures, and the place of the analysis if it is one of these failures' files. */
function pointersOf(
  cluster: FailureCluster,
  failures: readonly FailedCheck[],
  program: FailingProgram,
): Pointers {
  const mutable = [...program.files.keys()].filter((path) => program.isMutable(path));
  const frames = failures
    .slice(0, MAX_STACKS)
    .flatMap((failed) => stackFrames(failed.failure.stack ?? '', mutable));
  const { file, line } = program.analysis.location ?? {};
  const isOwn = file !== undefined && cluster.scores.has(file);
  return isOwn && line !== undefined ? { frames, location: { file, line } } : { frames };
}

function placesOf(scores: LineScores, program: FailingProgram): FilePlaces[] {
  return [...scores].map(([path, lines]) => ({
    path,
    text: program.files.get(path) ?? '',
    lines,
    // Constants of the file: executed before any test began.
    loadScore: 0.5 * Math.max(...lines.values()),
    precedence: precedenceOf(path, program),
  }));
}

/** Files that the failing tests load but no test's coverage holds: nothing but constants, or dead. */
function loadedPlaces(
  scores: LineScores,
  failures: readonly FailedCheck[],
  program: FailingProgram,
): FilePlaces[] {
  const paths = new Set(failures.flatMap((failed) => importsOf(failed.check, program.files)));
  return [...paths]
    .filter((path) => program.isMutable(path) && !scores.has(path))
    .slice(0, MAX_LOADED_FILES)
    .map((path) => ({
      path,
      text: program.files.get(path) ?? '',
      lines: new Map(),
      loadScore: 0.3,
      precedence: precedenceOf(path, program),
    }));
}

function precedenceOf(path: string, program: FailingProgram): number {
  return program.impactedFiles.includes(path) ? 0 : 1;
}

/** Names functions by file and first line, parsing each file once. */
export function functionNames(files: ProgramFiles): PlaceName {
  const known = new Map<string, { first: number; last: number }[]>();
  return (path, line) => {
    const ranges = known.get(path) ?? functionRanges(path, files.get(path) ?? '');
    known.set(path, ranges);
    // Inner functions come after outer ones: the last that fits is the innermost.
    const around = ranges.findLast((range) => range.first <= line && line <= range.last);
    return `${path}:${around?.first ?? 0}`;
  };
}

function functionRanges(path: string, text: string): { first: number; last: number }[] {
  const ranges: { first: number; last: number }[] = [];
  unlessTooDeep(() => {
    const file = parseFile(path, text);
    const visit = (node: ts.Node): void => {
      if (file && isFunction(node))
        ranges.push({ first: lineOf(file, node.getStart()), last: lineOf(file, node.end) });
      ts.forEachChild(node, visit);
    };
    if (file) visit(file.source);
  });
  return ranges;
}
