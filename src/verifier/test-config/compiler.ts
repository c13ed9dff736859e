/** Settings of the project's tsconfig.json or jsconfig.json for turning its sources into JavaScript. */
import { CompilerConfig, type PathAlias } from '../../domain/verification/test-config';
import type { PackageSource } from '../../sandbox';
import { dirname, join } from './paths';
import type { ConfigTree } from './tree';
import { entries, flag, list, settings, type Settings, text, texts } from './values';

/** Files that one may be built on. */
const MAX_FILES = 30;

/** Options as the compiler sees them: those of the file over those of what it extends. */
interface Options {
  values: Settings;
  /** Folders that the relative paths among them start from. */
  baseUrl?: string;
  paths?: { base: string; rows: Settings };
}

type Packages = PackageSource | undefined;

class Reader {
  private left = MAX_FILES;

  constructor(
    private readonly tree: ConfigTree,
    private readonly packages: Packages,
    /** Folder of the file that was asked for: `${configDir}`. */
    private readonly folder: string,
  ) {}

  /** Options of a file of the tree, or of a package whose text is given. */
  async read(path: string, given?: unknown): Promise<Options> {
    const config = settings(given ?? this.tree.json(path));
    if (!config || this.left-- <= 0) return { values: {} };
    let options: Options = { values: {} };
    for (const base of texts(config.extends) ?? []) options = over(options, await this.extended(path, base));
    options = over(options, this.own(dirname(path), settings(config.compilerOptions) ?? {}));
    return needsReferences(options, config) ? this.referenced(path, config, options) : options;
  }

  private async extended(from: string, base: string): Promise<Options> {
    if (base.startsWith('.') || base.startsWith('/')) {
      const path = base.startsWith('/') ? join(base) : join(dirname(from), base);
      const found = path === undefined ? undefined : this.tree.first([path, `${path}.json`]);
      return found === undefined ? { values: {} } : this.read(found);
    }
    for (const specifier of [base, `${base}.json`, `${base}/tsconfig.json`]) {
      const link = await this.packages?.resolve({ from, specifier, kind: 'require' });
      if (!link || 'missing' in link || !link.path.endsWith('.json')) continue;
      if (this.tree.has(link.path)) return this.read(link.path);
      const reading = await this.packages?.read(link.path);
      if (reading && 'text' in reading) return this.read(link.path, this.tree.parse(link.path, reading.text));
    }
    return { values: {} };
  }

  /** A file that only refers to others, as the templates of vite write it: the first that says something. */
  private async referenced(path: string, config: Settings, options: Options): Promise<Options> {
    for (const reference of list(config.references) ?? []) {
      const target = join(dirname(path), text(settings(reference)?.path) ?? '');
      const found = target === undefined ? undefined : this.tree.first([target, `${target}/tsconfig.json`]);
      if (found === undefined || found === path) continue;
      const referred = await this.read(found);
      if (Object.keys(referred.values).length > 0) return over(referred, options);
    }
    return options;
  }

  private own(folder: string, values: Settings): Options {
    const at = (written: string): string | undefined =>
      written.startsWith('${configDir}') ? join(this.folder, written.slice(12)) : join(folder, written);
    const options: Options = { values };
    const baseUrl = text(values.baseUrl);
    if (baseUrl !== undefined) options.baseUrl = at(baseUrl);
    const rows = settings(values.paths);
    if (rows) options.paths = { base: options.baseUrl ?? folder, rows };
    return options;
  }
}

function needsReferences({ values }: Options, config: Settings): boolean {
  const said = ['paths', 'jsx', 'baseUrl', 'experimentalDecorators'].some((name) => name in values);
  return !said && Array.isArray(config.references);
}

function over(base: Options, more: Options): Options {
  const merged: Options = { ...base, ...more, values: { ...base.values, ...more.values } };
  // `paths` that were inherited start from a `baseUrl` that was not.
  if (more.baseUrl !== undefined && !more.paths && base.paths)
    merged.paths = { ...base.paths, base: more.baseUrl };
  return merged;
}

const JSX: Readonly<Record<string, CompilerConfig['jsx']>> = {
  react: 'classic',
  'react-jsx': 'automatic',
  'react-jsxdev': 'automatic',
  preserve: 'preserve',
  'react-native': 'preserve',
};

function aliasesOf({ paths }: Options): PathAlias[] {
  if (!paths) return [];
  return entries(paths.rows).flatMap(([pattern, value]) => {
    const targets = (texts(value) ?? []).map((target) => target.replace(/^\$\{configDir\}\//, ''));
    return pattern.split('*').length > 2 ? [] : [{ base: paths.base, pattern, targets }];
  });
}

function toConfig(options: Options): CompilerConfig {
  const { values, baseUrl } = options;
  return CompilerConfig.parse({
    jsx: JSX[(text(values.jsx) ?? '').toLowerCase()],
    jsxImportSource: text(values.jsxImportSource),
    jsxPragma: text(values.jsxFactory) ?? text(values.reactNamespace),
    jsxFragmentPragma: text(values.jsxFragmentFactory),
    experimentalDecorators: flag(values.experimentalDecorators),
    emitDecoratorMetadata: flag(values.emitDecoratorMetadata),
    paths: aliasesOf(options),
    baseUrl,
  });
}

/** Adds the options of a transform: those of ts-jest and of @swc/jest, which also has a file of its own. */
async function fromTransforms(
  tree: ConfigTree,
  raw: Settings,
): Promise<{ tsconfig?: unknown; swc?: Settings }> {
  const rows = entries(raw.transform).map(([, value]) => list(value) ?? [value]);
  for (const [name, options] of rows) {
    const tool = text(name) ?? '';
    if (tool.includes('ts-jest'))
      return { tsconfig: settings(options)?.tsconfig ?? settings(options)?.tsConfig };
    if (!/@swc[/+]jest/.test(tool)) continue;
    const file = settings(options) ? undefined : await tree.asset('.swcrc');
    return {
      swc: settings(options) ?? (file === undefined ? undefined : settings(tree.parse('.swcrc', file))),
    };
  }
  const tsJest = settings(settings(raw.globals)?.['ts-jest']);
  return { tsconfig: tsJest?.tsconfig ?? tsJest?.tsConfig };
}

function fromSwc(options: Settings): CompilerConfig {
  const jsc = settings(options.jsc) ?? {};
  const transform = settings(jsc.transform) ?? {};
  const react = settings(transform.react);
  const runtime = text(react?.runtime);
  const base = join(text(jsc.baseUrl) ?? '.') ?? '';
  return CompilerConfig.parse({
    jsx:
      runtime === 'automatic' || runtime === 'classic' || runtime === 'preserve'
        ? runtime
        : react && 'classic',
    jsxImportSource: text(react?.importSource),
    jsxPragma: text(react?.pragma),
    jsxFragmentPragma: text(react?.pragmaFrag),
    experimentalDecorators: flag(transform.legacyDecorator) ?? flag(settings(jsc.parser)?.decorators),
    emitDecoratorMetadata: flag(transform.decoratorMetadata),
    paths: aliasesOf({ values: {}, paths: { base, rows: settings(jsc.paths) ?? {} } }),
  });
}

/** Fields of the second where they say something. */
function merged(base: CompilerConfig, more: CompilerConfig): CompilerConfig {
  const said = Object.entries(more).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(said), paths: [...more.paths, ...base.paths] };
}

/** The nearest configuration at or above the folder. */
function nearest(tree: ConfigTree, folder: string): string | undefined {
  for (let at: string | undefined = folder; at !== undefined; at = at === '' ? undefined : dirname(at)) {
    const prefix = at === '' ? '' : `${at}/`;
    const found = tree.first([`${prefix}tsconfig.json`, `${prefix}jsconfig.json`]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How the sources of a folder are compiled. `raw` are the settings of the test runner. */
export async function readCompiler(
  tree: ConfigTree,
  packages: Packages,
  folder: string,
  raw: Settings = {},
): Promise<CompilerConfig> {
  const { tsconfig, swc } = await fromTransforms(tree, raw);
  const named = text(tsconfig)
    ?.replace(/^<rootDir>\/?/, '')
    .replace(/^\/+/, '');
  const path =
    (named !== undefined ? tree.first([join(folder, named) ?? '', named]) : undefined) ??
    nearest(tree, folder);
  const reader = new Reader(tree, packages, path === undefined ? folder : dirname(path));
  const read = path === undefined ? { values: {} } : await reader.read(path);
  const inline = settings(tsconfig);
  const own = inline ? over(read, { values: settings(inline.compilerOptions) ?? inline }) : read;
  return swc ? merged(toConfig(own), fromSwc(swc)) : toConfig(own);
}
