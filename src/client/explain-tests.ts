import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config';
import type { FoundCheck } from '../domain/verification/detected';
import { isTestFile } from '../domain/verification/protected-paths';
import { VerificationSpec } from '../domain/verification/verification';
import { detectTests, hasChecks, projectIn, specOf } from '../verifier/detect';
import { requireDirectory, rulesFor } from '../run-input';
import type { HeavyRules } from '../domain/files/heavy-rules';
import { END_WORDS } from '../domain/heal/words/ends';
import { EXIT, KintsugiError } from '../domain/kintsugi-error';
import type { Language } from '../domain/run/language';
import { speaker } from '../domain/run/said';

/** How a directory would be tested by a run without flags. */
export interface TestsExplanation {
  version: 1;
  directory: string;
  checks: FoundCheck[];
  /** Test files of the usual Jest names, which the sandbox runs where nothing else is found. */
  usual: number;
}

/** Says how `heal` would test a directory. Runs and stores nothing. Throws a sentence for a path that is no directory. */
export async function explainTests(config: Config, path: string): Promise<TestsExplanation> {
  const directory = await requireDirectory(path);
  const project = projectIn(directory, await rulesFor(config, directory));
  const found = detectTests(project);
  const { checks } = specOf(found, VerificationSpec.parse({}), () => undefined);
  const has = (program: string) => config.path.split(':').some((folder) => isProgram(join(folder, program)));
  const told = checks.map((one): FoundCheck => {
    const missing = one.missing ?? missingProgram(one, has);
    return missing ? { ...one, missing } : one;
  });
  return { version: 1, directory, checks: told, usual: project.paths.filter(isTestFile).length };
}

/** Of a run that repairs what fails: its request, and the checks that it was given. */
interface Wanted {
  request?: string;
  verification?: { tests?: readonly string[]; commands?: readonly unknown[] };
  language?: Language;
}

/** Throws a sentence where a run without a request would find nothing to run in a directory: what it is to repair, nobody knows then. */
export function requireChecks(
  directory: string,
  { request, verification: { tests, commands = [] } = {}, language = 'en' }: Wanted,
  rules?: HeavyRules,
): void {
  if (request !== undefined || commands.length > 0 || (tests ?? []).length > 0) return;
  const project = projectIn(directory, rules);
  if (tests === undefined && hasChecks(project)) return;
  const where = speaker(language)`${directory} among its ${project.paths.length} file(s)`;
  throw new KintsugiError(END_WORDS[language].noTestsFound(where), EXIT.unjudged);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Programs that a runner's command starts with, and where they come from. */
const PROGRAMS: Readonly<Record<string, { program: string; get: string }>> = {
  pytest: { program: 'python3', get: 'install Python 3' },
  unittest: { program: 'python3', get: 'install Python 3' },
  go: { program: 'go', get: 'install Go from go.dev/dl' },
  cargo: { program: 'cargo', get: 'install Rust by rustup' },
  maven: { program: 'mvn', get: 'install Maven' },
  gradle: { program: 'gradle', get: 'install Gradle' },
  ctest: { program: 'cmake', get: 'install CMake' },
};

/** A program that a check needs and that the search path lacks; `has` tells. A wrapper of the project's own needs none. */
export function missingProgram(
  { runner, command }: { runner: string; command: string },
  has: (program: string) => boolean,
): { what: string; get: string } | undefined {
  const row = PROGRAMS[runner];
  if (!row || has(row.program) || /\bsh (?:mvnw|gradlew)\b|venv\/bin\//.test(command)) return undefined;
  return { what: row.program, get: row.get };
}
