import { boundedText, failureSection, isForeign } from '../../domain/verification/analysis';
import type { SourceLocation } from '../../domain/verification/failure';
import type { LineScores } from '../../domain/heal/mutation/ochiai';
import { stackFrames, type Frame } from '../../domain/heal/mutation/stack';
import type { VerificationReport } from '../../domain/verification/verification';
import { failuresOf } from '../../domain/verification/failed-checks';
import type { ProgramFiles } from '../../sandbox';
import { allLines, importedBy, type FailingProgram, type Suspects } from './locate';

/** Lines above and below a named one that are mutated too, less likely the further away. */
const AROUND = 3;
/** Named places that are mutated: those that come later are less likely than what stands around the first. */
const MAX_FRAMES = 20;

/**
 * Places in `files` that the failures of a report name, in order: first that of the analysis, then those in stacks and
 * in the output of failed commands.
 */
export function namedFrames(
  location: SourceLocation | undefined,
  report: VerificationReport,
  files: readonly string[],
): Frame[] {
  const named = location?.line === undefined ? '' : `${location.file}:${location.line}`;
  const flaky = new Set(report.flaky);
  const said = report.checks.flatMap((check) => {
    const failures = failuresOf(check).filter(({ id }) => !flaky.has(id));
    const printed = failures.length > 0 && check.kind === 'command' ? failureSection(check) : '';
    return [...failures.map(({ failure }) => boundedText(failure.stack ?? '')), printed];
  });
  const frames = stackFrames([named, ...said.map(ownLines)].join('\n'), files);
  const places = new Map(frames.map((frame) => [`${frame.file}:${frame.line}`, frame]));
  return [...places.values()].slice(0, MAX_FRAMES);
}

/** Without frames of packages, whose files may have names of the project's. */
function ownLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => !isForeign(line))
    .join('\n');
}

/** The named places and their neighbours as suspects; undefined where nothing is named. */
export function suspectsAround(frames: readonly Frame[], files: ProgramFiles): Suspects | undefined {
  const scores = new Map<string, Map<number, number>>();
  frames.forEach((frame, i) => {
    const lines = scores.get(frame.file) ?? new Map<number, number>();
    for (let distance = -AROUND; distance <= AROUND; distance++) {
      const score = 0.8 ** (i + 2 * Math.abs(distance));
      const line = frame.line + distance;
      if (line > 0) lines.set(line, Math.max(lines.get(line) ?? 0, score));
    }
    scores.set(frame.file, lines);
  });
  return suspectsAt(scores, files);
}

/**
 * Suspects if no source is named: files that are said to be impacted, then imports of the named tests, with all their
 * lines. Undefined: there are none.
 */
export function suspectsBehind(tests: readonly Frame[], program: FailingProgram): Suspects | undefined {
  const { files, impactedFiles, isMutable } = program;
  const impacted = impactedFiles.filter((path) => files.has(path) && isMutable(path));
  const imported = importedBy(
    tests.map(({ file }) => file),
    program,
  );
  return suspectsAt(allLines([...new Set([...impacted, ...imported])], files), files);
}

function suspectsAt(scores: LineScores, files: ProgramFiles): Suspects | undefined {
  if (scores.size === 0) return undefined;
  const places = [...scores].map(([path, lines]) => ({
    path,
    text: files.get(path) ?? '',
    lines,
    loadScore: 0,
    tier: 0,
  }));
  return { tests: [], testFiles: [], places };
}
