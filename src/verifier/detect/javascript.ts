import { said } from '../../domain/run/said';
import { compileGlob } from '../../domain/files/globs';
import { firstLine } from '../../domain/text';
import { isTestFile } from '../../domain/verification/protected-paths';
import { nodeTests, runnerCall } from './node-runners';
import { importing } from './test-files';
import { jsonOf, type CallSite } from './node-tools';
import { FOREIGN, foldersWith, inFolder, isIn, within, type DetectedCheck, type Project } from './project';
import { manifestOf, scriptTests } from './scripts';

/** Tests of JavaScript and TypeScript: of the root, and of the packages of its workspace where the root's script runs none itself. */
export function javascriptTests(project: Project): DetectedCheck[] {
  const packages = workspacePackages(project);
  const root = packageTests(project, '', packages);
  const delegates = root.every(({ runner, role }) => role === undefined && runner === 'command');
  const below = delegates ? packages.flatMap((folder) => packageTests(project, folder, [])) : [];
  const known = below.some(({ runner }) => runner !== 'command');
  return known ? [...root.filter(({ role }) => role !== undefined), ...below] : [...root, ...below];
}

function workspacePackages(project: Project): string[] {
  const { workspaces } = manifestOf(project, '');
  const listed = Array.isArray(workspaces) ? workspaces : (workspaces?.packages ?? []);
  const pnpm = project.text('pnpm-workspace.yaml') ?? '';
  const lerna = project.paths.includes('lerna.json') && listed.length === 0 ? ['packages/*'] : [];
  const globs = [
    ...listed,
    ...lerna,
    ...[...pnpm.matchAll(/^[ \t]{1,8}- ['"]?([^'"\s#]{1,200})/gm)].map(([, one = '']) => one),
  ];
  const matchers = globs
    .filter((glob) => !glob.startsWith('!'))
    .map((glob) => compileGlob(glob.replace(/\/$/, '')));
  return foldersWith(project, ['package.json']).filter(
    (folder) => folder !== '' && matchers.some(({ matches }) => matches(folder)),
  );
}

/** Tests of one package: by its script, else by what it depends on and its tests import. */
function packageTests(given: Project, folder: string, inner: readonly string[]): DetectedCheck[] {
  const isInner = (path: string) => inner.some((one) => isIn(path, one));
  const project = { ...given, paths: given.paths.filter((path) => !isInner(path)) };
  const problem = brokenManifest(project, folder);
  if (problem) return [problem];
  const byScript = scriptTests(project, folder);
  if (byScript?.some(({ check, missing, runner }) => check ?? missing ?? runner)) return byScript;
  return byImports(project, folder);
}

/** A manifest that no tool can read: nobody knows which tests it would name. */
function brokenManifest({ text }: Project, folder: string): DetectedCheck | undefined {
  const path = inFolder(folder, 'package.json');
  const manifest = text(path);
  if (manifest === undefined || jsonOf(manifest) !== undefined) return undefined;
  const missing = {
    what: said`valid text of ${'JSON'} in ${path}${reasonOf(manifest)}`,
    get: said`correct ${path}`,
  };
  return { runner: 'npm', command: 'npm test', folder, why: `${path} is no JSON`, missing };
}

function reasonOf(manifest: string): string {
  try {
    JSON.parse(manifest);
    return '';
  } catch (error) {
    return ` (${firstLine(String((error as Error).message))})`;
  }
}

const DEPENDED = ['vitest', 'jest', 'ava', 'mocha', 'tape', 'tap', 'uvu'];

/** Without a script: runners that tests import or that the package depends on. */
function byImports(project: Project, folder: string): DetectedCheck[] {
  const { dependencies, devDependencies } = manifestOf(project, folder);
  const declared = { ...dependencies, ...devDependencies };
  const place = (why: string): CallSite => ({ project, folder, why, env: [], before: [] });
  const found = DEPENDED.flatMap((name): DetectedCheck[] => {
    if (declared[name] === undefined) return [];
    const files = importing(project, folder, name).filter((path) => !FOREIGN.test(path));
    const usual = project.paths.some((path) => within(folder, path) !== undefined && isTestFile(path));
    const hasGlobals = name === 'jest' || name === 'mocha' || name === 'vitest';
    if (files.length === 0 && !(hasGlobals && usual)) return [];
    const why = `${inFolder(folder, 'package.json')} depends on ${name}`;
    const words = name === 'mocha' ? mochaWords(project, folder) : [];
    return [runnerCall(name, words, place(why))];
  });
  if (found.length > 0) return found;
  const [first] = importing(project, folder, 'node:test').filter((path) => !FOREIGN.test(path));
  if (first === undefined) return [];
  return [
    nodeTests(place(`${inFolder(folder, first)} imports node:test`), [], [{ raw: '--test', text: '--test' }]),
  ];
}

/** Without settings, mocha looks into `test` alone. */
function mochaWords(project: Project, folder: string): { raw: string; text: string }[] {
  const own = project.paths.flatMap((path) => within(folder, path) ?? []);
  const has = (pattern: RegExp) => own.some((path) => pattern.test(path));
  if (has(/^\.mocharc\./) || has(/^test\/[^/]+\.[cm]?js$/)) return [];
  const folders = ['test', 'tests', 'src', '.'].filter(
    (one) => one === '.' || own.some((path) => path.startsWith(`${one}/`)),
  );
  const glob = `'${folders[0] ?? '.'}/**/*.{test,spec}.{js,cjs,mjs}'`;
  return [{ raw: glob, text: glob.slice(1, -1) }];
}
