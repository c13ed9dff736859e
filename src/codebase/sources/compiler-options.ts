import { posix } from 'node:path';
import ts from 'typescript';
import { globMatcher } from '../../domain/files/globs';
import { joinPath } from '../../domain/files/paths';
import type { TreeFiles } from './tree-files';

/** Settings that a file is checked by. `path` is their own, empty where the project has none. */
export interface Settings {
  path: string;
  options: ts.CompilerOptions;
}

const MOST_GLOBALS = 200;
const NAMES = ['tsconfig.json', 'jsconfig.json'];
/** Formal errors of settings are none of a file's. */
const QUIET: ts.CompilerOptions = {
  noEmit: true,
  incremental: false,
  composite: false,
  tsBuildInfoFile: undefined,
  skipLibCheck: true,
  // What is reported for an unused name is a matter of style, and untrue while a change is under way.
  noUnusedLocals: false,
  noUnusedParameters: false,
};

/** Settings for a file: of the nearest `tsconfig.json` or `jsconfig.json`, or of the one it refers to that takes the file in. */
export function settingsFor(
  files: TreeFiles,
  host: ts.ParseConfigHost,
  root: string,
  path: string,
  majorVersion: number | undefined,
): Settings {
  const found = nearest(files, path);
  const own = found === undefined ? undefined : referred(host, root, found, path);
  const parsed = own === undefined ? undefined : parse(host, root, own);
  const options = { ...withDefaults(parsed?.options ?? {}, majorVersion), ...QUIET };
  // A script is looked at by its own settings; programs of TypeScript don't change their view of it.
  if (isScript(path)) options.allowJs = true;
  return { path: own ?? '', options };
}

export function isScript(path: string): boolean {
  return /\.[cm]?jsx?$/.test(path);
}

function nearest(files: TreeFiles, path: string): string | undefined {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const home = folder === '.' ? '' : folder;
    const name = NAMES.find((one) => files.hash(joinPath(home, one)) !== undefined);
    if (name !== undefined) return joinPath(home, name);
    if (home === '') return undefined;
  }
}

/** Settings that hold nothing themselves name others; the first one that takes the file in is its own. */
function referred(host: ts.ParseConfigHost, root: string, config: string, path: string): string {
  const raw = rawOf(host, root, config);
  const references = Array.isArray(raw['references']) ? (raw['references'] as unknown[]) : [];
  const isShell = Array.isArray(raw['files']) && raw['files'].length === 0 && raw['include'] === undefined;
  if (!isShell) return config;
  for (const reference of references.slice(0, 20)) {
    const given = (reference as { path?: unknown } | null)?.path;
    if (typeof given !== 'string') continue;
    const target = posix.join(posix.dirname(config), given);
    const file = target.endsWith('.json') ? target : posix.join(target, 'tsconfig.json');
    if (host.fileExists(`${root}/${file}`) && takesIn(rawOf(host, root, file), file, path)) return file;
  }
  return config;
}

function takesIn(raw: Record<string, unknown>, config: string, path: string): boolean {
  const below = posix.relative(posix.dirname(config), path);
  if (below.startsWith('..')) return false;
  const listed = (key: string): string[] =>
    Array.isArray(raw[key]) ? (raw[key] as unknown[]).filter((one) => typeof one === 'string') : [];
  const files = listed('files').map((one) => posix.normalize(one));
  if (files.includes(below)) return true;
  const include = raw['include'] === undefined && raw['files'] === undefined ? ['**/*'] : listed('include');
  return matcher(include)(below) && !matcher(listed('exclude'))(below);
}

/** A pattern of settings that names a folder means all of it. */
function matcher(patterns: readonly string[]): (path: string) => boolean {
  const plain = patterns.map((pattern) => posix.normalize(pattern));
  return globMatcher(
    plain.flatMap((pattern) => (pattern.endsWith('*') ? [pattern] : [pattern, `${pattern}/**`])),
  );
}

function rawOf(host: ts.ParseConfigHost, root: string, config: string): Record<string, unknown> {
  const { config: raw } = ts.readConfigFile(`${root}/${config}`, (name) => host.readFile(name)) as {
    config?: unknown;
  };
  return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {};
}

function parse(host: ts.ParseConfigHost, root: string, config: string): ts.ParsedCommandLine {
  const file = `${root}/${config}`;
  return ts.parseJsonConfigFileContent(rawOf(host, root, config), host, posix.dirname(file), undefined, file);
}

/**
 * Declarations that settings take in besides what a file imports: those of the tree below them, which may give globals that nobody
 * imports. `config`: path of the settings, empty where there are none.
 */
export function globalsOf(
  files: TreeFiles,
  host: ts.ParseConfigHost,
  root: string,
  config: string,
): string[] {
  if (config === '') return [];
  const given = rawOf(host, root, config);
  const isDeclaration = /\.d\.[cm]?ts$/;
  return files.paths
    .filter((path) => isDeclaration.test(path) && takesIn(given, config, path))
    .slice(0, MOST_GLOBALS);
}

/** Options as the project's own compiler takes them: version 6 has other defaults, which older projects don't know. */
function withDefaults(given: ts.CompilerOptions, majorVersion = 5): ts.CompilerOptions {
  const options: ts.CompilerOptions = { target: ts.ScriptTarget.ESNext, ...given };
  if (majorVersion >= 6) return options;
  options.strict ??= false;
  options.noUncheckedSideEffectImports ??= false;
  options.types ??= ['*'];
  return options;
}
