/** Manifests of a project, as far as imports need them. */
import { z } from 'zod';
import { baseName, parentPath } from '../../../domain/files/paths';
import ts from 'typescript';

export interface PackageManifest {
  readonly folder: string;
  readonly name: string;
  /** Paths within the package that its name alone may mean. */
  readonly entries: readonly string[];
  /** `#name` → path within the package. */
  readonly imports: ReadonlyMap<string, string>;
}

export interface PathAliases {
  readonly folder: string;
  /** Folder that bare names are looked for in. */
  readonly base?: string;
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[];
}

export interface NamedFolder {
  readonly folder: string;
  readonly name: string;
}

export interface Manifests {
  readonly packages: readonly PackageManifest[];
  readonly aliases: readonly PathAliases[];
  readonly goModules: readonly NamedFolder[];
  readonly crates: readonly NamedFolder[];
}

/** Names of the files that manifests are read from. */
export const MANIFEST_NAME = /^(?:package\.json|[tj]sconfig(?:\.\w{1,40})?\.json|go\.mod|Cargo\.toml)$/;

const PackageJson = z.object({
  name: z.string().catch(''),
  main: z.string().optional().catch(undefined),
  module: z.string().optional().catch(undefined),
  source: z.string().optional().catch(undefined),
  imports: z.record(z.string(), z.unknown()).optional().catch(undefined),
  exports: z.unknown().optional(),
});
const TsConfig = z.object({
  compilerOptions: z.object({
    baseUrl: z.string().optional(),
    paths: z.record(z.string(), z.array(z.string())).optional(),
  }),
});

/** Reads manifests; what can't be read says nothing. */
export function readManifests(texts: ReadonlyMap<string, string>): Manifests {
  const manifests = {
    packages: [] as PackageManifest[],
    aliases: [] as PathAliases[],
    goModules: [] as NamedFolder[],
    crates: [] as NamedFolder[],
  };
  for (const [path, text] of texts) {
    const name = baseName(path);
    const folder = parentPath(path);
    if (name === 'go.mod') {
      const module = /^module[ \t]{1,20}"?([^\s"]{1,300})/m.exec(text)?.[1];
      if (module !== undefined) manifests.goModules.push({ folder, name: module });
    } else if (name === 'Cargo.toml') {
      const crate = /^name[ \t]{0,20}=[ \t]{0,20}"([^"\n]{1,100})"/m.exec(text)?.[1];
      if (crate !== undefined) manifests.crates.push({ folder, name: crate.replaceAll('-', '_') });
    } else if (name === 'package.json') manifests.packages.push(...packageOf(folder, plainJson(text)));
    else manifests.aliases.push(...aliasesOf(folder, plainJson(text)));
  }
  // The innermost first.
  const byDepth = (left: NamedFolder | PathAliases, right: NamedFolder | PathAliases): number =>
    right.folder.length - left.folder.length;
  for (const list of Object.values(manifests)) list.sort(byDepth);
  return manifests;
}

function packageOf(folder: string, json: unknown): PackageManifest[] {
  const parsed = PackageJson.safeParse(json);
  if (!parsed.success) return [];
  const { name, main, module, source, imports = {}, exports } = parsed.data;
  const entries = [source, ...pathsIn(exports), module, main].filter((one) => one !== undefined);
  const own = Object.entries(imports).flatMap(([key, value]): [string, string][] => {
    const path = pathsIn(value)[0];
    return path === undefined ? [] : [[key, path]];
  });
  return [{ folder, name, entries, imports: new Map(own) }];
}

/** Paths that an `exports` field has for the package itself, whatever the conditions. */
function pathsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  const entries = Object.entries(value as Record<string, unknown>);
  return entries.flatMap(([key, one]) =>
    !key.startsWith('.') || key === '.' ? pathsIn(one, depth + 1) : [],
  );
}

function aliasesOf(folder: string, json: unknown): PathAliases[] {
  const parsed = TsConfig.safeParse(json);
  if (!parsed.success) return [];
  const { baseUrl, paths = {} } = parsed.data.compilerOptions;
  return [{ folder, base: baseUrl, paths: Object.entries(paths) }];
}

/** Value of JSON with comments and trailing commas, as tools write their settings; undefined where it is none. */
export function plainJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { config, error } = ts.parseConfigFileTextToJson('settings.json', text) as {
      config?: unknown;
      error?: unknown;
    };
    return error === undefined ? config : undefined;
  }
}
