import { said, type Said } from '../../domain/run/said';
import { isSourceFile, isTestSide } from '../../domain/verification/protected-paths';
import {
  isPackageFile,
  mappedNames,
  type Mapper,
  packageName,
  Specifiers,
  TEST_MODULES,
} from '../../sandbox';
import type { TestConfig } from '../../domain/verification/test-config';
import { firstMatches } from '../../machine/patterns/first-matches';
import type { LoadedProgram } from '../load-program';

/** A new file and what it takes the place of, as the end of a sentence. */
export interface Shadow {
  path: string;
  problem: Said;
}

/** Objection to a new file that can't be decided. */
const UNKNOWN = said`may take the place of another file (the patterns of ${'moduleNameMapper'} take more than 5 s, correct them)`;

/** Specifiers of imports, requires and mocks as they are written; a few too many do no harm. */
const SPECIFIER =
  /(?:\bfrom\s*|\bimport\s*(?:\(\s*)?|\b(?:require|requireActual|mock|importActual)\s*(?:\.resolve\s*)?\(\s*)(['"`])([^'"`\n]+)\1/g;

/**
 * New files that would be loaded in place of existing ones: with an earlier extension, beside a folder, or in the way
 * of an alias or a package. `paths`: all files of the new tree.
 */
export async function shadowsOf(
  program: LoadedProgram,
  added: readonly string[],
  paths: ReadonlySet<string>,
): Promise<Shadow[]> {
  const fresh = new Set(added.filter((path) => isSourceFile(path) || path.endsWith('.json')));
  if (fresh.size === 0) return [];
  const siblings = [...fresh].flatMap((path) => siblingOf(path, program.files, paths));
  // One is enough to tell what is wrong with a file.
  const byPath = new Map<string, Shadow>();
  for (const shadow of [...siblings, ...(await replacedImports(program, fresh, paths))])
    if (!byPath.has(shadow.path)) byPath.set(shadow.path, shadow);
  return [...byPath.values()];
}

/** Two test files of one name: which of them a runner takes depends on its settings. */
function siblingOf(path: string, files: ReadonlyMap<string, string>, paths: ReadonlySet<string>): Shadow[] {
  if (!isTestSide(path)) return [];
  const stem = stemOf(path);
  const twin = [...files.keys()].find(
    (known) => known !== path && isSourceFile(known) && stemOf(known) === stem && paths.has(known),
  );
  return twin === undefined ? [] : [{ path, problem: said`takes the place of ${twin}` }];
}

function stemOf(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '');
}

async function replacedImports(
  { files, context }: LoadedProgram,
  fresh: ReadonlySet<string>,
  paths: ReadonlySet<string>,
): Promise<Shadow[]> {
  const sources = [...files]
    .filter(([path]) => isSourceFile(path) && !isPackageFile(path))
    .map(([from, text]) => ({ from, specifiers: specifiersIn(text) }));
  const mapper = await mapperOf(context.config, new Set(sources.flatMap(({ specifiers }) => specifiers)));
  if (!mapper) return [...fresh].map((path) => ({ path, problem: UNKNOWN }));
  const before = new Specifiers(files, context.config, mapper);
  const after = new Specifiers(
    { has: (path) => paths.has(path), get: (path) => files.get(path) },
    context.config,
    mapper,
  );
  const found: Shadow[] = [];
  for (const { from, specifiers } of sources) {
    for (const specifier of specifiers) {
      const now = after.meaning(from, specifier);
      if (now.kind !== 'file' || !fresh.has(now.path)) continue;
      const was = before.meaning(from, specifier);
      if (was.kind === 'file' && paths.has(was.path))
        found.push({ path: now.path, problem: said`takes the place of ${was.path}, which ${from} imports` });
      else if (was.kind === 'package' && (await isInstalled({ files, context }, from, specifier)))
        found.push({
          path: now.path,
          problem: said`takes the place of the package ${specifier}, which ${from} imports`,
        });
    }
  }
  return found;
}

function specifiersIn(text: string): string[] {
  return [...new Set([...text.matchAll(SPECIFIER)].map(([, , specifier = '']) => specifier))];
}

/** The project's moduleNameMapper for these specifiers; undefined where its patterns take too long. */
async function mapperOf(
  config: TestConfig | undefined,
  specifiers: ReadonlySet<string>,
): Promise<Mapper | undefined> {
  const rows = config?.moduleNameMapper ?? [];
  const texts = [...specifiers];
  const matches = await firstMatches({ patterns: rows.map(([pattern]) => pattern), texts });
  if (!matches) return undefined;
  const names = new Map(
    texts.map((text, index) => {
      const match = matches[index];
      return [text, match && mappedNames(rows[match.pattern]?.[1] ?? [], match.groups)];
    }),
  );
  return (specifier) => names.get(specifier);
}

/** True if the package is in the folder of packages, or named by a package.json. */
async function isInstalled(
  { files, context }: LoadedProgram,
  from: string,
  specifier: string,
): Promise<boolean> {
  if (TEST_MODULES.has(specifier)) return true;
  const link = await context.packages?.resolve({ from, specifier, kind: 'import' });
  if (link && 'path' in link) return true;
  const name = `"${packageName(specifier)}"`;
  return [...files].some(([path, text]) => /(^|\/)package\.json$/.test(path) && text.includes(name));
}
