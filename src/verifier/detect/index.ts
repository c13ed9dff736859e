/** How a project is tested: a table of rows, from signs in its files to commands that tell their tests. */
import { MOST_CHECKS } from '../../domain/verification/detected';
import { isTestFile } from '../../domain/verification/protected-paths';
import type { LoadedProgram } from '../load-program';
import { CONFIG_FILES } from '../test-config/find';
import { compiledTests, targetTests } from './compiled';
import { javascriptTests } from './javascript';
import { MOST_FILES as MOST_LOOKED_AT, fileIn } from './directory';
import { inFolder, nameOf, READ_BY_DETECTION, within, type DetectedCheck, type Project } from './project';
import { manifestOf } from './scripts';
import { namedTests } from './named';
import { pythonTests } from './python';
import type { TestRunner } from '../../domain/verification/verification';
import { nodeTests, runnerCall } from './node-runners';

export { inFolder, within, type DetectedCheck, type Project };
export { projectIn } from './directory';
export { type Denied, specOf } from './spec-of';

/** Files beside the program's modules that are read. */
const MOST_FILES = 2_000;

/** All parts of a project's tests that the table finds. */
export function detectTests(project: Project): DetectedCheck[] {
  const javascript = javascriptTests(project);
  const others = [...pythonTests(project), ...compiledTests(project)];
  const targets = targetTests(project);
  // People who have such a target test with it, unless npm has a script for that.
  const whole = manifestOf(project, '').scripts.test === undefined ? targets : [];
  const runners = [...javascript, ...others];
  const found =
    runners.length === 0 ? [] : [...runners, ...whole.map((one) => ({ ...one, role: 'whole' as const }))];
  const known = [found, targets, hasUsualTests(project) ? [] : namedTests(project)].find(
    (one) => one.length > 0,
  );
  const byCommand = new Map(known?.map((one) => [`${one.folder}\n${one.command}`, one]));
  const all = [...byCommand.values()];
  const last = all.filter(({ role }) => role === undefined)[MOST_CHECKS - 1];
  return last ? all.slice(0, all.indexOf(last) + 1) : all;
}

/**
 * True unless a run would find nothing to check: no part of the project's tests, no test file by its name, and no settings of a runner,
 * which may choose files of other names.
 */
export function hasChecks(project: Project): boolean {
  const { paths, text } = project;
  if (paths.length >= MOST_LOOKED_AT || paths.some(isTestFile) || detectTests(project).length > 0)
    return true;
  return paths.some((path) => isSettings(nameOf(path), () => text(path) ?? ''));
}

/** True for settings of jest and vitest; a manifest and vite's are some only where they speak of tests. */
function isSettings(name: string, text: () => string): boolean {
  if (!CONFIG_FILES.has(name)) return false;
  return !/^(?:package|vite)\./.test(name) || /"jest" ?: ?(?:\{|"\.)|\btest ?:/.test(text());
}

/** True where the sandbox has test files to run, by their names alone. Deno's are called the same. */
function hasUsualTests({ paths, text }: Project): boolean {
  return paths.some((path) => isTestFile(path) && !/\bDeno\.test\b/.test(text(path) ?? ''));
}

/** The project that a loaded tree is; `directory` is where it lies on this machine, with what is installed. */
export async function projectOf({ files, context }: LoadedProgram, directory?: string): Promise<Project> {
  const { assets } = context;
  const wanted = (assets?.paths ?? []).filter((path) => READ_BY_DETECTION.test(path)).slice(0, MOST_FILES);
  const texts = new Map<string, string>();
  for (const path of wanted) texts.set(path, Buffer.from((await assets?.read(path)) ?? []).toString('utf8'));
  return {
    paths: [...files.keys(), ...(assets?.paths ?? [])].sort(),
    text: (path) => files.get(path) ?? texts.get(path),
    installed: (path) => (directory === undefined ? undefined : fileIn(directory, path)),
  };
}

/** The check of a runner that is installed for the whole project, whatever its scripts say of it. Without `check` where it is not. */
export function installedRunner(project: Project, name: TestRunner): DetectedCheck {
  const place = { project, folder: '', why: `${name} is installed`, env: [], before: [] };
  return name === 'node' ? nodeTests(place, [], []) : runnerCall(name, [], place);
}
