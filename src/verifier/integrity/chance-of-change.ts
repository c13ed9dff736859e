import { isSourceFile, isTestSide, protectedReason } from '../../domain/verification/protected-paths';
import { type AssetSource, type ProgramFiles, resolveModule } from '../../sandbox';
import { chanceUses, foreignUses, mayUseChance, mayUseForeignChance, type ChanceUse } from './chance';
import { newFindings, type ChangedText } from './new-findings';

/** Reasons why the verdict on a change may be luck. */
export interface ChanceOfChange {
  /** True where the change itself brings it, not only what its files reach. */
  near: boolean;
  /** `src/pick.ts:3 (Math.random)`. */
  where: string;
}

/** A tree as far as it can be read here. */
export interface ReadTree {
  files: ProgramFiles;
  assets?: AssetSource;
}

/** Chance and time in what a change brings; else in what its files reach. Undefined: its verdict says the same each time. */
export async function chanceOfChange(
  before: ReadTree,
  after: ReadTree,
  { commands }: { commands: boolean },
): Promise<ChanceOfChange | undefined> {
  const changed = [...after.files]
    .filter(([path, text]) => isProgram(path) && before.files.get(path) !== text)
    .map(([path, text]) => ({ path, before: before.files.get(path) ?? '', after: text }));
  const foreign = commands ? await changedForeign(before, after) : [];
  const [fresh] = newFindings(foreign, (_, text) => foreignUses(text));
  const foreignUse = fresh && placeOf(fresh);
  const near = newUse(changed) ?? foreignUse;
  if (near) return { near: true, where: near };
  const far =
    reachedFrom(
      changed.map(({ path }) => path),
      after.files,
    ).find((path) => mayUseChance(after.files.get(path) ?? '')) ??
    foreign.find(({ path, after }) => mayUseForeignChance(path, after))?.path;
  return far === undefined ? undefined : { near: false, where: far };
}

function isProgram(path: string): boolean {
  return isSourceFile(path) && !isTestSide(path);
}

function newUse(changed: readonly ChangedText[]): string | undefined {
  // A file that is nested too deeply to be read may hold anything.
  const unread = changed.find(({ path, after }) => chanceUses(path, after) === undefined);
  if (unread) return unread.path;
  const [fresh] = newFindings(changed, (path, text) => chanceUses(path, text) ?? []);
  return fresh && placeOf(fresh);
}

function placeOf({ path, line, what }: ChanceUse & { path: string }): string {
  return `${path}:${line} (${what})`;
}

const FOREIGN_SOURCE = /\.(py|rb|go|rs|java|kts?|scala|php|cc?|cpp|h|cs|swift|exs?|lua|pl|sh|dart)$/;

/** Sources of other languages that differ. */
async function changedForeign(before: ReadTree, after: ReadTree): Promise<ChangedText[]> {
  const known = new Set(before.assets?.paths);
  const found: ChangedText[] = [];
  for (const path of after.assets?.paths ?? []) {
    if (!FOREIGN_SOURCE.test(path) || protectedReason(path) !== undefined) continue;
    const old = known.has(path) ? await textOf(before, path) : '';
    const now = await textOf(after, path);
    if (old !== now) found.push({ path, before: old, after: now });
  }
  return found;
}

async function textOf({ assets }: ReadTree, path: string): Promise<string> {
  return assets ? Buffer.from(await assets.read(path)).toString('utf8') : '';
}

const SPECIFIER =
  /(?:\bfrom\s{0,40}|\bimport\s{0,40}\(?\s{0,40}|\brequire\s{0,40}\(\s{0,40})(['"`])([^'"`\n]{1,1024})\1/g;

/** The files themselves and all modules of the project that they load, in turn. */
function reachedFrom(paths: readonly string[], files: ProgramFiles): string[] {
  const reached = new Set(paths);
  // A set goes on over what is added to it.
  for (const path of reached)
    for (const [, , specifier = ''] of (files.get(path) ?? '').matchAll(SPECIFIER))
      for (const found of meant(path, specifier, files)) if (isProgram(found)) reached.add(found);
  return [...reached];
}

/** Files that a specifier may mean. Of an alias only its end is known. */
function meant(from: string, specifier: string, files: ProgramFiles): string[] {
  if (specifier.startsWith('.')) return [resolveModule(files, from, specifier) ?? from];
  const end = specifier.replace(/^[^/]*\/|\.\w+$/g, '');
  const whole = specifier.replace(/\.\w+$/, '');
  return [...files.keys()].filter((path) => {
    const stem = path.replace(/(?:\/index)?\.\w+$/, '');
    return stem === whole || stem === end || stem.endsWith(`/${end}`) || stem.endsWith(`/${whole}`);
  });
}
