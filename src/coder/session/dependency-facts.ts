import { builtinModules } from 'node:module';
import ts from 'typescript';
import { packageOf } from '../../domain/dependencies/import-names';
import { isLockFile, readLockFile } from '../../domain/dependencies/lock-files';
import { isManifest, readManifest } from '../../domain/dependencies/manifests';
import type { DependencyFacts, UsedPackage } from '../../domain/dependencies/assess';
import type { Ecosystem } from '../../domain/dependencies/types';
import { baseName, parentPath } from '../../domain/files/paths';
import { classOfFile } from '../../domain/navigation/file-class';
import { hasWord } from '../../domain/words';
import type { CodeLanguage, Navigation } from '../../codebase/navigation';
import type { TreeTexts } from './texts';

const LOCK_BYTES = 32_000_000;
const MOST_MANIFESTS = 100;
const MOST_SETTINGS = 100;
const SETTINGS_CHARS = 400_000;

const ECOSYSTEMS: Readonly<Partial<Record<CodeLanguage, Ecosystem>>> = {
  typescript: 'npm',
  javascript: 'npm',
  python: 'python',
  go: 'go',
  rust: 'cargo',
};
/** Files that name tools without importing them. */
const SETTINGS =
  /(?:^|\/)(?:\.[\w-]{1,40}rc(?:\.\w{1,5})?|[\w.-]{1,60}\.config\.[cm]?[jt]s(?:on)?|[tj]sconfig[\w.-]{0,40}\.json|Dockerfile|Makefile|tox\.ini|setup\.cfg|\.pre-commit-config\.yaml|Procfile)$|(?:^|\/)\.github\/workflows\/[^/]{1,100}$/;

const RESOLVED = /\.resolve\(\s{0,3}["'`]([^"'`\n]{1,200})["'`]/g;

export async function dependencyFacts(texts: TreeTexts, navigation: Navigation): Promise<DependencyFacts> {
  const own = texts.paths.filter((path) => classOfFile(path) !== 'vendored');
  const read = async (paths: readonly string[], most?: number) =>
    (await Promise.all(paths.map(async (path) => ({ path, text: await texts.text(path, most) })))).flatMap(
      ({ path, text }) => (text === undefined ? [] : [{ path, text }]),
    );
  const manifestTexts = await read(own.filter(isManifest).slice(0, MOST_MANIFESTS));
  const manifests = manifestTexts.flatMap(({ path, text }) => readManifest(path, text) ?? []);
  const lockTexts = await read(own.filter(isLockFile).slice(0, MOST_MANIFESTS), LOCK_BYTES);
  const settings = await read(own.filter((path) => SETTINGS.test(path)).slice(0, MOST_SETTINGS));
  const named = [...manifestTexts.map(scriptsOf), ...settings.map(({ text }) => text)]
    .join('\n')
    .slice(0, SETTINGS_CHARS);
  const aliases = settings.flatMap(({ path, text }) => aliasesOf(path, text));
  return {
    manifests,
    locks: lockTexts.map(({ path, text }) => readLockFile(path, text)),
    used: [...usedPackages(navigation, aliases), ...(await resolvedPackages(texts, navigation))],
    isNamed: (name) => hasWord(named, name),
  };
}

/** Scripts and settings of a package, its lists of dependencies left out. */
function scriptsOf({ path, text }: { path: string; text: string }): string {
  if (baseName(path) !== 'package.json') return '';
  try {
    const json = JSON.parse(text) as Record<string, unknown>;
    const others = Object.entries(json).filter(([key]) => !/ependenc|overrides|resolutions/.test(key));
    return JSON.stringify(Object.fromEntries(others));
  } catch {
    return '';
  }
}

/** Beginnings of import paths that settings of TypeScript give files of the project. */
function aliasesOf(path: string, text: string): string[] {
  if (!/^[tj]sconfig/.test(baseName(path))) return [];
  const { config } = ts.parseConfigFileTextToJson(path, text) as {
    config?: { compilerOptions?: { paths?: Record<string, unknown> } };
  };
  return Object.keys(config?.compilerOptions?.paths ?? {}).map((alias) => alias.split('*')[0] ?? '');
}

/** Packages that source files import from elsewhere. */
function usedPackages(navigation: Navigation, aliases: readonly string[]): UsedPackage[] {
  const own = ownNames(navigation.paths);
  return navigation.paths.flatMap((path) => {
    const facts = navigation.facts(path);
    const ecosystem = facts?.language && ECOSYSTEMS[facts.language];
    const kind = classOfFile(path);
    if (!ecosystem || kind === 'vendored' || kind === 'generated') return [];
    const isTest = kind !== 'source';
    return facts.imports.flatMap(({ specifier, range }): UsedPackage[] => {
      if (aliases.some((alias) => alias !== '' && specifier.startsWith(alias))) return [];
      const name = packageOf(specifier, ecosystem);
      if (name === undefined || isOwnImport(specifier, name, ecosystem, own)) return [];
      return [{ name, ecosystem, path, line: range.startLine, isTest }];
    });
  });
}

/** Packages whose place code asks for, by `require.resolve` or `import.meta.resolve`, without importing them. */
async function resolvedPackages(texts: TreeTexts, navigation: Navigation): Promise<UsedPackage[]> {
  const found: UsedPackage[] = [];
  for (const path of navigation.paths) {
    const facts = navigation.facts(path);
    const isAsked = facts?.calls.some(({ name }) => name === 'resolve') ?? false;
    if (!isAsked || !facts?.language || ECOSYSTEMS[facts.language] !== 'npm') continue;
    const lines = ((await texts.text(path)) ?? '').split('\n');
    lines.forEach((text, at) => {
      for (const [, specifier = ''] of text.matchAll(RESOLVED)) {
        const name = packageOf(specifier, 'npm');
        // That a package may be missing is what such code asks about: it is used where it is declared.
        if (name !== undefined)
          found.push({ name, ecosystem: 'npm', path, line: at + 1, isAsked: true, isTest: false });
      }
    });
  }
  return found;
}

/** Names of files and folders: an import that begins with one may mean it. */
function ownNames(paths: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const path of paths) {
    for (let folder = parentPath(path); folder !== ''; folder = parentPath(folder))
      names.add(baseName(folder));
    names.add(baseName(path).replace(/\.\w{1,5}$/, ''));
  }
  return names;
}

function isOwnImport(
  specifier: string,
  name: string,
  ecosystem: Ecosystem,
  own: ReadonlySet<string>,
): boolean {
  if (ecosystem === 'npm') {
    if (specifier.includes(':') || builtinModules.includes(name)) return true;
    // `src/util` below a base folder; a package of one word is told from a file by its declaration alone.
    return specifier.includes('/') && !name.startsWith('@') && own.has(name);
  }
  if (ecosystem === 'go') return false;
  const top = specifier.split(ecosystem === 'python' ? '.' : '::')[0] ?? '';
  return own.has(top);
}
