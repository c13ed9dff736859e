import ts from 'typescript';
import { clusterFailures, type FailureCluster, type TestSpectrum } from '../../../domain/mutation/cluster';
import { importsOf } from '../../../domain/mutation/imports';
import type { LineScores } from '../../../domain/mutation/ochiai';
import { stackFrames, type Frame } from '../../../domain/mutation/stack';
import { topLines, weighPlaces } from '../../../domain/mutation/suspects';
import type { FailureAnalysis } from '../../../domain/failure';
import type { FailedCheck, SandboxLimits } from '../../../domain/verification';
import type { ProgramFiles, Sandbox } from '../../sandbox/types';
import type { FilePlaces } from './generate';
import { isFunction, lineOf, parseFile, unlessTooDeep } from './parse';

/** A program with the tests that fail on it. */
export interface FailingProgram {
  files: ProgramFiles;
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
/** Time that a test file gets which ran into its limit before, ms. */
const ENDLESS_MS = 500;
/** Files without coverage that are looked at: constants, and programs that do not load. */
const MAX_LOADED_FILES = 40;

/** Groups the failures by probable cause and names each group's suspicious lines. Runs the tests once, with coverage. */
export async function locate(sandbox: Sandbox, program: FailingProgram, maxLines: number, signal: AbortSignal): Promise<Suspects[]> {
  const spectra = await coverageOf(sandbox, program, signal);
  const covered = new Set(spectra.map((spectrum) => spectrum.id));
  const clusters: FailureCluster[] = clusterFailures(spectra, functionNames(program.files));
  const uncovered = program.failures.filter((failed) => !covered.has(failed.id));
  for (const check of new Set(uncovered.map((failed) => failed.check))) {
    const tests = uncovered.filter((failed) => failed.check === check).map((failed) => failed.id);
    clusters.push({ tests, scores: loadedLines(check, program) });
  }
  return clusters.map((cluster) => suspectsOf(cluster, program, maxLines));
}

async function coverageOf(sandbox: Sandbox, program: FailingProgram, signal: AbortSignal): Promise<TestSpectrum[]> {
  const failing = new Set(program.failures.map((failed) => failed.id));
  const failingFiles = new Set(program.failures.map((failed) => failed.check));
  const order = [...program.testFiles].sort((a, b) => Number(failingFiles.has(b)) - Number(failingFiles.has(a)));
  const results = await Promise.all(
    order.slice(0, MAX_COVERED_FILES).map((testFile) => {
      const limits = program.endless.has(testFile) ? shortened(program.limits) : program.limits;
      return sandbox.run({ files: program.files, testFile, limits, coverage: true }, signal);
    }),
  );
  return results
    .flatMap((result) => result.coverage ?? [])
    .map(({ id, lines }) => ({
      id,
      failed: failing.has(id),
      lines: new Map([...lines].filter(([file, executed]) => program.isMutable(file) && executed.length > 0)),
    }))
    .filter((spectrum) => !spectrum.failed || spectrum.lines.size > 0);
}

/** An endless test has shown where it turns long before its time is up. */
function shortened(limits: SandboxLimits): SandboxLimits {
  return { ...limits, wallMs: Math.min(limits.wallMs, 2 * ENDLESS_MS), turnMs: Math.min(limits.turnMs, ENDLESS_MS) };
}

/** All lines of what a test file imports, nearer files higher: for tests that never ran. */
function loadedLines(testFile: string, program: FailingProgram): LineScores {
  const scores = new Map<string, Map<number, number>>();
  importsOf(testFile, program.files)
    .filter((path) => program.isMutable(path))
    .slice(0, MAX_LOADED_FILES)
    .forEach((path, i) => {
      const count = (program.files.get(path) ?? '').split('\n').length;
      const score = 0.9 ** i;
      scores.set(path, new Map(Array.from({ length: count }, (_, line) => [line + 1, score])));
    });
  return scores;
}

function suspectsOf(cluster: FailureCluster, program: FailingProgram, maxLines: number): Suspects {
  const wanted = new Set(cluster.tests);
  const own = program.failures.filter((failed) => wanted.has(failed.id));
  const mutable = [...program.files.keys()].filter((path) => program.isMutable(path));
  const frames = own.slice(0, 5).flatMap((failed) => stackFrames(failed.failure.stack ?? '', mutable));
  const { location } = program.analysis;
  const named: Frame | undefined =
    location?.line !== undefined && program.files.has(location.file) && program.isMutable(location.file)
      ? { file: location.file, line: location.line }
      : undefined;
  const scores = topLines(weighPlaces(cluster.scores, { frames, location: named }), maxLines);
  return { tests: cluster.tests, places: [...placesOf(scores, program), ...loadedPlaces(scores, own, program)] };
}

function placesOf(scores: LineScores, program: FailingProgram): FilePlaces[] {
  return [...scores].map(([path, lines]) => ({
    path,
    text: program.files.get(path) ?? '',
    lines,
    // Constants of the file: executed before any test began.
    loadScore: 0.5 * Math.max(...lines.values()),
    tier: tierOf(path, program),
  }));
}

/** Files that the failing tests load but no test's coverage holds: nothing but constants, or dead. */
function loadedPlaces(scores: LineScores, failures: readonly FailedCheck[], program: FailingProgram): FilePlaces[] {
  const paths = new Set(failures.flatMap((failed) => importsOf(failed.check, program.files)));
  return [...paths]
    .filter((path) => program.isMutable(path) && !scores.has(path))
    .slice(0, MAX_LOADED_FILES)
    .map((path) => ({
      path,
      text: program.files.get(path) ?? '',
      lines: new Map(),
      loadScore: 0.3,
      tier: tierOf(path, program),
    }));
}

function tierOf(path: string, program: FailingProgram): number {
  return program.impactedFiles.includes(path) ? 0 : 1;
}

/** Names functions by file and first line, parsing each file once. */
function functionNames(files: ProgramFiles): (file: string, line: number) => string {
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
      if (file && isFunction(node)) ranges.push({ first: lineOf(file, node.getStart()), last: lineOf(file, node.end) });
      ts.forEachChild(node, visit);
    };
    if (file) visit(file.source);
  });
  return ranges;
}
