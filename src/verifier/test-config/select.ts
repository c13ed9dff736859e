/** Files of a tree that the settings choose as test files. */
import { compileGlob, type GlobBudget } from '../../domain/files/globs';
import { isSourceFile } from '../../domain/verification/protected-paths';
import type { ProjectConfig } from '../../domain/verification/test-config';
import { SandboxLimits } from '../../domain/verification/verification';
import { standIn } from './evaluate';
import type { EvaluateDeps } from './evaluate';

const DEFAULT_MATCH = ['**/__tests__/**/*.?([mc])[jt]s?(x)', '**/?(*.)+(spec|test).?([mc])[jt]s?(x)'];
const DEFAULT_EXTENSIONS = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'];

/** Visits of states: a configuration may be a program that makes any number of projects and globs. */
const VISITS = 30_000_000;

const LIMITS = SandboxLimits.parse({
  wallMs: 5_000,
  turnMs: 1_500,
  heapMb: 128,
  outputKb: 1,
  resultKb: 4_096,
});

/** Regular expressions of a project, and the paths, by their indexes, that they choose among. */
interface Choice {
  among: number[];
  regexes: string[];
  ignore: string[];
}

/** Globs take linear time, so that they are matched here; an expression may take for ever. */
function choiceOf(project: ProjectConfig, paths: readonly string[], budget: GlobBudget): Choice {
  const roots = project.roots.length > 0 ? project.roots : [project.rootDir];
  const extensions = project.moduleFileExtensions ?? DEFAULT_EXTENSIONS;
  const matches =
    project.testRegex.length > 0 ? () => true : matcherOf(project.testMatch ?? DEFAULT_MATCH, budget);
  const chosen = (path: string): boolean =>
    roots.some((root) => isBelow(path, root)) &&
    extensions.some((extension) => path.endsWith(`.${extension}`)) &&
    matches(`/${path}`);
  return {
    among: paths.flatMap((path, index) => (chosen(path) ? [index] : [])),
    regexes: project.testRegex,
    ignore: project.testPathIgnorePatterns,
  };
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** As jest does it: the last word is that of a negated glob; nothing but negated ones means all the others. */
function matcherOf(globs: readonly string[], budget: GlobBudget): (path: string) => boolean {
  const matchers = globs.map((glob) => {
    const { negated, matches } = compileGlob(glob, { dot: true, budget });
    return { matches, negated: negated || glob.startsWith('!(') };
  });
  const positive = matchers.some(({ negated }) => !negated);
  return (path) => {
    let kept: boolean | undefined;
    for (const { matches, negated } of matchers) {
      const matched = matches(path);
      if (negated && !matched) kept = false;
      else if (!negated && matched) kept = true;
    }
    return positive ? kept === true : kept !== false;
  };
}

/** Test files of each project, in the order of the projects; undefined where the choice took too long. */
export async function chooseTestFiles(
  projects: readonly ProjectConfig[],
  paths: Iterable<string>,
  deps: EvaluateDeps,
): Promise<string[][] | undefined> {
  const sources = [...paths].filter((path) => isSourceFile(path) && !path.includes('node_modules/'));
  const budget = { left: VISITS };
  const sets = projects.map((project) => choiceOf(project, sources, budget));
  if (budget.left <= 0) return undefined;
  const result = await deps.sandbox.runFunction(
    {
      files: new Map([['match-tests.cjs', standIn('match-tests.cjs')]]),
      module: 'match-tests.cjs',
      name: 'default',
      data: { sets, paths: sources },
      limits: LIMITS,
    },
    deps.signal,
  );
  if (!result.ok || result.truncated) return undefined;
  const chosen = result.value as number[][];
  return chosen.map((indexes) => indexes.flatMap((index) => sources[index] ?? []));
}
