import { said, type Said } from '../domain/run/said';
import { globMatcher } from '../domain/files/globs';
import {
  isLikelyTest,
  isManifest,
  isSourceFile,
  isTestFile,
  protection,
} from '../domain/verification/protected-paths';
import { configFor, environmentOf, type TestConfig } from '../domain/verification/test-config';
import { ancestorPaths } from '../domain/files/paths';
import { keptReason, type EditPolicy } from '../domain/run/policy/kept-files';
import type { Judges, VerificationReport, VerificationSpec } from '../domain/verification/verification';
import type { ProgramContext, ProgramFiles } from '../sandbox';

/** True if the user's globs choose a path; those that begin with `!` take away from what the others, or `usual`, choose. */
function chooser(globs: readonly string[], usual: (path: string) => boolean): (path: string) => boolean {
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const matches = wanted.length > 0 || unwanted.length === 0 ? globMatcher(wanted) : usual;
  const refused = unwanted.length > 0 ? globMatcher(unwanted) : () => false;
  return (path) => matches(path) && !refused(path);
}

function isChosen(spec: VerificationSpec, config: TestConfig | undefined): (path: string) => boolean {
  const listed =
    config?.testFiles && new Set([config, ...config.projects].flatMap((one) => one.testFiles ?? []));
  const usual = listed ? (path: string) => listed.has(path) : isTestFile;
  return spec.tests ? chooser(spec.tests, usual) : usual;
}

/** Test files among the paths: by the user's globs, else by the project's configuration, else by the usual Jest names. Sorted. */
export function selectTestFiles(
  paths: readonly string[],
  spec: VerificationSpec,
  config?: TestConfig,
): string[] {
  const chosen = isChosen(spec, config);
  return paths.filter((path) => isSourceFile(path) && chosen(path)).sort();
}

/** Protection of paths beyond the general rule. */
interface Protection extends Pick<VerificationReport, 'judging' | 'judges'>, EditPolicy {
  /** Files that the user named for a change. */
  impactedFiles?: readonly string[];
}

/**
 * Reason why a repair may not change a path: the general rule, the user's own test globs, and the judges of a report. A
 * file that is a judge only by its users, or only by a name that programs have as well, may be changed if the user
 * named it for a change. A manifest may be changed if, besides, the failure is in it. What the policy keeps, no name
 * unlocks.
 */
export function protector(
  spec: VerificationSpec,
  { judging = [], judges, impactedFiles = [], policy, mode }: Protection = {},
): (path: string) => Said | undefined {
  const chosen = spec.tests?.length ? chooser(spec.tests, () => false) : () => false;
  const configured = new Set(judging);
  const wanted = new Set(impactedFiles);
  const failing = new Set(judges?.failing);
  const whyJudge = judgeReason(judges);
  const kept = keptReason({ policy, mode }, ['edit']);
  return (path) => {
    const denied = kept(path);
    if (denied !== undefined) return denied;
    if (chosen(path)) return said`is a test`;
    if (configured.has(path)) return protection(path) ?? said`judges the program`;
    if (wanted.has(path) && (isLikelyTest(path) || (isManifest(path) && failing.has(path)))) return undefined;
    return protection(path) ?? (wanted.has(path) ? undefined : whyJudge(path));
  };
}

/** Reason why a path may not change that is protected by its users, or by its folder. Undefined: it may. */
export function judgeReason(judges: Judges | undefined): (path: string) => Said | undefined {
  const whys = new Map(judges?.files.map(({ path, why }) => [path, why]));
  const folders = new Set(judges?.folders);
  return (path) => {
    const why = whys.get(path);
    if (why !== undefined) return said`judges the program (${why}, and ${'--impacted'} does not name it)`;
    const folder = ancestorPaths(path).find((one) => folders.has(one));
    if (folder === undefined) return undefined;
    return said`would judge the program (all of ${folder} does, and ${'--impacted'} does not name it)`;
  };
}

/** Reason why the sandbox can't run a test file, with the way out. Undefined: it can. */
export function whyNotRun(
  program: { files: ProgramFiles; context: ProgramContext },
  testFile: string,
): Said | undefined {
  const { config } = program.context;
  if (!config) return undefined;
  const environment = environmentOf(configFor(config, testFile), program.files.get(testFile) ?? '');
  if (environment === 'node') return undefined;
  return said`${testFile} needs the test environment ${environment.slice(0, 100)}, which the sandbox does not have: run it by a command check (for example ${'--check "npm test"'}).`;
}
