import { compileGlob } from '../../domain/files/globs';
import { importsOf } from '../../domain/files/imports';
import { isSourceFile } from '../../domain/verification/protected-paths';
import { inFolder, within, type Project } from './project';
import type { Word } from './script-words';

const IMPORTED = /(?:\bfrom|\bimport|\brequire\s{0,3}\()\s{0,3}['"]([^'"\n]{1,200})['"]/g;

/** Files of a folder that import a runner, from that folder. */
export function importing(project: Project, folder: string, name: string): string[] {
  const isMeant = (imported: string) => imported === name || imported.startsWith(`${name}/`);
  return sourcesIn(project, folder).filter((path) => {
    const text = project.text(inFolder(folder, path)) ?? '';
    return [...text.matchAll(IMPORTED)].some(([, imported = '']) => isMeant(imported));
  });
}

export function sourcesIn(project: Project, folder: string): string[] {
  return project.paths.flatMap((path) => (isSourceFile(path) ? (within(folder, path) ?? []) : []));
}

/** Files that words of a call mean: paths, folders and globs; of a glob those that import the runner, if any does. */
export function filesOf(project: Project, folder: string, given: readonly Word[], name: string): string[] {
  const sources = sourcesIn(project, folder);
  const importers = new Set(importing(project, folder, name));
  const found = given.flatMap(({ text }) => {
    const path = text.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
    if (sources.includes(path)) return [path];
    const asModule = sources.filter((one) => [`${path}.js`, `${path}.ts`, `${path}/index.js`].includes(one));
    if (asModule.length > 0) return asModule.slice(0, 1);
    const { matches } = compileGlob(path);
    const below = sources.filter((one) => matches(one) || one.startsWith(`${path}/`));
    const tests = below.filter((one) => importers.has(one));
    return tests.length > 0 ? tests : below;
  });
  return [...new Set(given.length === 0 ? importers : found)];
}

/**
 * Files that `uvu [dir] [pattern]` runs, but for those that it ignores: of these the ones that import it, themselves or by another
 * file. Pattern and ignored paths are expressions, read by their plain parts.
 */
export function uvuFiles(
  project: Project,
  folder: string,
  { given, ignored }: { given: readonly Word[]; ignored: readonly string[] },
): string[] {
  const [dir, pattern] = given.map(({ text }) => text.replace(/^\.\//, '').replace(/\/$/, ''));
  const root = !dir || dir === '.' ? '' : `${dir}/`;
  const texts = new Map(
    sourcesIn(project, folder).map((path) => [path, project.text(inFolder(folder, path)) ?? '']),
  );
  const importers = new Set(importing(project, folder, 'uvu'));
  const leadsToTests = (path: string): boolean =>
    [path, ...importsOf(path, texts)].some((one) => importers.has(one));
  const leftOut = ignored.flatMap((expression) => plainParts(expression) ?? []);
  const isRun = (path: string): boolean => {
    const below = path.slice(root.length);
    return path.startsWith(root) && !leftOut.some((part) => below.includes(part));
  };
  const run = [...texts.keys()].filter((path) => isRun(path) && leadsToTests(path));
  const parts = pattern === undefined ? undefined : plainParts(pattern);
  const matching = run.filter((path) => parts?.some((part) => path.includes(part)));
  return matching.length > 0 ? matching : run;
}

/** Texts that an expression of plain alternatives looks for; undefined for another one. */
function plainParts(expression: string): string[] | undefined {
  if (!/^[\w./\\$^|()-]{1,80}$/.test(expression)) return undefined;
  return expression
    .replaceAll(/[\\^$()]/g, '')
    .split('|')
    .filter((part) => part !== '');
}
