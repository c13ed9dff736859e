import { failureSection } from '../../domain/verification/analysis';
import type { SourceLocation } from '../../domain/verification/failure';
import type { Evidence } from '../../domain/heal/proposal';
import { protectedReason } from '../../domain/verification/protected-paths';
import { isNotRun } from '../../domain/verification/failed-checks';
import { clip, type Exhibit, exhibitsFor, type Material } from '../../coder';
import { MAX_FAILURES, type Failing } from './evidence-text';
import { locate } from '../../domain/verification/analysis/locate';

/** Distinct places of one text: a linter may name thousands. */
const MAX_PLACES = 100;

/** Places that a text names, one for each line. Linters name a file on a line of its own, and the lines in it below. */
function placesIn(text: string): SourceLocation[] {
  const places = new Map<string, SourceLocation>();
  let heading: string | undefined;
  for (const line of text.split('\n')) {
    if (places.size >= MAX_PLACES) break;
    const alone = /^[^\s:()'"]+\.\w{1,8}$/.exec(line)?.[0];
    heading = alone ?? (line.trim() === '' ? undefined : heading);
    const below = /^\s+(\d+):\d+\s/.exec(line)?.[1];
    const place =
      heading !== undefined && below !== undefined
        ? { file: heading, line: Number(below) }
        : alone === undefined
          ? locate(line, 0)
          : { file: alone };
    if (place) places.set(`${place.file}:${place.line ?? ''}`, place);
  }
  return [...places.values()];
}

const MAX_FILES = 14;
const MAX_TEST_FILES = 4;
/** Characters of what failed by which files are told apart where none is named. */
const WORDS = 2_000;

/** A place in a file of the tree. */
interface Place {
  path: string;
  line?: number;
}

/**
 * Files to show, the most relevant first: places of the analysis, of failures, their stacks and the output of commands;
 * files that the request names; recent changes; imports of failing tests; the tests themselves. If none of these is in
 * the tree: files for a request that names none.
 */
export async function exhibitsOf(
  evidence: Evidence,
  failing: Failing,
  material: Material,
): Promise<Exhibit[]> {
  const lines = new Map<string, Set<number>>();
  const add = (path: string | undefined, line?: number): void => {
    if (path === undefined) return;
    const known = lines.get(path) ?? new Set<number>();
    if (line !== undefined) known.add(line);
    lines.set(path, known);
  };
  const { location } = evidence.analysis;
  const [pointed] = located(material, location ? [location] : []);
  add(pointed?.path, pointed?.line);
  const places = located(material, [
    ...failing.tests.slice(0, MAX_FAILURES).flatMap(placesOf),
    ...failing.commands.slice(0, MAX_FAILURES).flatMap((check) => placesIn(failureSection(check))),
  ]);
  const testFiles = testFilesOf(failing, [...(pointed ? [pointed] : []), ...places], material);
  for (const { path, line } of places) if (!testFiles.includes(path)) add(path, line);
  for (const path of evidence.impactedFiles) add(material.resolve(path));
  const certain = [...lines.keys()];
  for (const path of evidence.errorContext.recentFileChanges) add(material.resolve(path));
  const imported = (await Promise.all(testFiles.map((path) => material.imports(path)))).flat();
  for (const path of imported) add(path);
  for (const path of testFiles.slice(0, MAX_TEST_FILES)) add(path);
  // A failing test fails for what it imports, also where no stack leads there.
  const essential = new Set([...certain, ...imported, ...testFiles.slice(0, MAX_TEST_FILES)]);
  for (const { path, line } of places) if (testFiles.includes(path)) add(path, line);
  for (const path of (await Promise.all(imported.map((from) => material.imports(from)))).flat()) add(path);
  if (lines.size === 0) return unnamed(evidence, failing, material);
  return [...lines].slice(0, MAX_FILES).map(([path, interest]) => ({
    path,
    lines: [...interest],
    essential: essential.has(path),
  }));
}

/** Test files that failed or were stopped, and those that the output of a command names. */
function testFilesOf({ tests, checks }: Failing, named: readonly Place[], material: Material): string[] {
  const stopped = checks.filter((check) => !isNotRun(check)).map(({ name }) => name);
  const failed = [...tests.map(({ file }) => file), ...stopped];
  const printed = named.map(({ path }) => path).filter((path) => protectedReason(path) === 'is a test');
  return [...new Set([...failed.filter((path) => material.has(path)), ...printed])];
}

/** Likeliest files by name and place, for failures that name no file of the tree. */
function unnamed(evidence: Evidence, { tests, commands }: Failing, material: Material): Exhibit[] {
  const said = [...tests.map(({ failure }) => failure?.message ?? ''), ...commands.map(failureSection)];
  return exhibitsFor(material, [], `${evidence.request ?? ''}\n${clip(said.join('\n'), WORDS)}`);
}

/** Places that a failure names: its own, then one for each line of its stack. */
function placesOf({ failure }: Failing['tests'][number]): SourceLocation[] {
  if (!failure) return [];
  return [...(failure.location ? [failure.location] : []), ...placesIn(failure.stack ?? '')];
}

/** Those of the places that are in the tree. */
function located(material: Material, places: readonly SourceLocation[]): Place[] {
  const known = new Map<string, string | undefined>();
  return places.flatMap(({ file, line }) => {
    if (!known.has(file)) known.set(file, material.resolve(file));
    const path = known.get(file);
    return path === undefined ? [] : [{ path, line }];
  });
}
