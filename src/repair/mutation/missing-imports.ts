import { isManifest, readManifest } from '../../domain/dependencies/manifests';
import type { PlacedMutation } from '../search/mutation';
import { analyzeReported } from '../../domain/verification/analysis';
import { failuresOf } from '../../domain/verification/failed-checks';
import type { VerificationReport } from '../../domain/verification/verification';
import type { ProgramContext, ProgramFiles } from '../../sandbox';
import type { FailingProgram } from './locate';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { nearestNames } from '../../domain/code-graph/impact-rank';
import { packageOf } from '../../domain/dependencies/import-names';
import { quote } from '../quote';
import { said } from '../../domain/run/said';

/** Edits for one import; the likeliest stand first. */
const MOST_NAMES = 6;
const NEAR = 3;

const SCRIPT = /\.([cm]?[jt]sx?|json)$/;
const JS_IMPORT =
  /(?:\bfrom\s{0,10}|\bimport\s{0,10}(?:\(\s{0,10})?|\brequire\s{0,10}\(\s{0,10})(['"])([^'"\n]{1,300})\1/g;
const PYTHON_IMPORT = /^[ \t]{0,80}(?:from|import)[ \t]{1,10}([\w.]{1,200})/gm;

interface ImportWorld {
  /** Sources that may be edited or imported, path → text. */
  files: ProgramFiles;
  /** Packages that a manifest declares. */
  packages: readonly string[];
  isMutable(path: string): boolean;
}

/** An import of a file: its specifier and where that starts. */
interface Import {
  specifier: string;
  start: number;
}

/** Files of Python that are read. */
const MOST_SOURCES = 2_000;

/** Edits of the imports that a report says are not found; `files`: the texts that they are edits of. */
export async function missingImports(
  report: VerificationReport,
  { files, context }: Pick<FailingProgram, 'files' | 'context'>,
  isMutable: (path: string) => boolean,
): Promise<{ edits: PlacedMutation[]; files: ProgramFiles }> {
  const missing = missingIn(report);
  if (missing.length === 0) return { edits: [], files };
  const all = new Map([...files, ...(await otherTexts(context))]);
  const packages = [...all].flatMap(([path, text]) =>
    isManifest(path) ? (readManifest(path, text)?.declared.map(({ name }) => name) ?? []) : [],
  );
  return { edits: importEdits(missing, { files: all, packages, isMutable }), files: all };
}

function missingIn({ checks, flaky }: VerificationReport): string[] {
  const modules = checks.flatMap((check) =>
    failuresOf(check)
      .filter(({ id }) => !flaky.includes(id))
      .flatMap((failed) => {
        const printed = failed.kind === 'command' ? check : { stdout: '', stderr: '' };
        return analyzeReported(failed, printed).module ?? [];
      }),
  );
  return [...new Set(modules)];
}

/** Sources and manifests of Python, which the sandbox does not load. */
async function otherTexts({ assets }: ProgramContext): Promise<(readonly [string, string])[]> {
  const paths = (assets?.paths ?? []).filter((path) => path.endsWith('.py') || isManifest(path));
  return Promise.all(
    paths
      .slice(0, MOST_SOURCES)
      .map(async (path) => [path, String(Buffer.from((await assets?.read(path)) ?? []))] as const),
  );
}

/**
 * Edits of imports that failed by these specifiers: a file of the project at the end of whose path the specifier
 * stands, then files and packages of nearly the same name.
 */
export function importEdits(missing: readonly string[], world: ImportWorld): PlacedMutation[] {
  return [...world.files].flatMap(([path, text]) => {
    if (!world.isMutable(path)) return [];
    return importsIn(path, text)
      .filter((one) => missing.some((specifier) => isMeant(path, one.specifier, specifier)))
      .flatMap((one) => editsOf(path, text, one, world));
  });
}

function importsIn(path: string, text: string): Import[] {
  const isPython = path.endsWith('.py');
  if (!isPython && !SCRIPT.test(path)) return [];
  return [...text.matchAll(isPython ? PYTHON_IMPORT : JS_IMPORT)].map((match) => {
    const specifier = match[isPython ? 1 : 2] ?? '';
    return { specifier, start: match.index + match[0].lastIndexOf(specifier) };
  });
}

/** True if a failure's specifier is the one that the file writes, or the path that it leads to. */
function isMeant(path: string, written: string, missing: string): boolean {
  if (written === missing) return true;
  if (path.endsWith('.py')) return written.startsWith(`${missing}.`);
  return written.startsWith('.') && posix.join(posix.dirname(path), written) === missing;
}

function editsOf(path: string, text: string, { specifier, start }: Import, world: ImportWorld) {
  const names = path.endsWith('.py')
    ? pythonNames(path, specifier, world)
    : scriptNames(path, specifier, text, world);
  return [...new Set(names)]
    .filter((name) => name !== specifier)
    .slice(0, MOST_NAMES)
    .map((name, rank): PlacedMutation => ({
      file: path,
      line: text.slice(0, start).split('\n').length,
      start,
      end: start + specifier.length,
      replacement: name,
      template: 'import',
      description: said`${quote(specifier)} should be ${quote(name)}`,
      weight: 1 - rank / 10,
      suspicion: 1,
      precedence: 0,
    }));
}

/** Specifiers that a script may mean, the likeliest first. */
function scriptNames(from: string, specifier: string, text: string, world: ImportWorld): string[] {
  const wanted = stemOf(specifier.replace(/^(?:\.{0,2}\/|[@~#]\/){1,20}/, ''));
  const targets = [...world.files.keys()].filter((path) => path !== from && SCRIPT.test(path));
  const withSuffix = hasSuffixes(specifier, text);
  const specifiersOf = (path: string): string[] => specifierTo(from, path, withSuffix);
  const exact = targets.filter((path) => `/${stemOf(path)}`.endsWith(`/${wanted}`));
  const near = nearPaths(wanted, targets);
  const name = packageOf(specifier, 'npm');
  const packages =
    name === undefined
      ? []
      : nearestNames(name, [...world.packages, ...builtinModules], NEAR).map(
          (other) => other + specifier.slice(name.length),
        );
  return [
    ...closest(from, exact).flatMap(specifiersOf),
    ...(name === undefined ? [] : packages.slice(0, 1)),
    ...near.flatMap((path) => specifiersOf(path).slice(0, 1)),
    ...packages.slice(1),
  ];
}

/** `src/math` for `src/math.ts`, `src/math/index.ts` and `src/math`. */
function stemOf(path: string): string {
  return path.replace(SCRIPT, '').replace(/\/index$/, '');
}

/** Paths whose last parts, as many as the wanted name has, are nearly that name. */
function nearPaths(wanted: string, paths: readonly string[]): string[] {
  const parts = wanted.split('/').length;
  const byEnd = new Map<string, string>();
  for (const path of paths) byEnd.set(stemOf(path).split('/').slice(-parts).join('/'), path);
  return nearestNames(wanted, byEnd.keys(), NEAR).flatMap((end) => byEnd.get(end) ?? []);
}

/** Paths, those that share most folders with the file first. */
function closest(from: string, paths: readonly string[]): string[] {
  const shared = (path: string): number => {
    const [own, other] = [from.split('/'), path.split('/')];
    const differs = own.findIndex((part, index) => part !== other[index]);
    return differs < 0 ? own.length : differs;
  };
  return paths.toSorted((a, b) => shared(b) - shared(a) || a.length - b.length || (a < b ? -1 : 1));
}

/** True if relative imports of the file name suffixes, as modules of Node have to. */
function hasSuffixes(specifier: string, text: string): boolean {
  if (/\.[cm]?jsx?$/.test(specifier)) return true;
  const relative = [...text.matchAll(JS_IMPORT)].filter(([, , other = '']) => other.startsWith('.'));
  return relative.some(([, , other = '']) => /\.[cm]?jsx?$/.test(other));
}

/** Relative specifiers of a path, the one with the suffix first where that is the file's way. */
function specifierTo(from: string, path: string, withSuffix: boolean): string[] {
  const relative = posix.relative(posix.dirname(from), path);
  const dotted = relative.startsWith('.') ? relative : `./${relative}`;
  if (dotted.endsWith('.json')) return [dotted];
  const bare = stemOf(dotted);
  const suffixed = dotted.replace(/\.([cm]?)[jt]sx?$/, '.$1js');
  return withSuffix ? [suffixed, bare] : [bare, suffixed];
}

/** Modules of Python that an import may mean, the likeliest first. */
function pythonNames(from: string, specifier: string, world: ImportWorld): string[] {
  const modules = [...world.files.keys()]
    .filter((path) => path.endsWith('.py') && path !== from)
    .map(moduleOf);
  const ending = modules.filter((name) => name.endsWith(`.${specifier}`));
  const roots = ending.flatMap((name) => (name.startsWith('src.') ? [name.slice(4), name] : [name]));
  const parts = specifier.split('.').length;
  const ends = new Map(modules.map((name) => [name.split('.').slice(-parts).join('.'), name]));
  const near = nearestNames(specifier, [...ends.keys(), ...world.packages], NEAR);
  return [...roots, ...near];
}

function moduleOf(path: string): string {
  return path
    .replace(/\.py$/, '')
    .replace(/\/__init__$/, '')
    .replaceAll('/', '.');
}
