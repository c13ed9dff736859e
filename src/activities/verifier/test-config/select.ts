/** Which of a tree's files the settings choose as test files. */
import picomatch from 'picomatch';
import { isSourceFile } from '../../../domain/protected-paths';
import type { ProjectConfig } from '../../../domain/test-config';
import { SandboxLimits } from '../../../domain/verification';
import { standIn } from './evaluate';
import type { EvaluateDeps } from './evaluate';

const DEFAULT_MATCH = ['**/__tests__/**/*.?([mc])[jt]s?(x)', '**/?(*.)+(spec|test).?([mc])[jt]s?(x)'];
const DEFAULT_EXTENSIONS = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'];

const LIMITS = SandboxLimits.parse({
  wallMs: 5_000,
  turnMs: 1_500,
  heapMb: 128,
  outputKb: 1,
  resultKb: 4_096,
});

interface Rules {
  roots: string[];
  extensions: string[];
  globs: { source: string; negated: boolean }[];
  regexes: string[];
  ignore: string[];
}

/** A glob as the source of a regular expression; only that is made here, since matching one may take for ever. */
function compileGlob(glob: string): Rules['globs'] {
  if (glob.length > 1_000) return [];
  try {
    const regex = picomatch.makeRe(glob, { dot: true }, false, true) as RegExp & {
      state?: { negated?: boolean; negatedExtglob?: boolean };
    };
    return [{ source: regex.source, negated: Boolean(regex.state?.negated || regex.state?.negatedExtglob) }];
  } catch {
    return [];
  }
}

function rulesOf(project: ProjectConfig): Rules {
  return {
    roots: project.roots.length > 0 ? project.roots : [project.rootDir],
    extensions: project.moduleFileExtensions ?? DEFAULT_EXTENSIONS,
    globs: (project.testMatch ?? DEFAULT_MATCH).flatMap(compileGlob),
    regexes: project.testRegex,
    ignore: project.testPathIgnorePatterns,
  };
}

/** Test files of each project, in the order of the projects; undefined where the choice took too long. */
export async function chooseTestFiles(
  projects: readonly ProjectConfig[],
  paths: Iterable<string>,
  deps: EvaluateDeps,
): Promise<string[][] | undefined> {
  const sources = [...paths].filter((path) => isSourceFile(path) && !path.includes('node_modules/'));
  const result = await deps.sandbox.runFunction(
    {
      files: new Map([['match-tests.cjs', standIn('match-tests.cjs')]]),
      module: 'match-tests.cjs',
      name: 'default',
      data: { sets: projects.map(rulesOf), paths: sources },
      limits: LIMITS,
    },
    deps.signal,
  );
  if (!result.ok || result.truncated) return undefined;
  const chosen = result.value as number[][];
  return chosen.map((indexes) => indexes.flatMap((index) => sources[index] ?? []));
}
