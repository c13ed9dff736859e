import { isSourceFile, isTestSide, protectedReason } from '../../domain/protected-paths';
import { resolveModule } from '../sandbox/resolve';
import type { AssetSource, ProgramFiles } from '../sandbox/types';
import { chanceUses, foreignUses, mayUseChance, type ChanceUse } from './chance';

/** Why the verdict on a change may be luck. */
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
  const changed = [...after.files].filter(
    ([path, text]) => isProgram(path) && before.files.get(path) !== text,
  );
  const foreign = commands ? await changedForeign(before, after) : [];
  const near = newUse(changed, before.files) ?? newForeign(foreign);
  if (near) return { near: true, where: near };
  const far = reachedFrom(
    changed.map(([path]) => path),
    after.files,
  ).find((path) => mayUseChance(after.files.get(path) ?? ''));
  return far === undefined ? undefined : { near: false, where: far };
}

function isProgram(path: string): boolean {
  return isSourceFile(path) && !isTestSide(path);
}

/** A use more than there was, over all changed files together: code that was only moved brings none. */
function newUse(changed: readonly (readonly [string, string])[], before: ProgramFiles): string | undefined {
  const known = new Map<string, number>();
  for (const [path] of changed)
    for (const { what } of chanceUses(path, before.get(path) ?? '') ?? [])
      known.set(what, (known.get(what) ?? 0) + 1);
  for (const [path, text] of changed) {
    const uses = chanceUses(path, text);
    if (!uses) return path;
    const fresh = uses.find(({ what }) => {
      const left = known.get(what) ?? 0;
      known.set(what, left - 1);
      return left <= 0;
    });
    if (fresh) return placeOf(path, fresh);
  }
  return undefined;
}

function placeOf(path: string, { line, what }: ChanceUse): string {
  return `${path}:${line} (${what})`;
}

const FOREIGN_SOURCE = /\.(py|rb|go|rs|java|kts?|scala|php|cc?|cpp|h|cs|swift|exs?|lua|pl|sh|dart)$/;

interface Foreign {
  path: string;
  before: string;
  after: string;
}

/** Sources of other languages that differ. */
async function changedForeign(before: ReadTree, after: ReadTree): Promise<Foreign[]> {
  const known = new Set(before.assets?.paths);
  const found: Foreign[] = [];
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

function newForeign(changed: readonly Foreign[]): string | undefined {
  for (const { path, before, after } of changed) {
    const old = foreignUses(before).map(({ what }) => what);
    const fresh = foreignUses(after).find(({ what }) => {
      const at = old.indexOf(what);
      if (at >= 0) old.splice(at, 1);
      return at < 0;
    });
    if (fresh) return placeOf(path, fresh);
  }
  return undefined;
}

const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"`])([^'"`\n]+)\1/g;

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
  if (specifier.startsWith('.')) return [resolveModule((path) => files.has(path), from, specifier) ?? from];
  const end = specifier.replace(/^[^/]*\/|\.\w+$/g, '');
  const whole = specifier.replace(/\.\w+$/, '');
  return [...files.keys()].filter((path) => {
    const stem = path.replace(/(?:\/index)?\.\w+$/, '');
    return stem === whole || stem === end || stem.endsWith(`/${end}`) || stem.endsWith(`/${whole}`);
  });
}
