import { firstLine, saidFirst } from '../text';
import type { FailureAnalysis } from './failure';
import { protectedReason } from './protected-paths';
import type { CheckReport, ListedFailure, Verification, VerificationSpec } from './verification';

/** A place as compilers, runners and stacks print it: `src/a.ts(3,5)`, `src/a.rs:3:5`, `a.py", line 3`; linters print it below the path, and lists of modules have none. */
const PLACE =
  /(?<![\w@.+/\\-])([\w@.+/\\-]{1,300}\.\w{1,5})(?:(?:",? line | ?\(|:\[?|[ \t]*\n[ \t]+)\d|['"`]?[ \t]*$)/gm;
/** Command lines as npm repeats them. */
const ECHO = /^>.*$/gm;
const MOST_PLACES = 500;
/** Code that comes with packages and tools. */
const FOREIGN = /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.cargo|\.m2)\/|^\/usr\//;
/** Lines of an error of a tool, those that begin one first. */
const BEGINS = /^\s*(?:\[?error\b|\w*Error:)/i;
const NO_TESTS = /\bno tests? (?:files? )?(?:were |was )?(?:found|ran|run)\b/i;
const SAID = /error|cannot|could ?n[o']t|failed|not found|no such|unknown/i;

/**
 * The verification, with commands unrepairable that failed before any test ran and name no place in a file that a repair may edit, nor in a
 * test: their build tool fails, and a search would try one edit after the other for nothing. `paths`: files of the tree.
 */
export function withBuildTool(
  verification: Verification,
  checks: readonly CheckReport[],
  { spec, paths }: { spec: Pick<VerificationSpec, 'commands'>; paths: readonly string[] },
): Verification {
  const own = paths.filter((path) => [undefined, 'is a test'].includes(protectedReason(path)));
  const failures = verification.failures.map((failed) => {
    const check = checks.find(({ name, kind }) => kind === 'command' && name === failed.check);
    const tellsTests = spec.commands.some(
      ({ command, reporting }) => command === check?.name && reporting !== undefined,
    );
    if (!check || !isOfBuildTool(failed, check, { own, tellsTests })) return failed;
    return { ...failed, analysis: unrepairable(failed.analysis, textOf(check)) };
  });
  return { ...verification, failures };
}

function isOfBuildTool(
  { id, analysis }: ListedFailure,
  check: CheckReport,
  { own, tellsTests }: { own: readonly string[]; tellsTests: boolean },
): boolean {
  const ranTests = check.seen !== undefined || check.tests.some((test) => test.id !== check.name);
  if (id !== check.name || check.end !== 'completed' || ranTests) return false;
  // The environment has words of its own, and a failed expectation is a test.
  if (analysis.kind === 'environment' || analysis.kind === 'logic') return false;
  const places = placesIn(textOf(check));
  if (places.some((place) => own.some((path) => isSame(place, path)))) return false;
  return tellsTests || analysis.kind === 'build' || places.some((place) => FOREIGN.test(place));
}

function textOf({ stdout, stderr }: CheckReport): string {
  return `${stderr}\n${stdout}`.replace(ECHO, '');
}

function placesIn(text: string): string[] {
  const places = [...text.matchAll(PLACE)].slice(0, MOST_PLACES);
  return [...new Set(places.map(([, path = '']) => path.replaceAll('\\', '/').replace(/^\.\//, '')))];
}

/** Tools print whole paths, and stacks of some languages the last part alone. */
function isSame(place: string, path: string): boolean {
  return !FOREIGN.test(place) && (`/${place}`.endsWith(`/${path}`) || `/${path}`.endsWith(`/${place}`));
}

function unrepairable(analysis: FailureAnalysis, text: string): FailureAnalysis {
  const lines = text.split('\n');
  const none = lines.find((line) => NO_TESTS.test(line));
  const at = [BEGINS, SAID]
    .map((words) => lines.findIndex((line) => words.test(line)))
    .find((one) => one >= 0);
  const what = saidFirst(at === undefined ? analysis.summary : lines.slice(at).join('\n'));
  const summary =
    none === undefined
      ? `The build tool fails, and not a test, at nothing that an edit of the sources could mend: ${what}`
      : `No test was run, so there is nothing to heal by: ${firstLine(none)}`;
  return { kind: 'build', cause: 'build-tool', repairable: false, summary };
}
