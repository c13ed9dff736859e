/** Evaluates configuration that is code, in the sandbox: it is as hostile as the rest of the tree. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SandboxLimits } from '../../domain/verification/verification';
import { TestConfig } from '../../domain/verification/test-config';
import { NODE_MODULES, type PackageSource, type Sandbox, isRelative, resolveModule } from '../../sandbox';
import type { ConfigTree } from './tree';
import { dirname } from './paths';

/** Closure of a configuration file: the files that it loads in the sandbox, and the packages that it names. */
interface Closure {
  /** Path → text. */
  files: Map<string, string>;
  packages: Set<string>;
}

/** Beyond these, files are left out; nobody's configuration is that large. */
const MAX_FILES = 200;
const MAX_CHARACTERS = 4 * 1024 * 1024;

const NAMED = /(?:\bfrom|\bimport|\brequire(?:\.resolve)?\s*\(|\bimport\s*\()\s*(['"`])([^'"`\n]{1,500})\1/g;

/** JSON that is often loaded by code, and read as a text. */
function neighbours(folder: string): string[] {
  const names = ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'jsconfig.json'];
  const own = folder === '' ? [] : names.map((name) => `${folder}/${name}`);
  return [...names, ...own];
}

/** JSON with comments does not load; compilers' settings may have some. */
function loadable(tree: ConfigTree, path: string, text: string): string {
  if (!path.endsWith('.json')) return text;
  const value = tree.json(path);
  return value === undefined ? text : JSON.stringify(value);
}

/** Path of a file of the tree that a package's name leads to, for packages of the tree itself. */
type Linked = (from: string, specifier: string) => Promise<string | undefined>;

/** Follows the literal specifiers of a file of the tree. */
async function closureOf(tree: ConfigTree, entry: string, linked: Linked): Promise<Closure> {
  const closure: Closure = { files: new Map(), packages: new Set() };
  const queue = [entry, ...neighbours(dirname(entry))];
  let left = MAX_CHARACTERS;
  for (let path = queue.shift(); path !== undefined && closure.files.size < MAX_FILES; path = queue.shift()) {
    const text = closure.files.has(path) ? undefined : tree.text(path);
    if (text === undefined || text.length > left) continue;
    left -= text.length;
    closure.files.set(path, loadable(tree, path, text));
    if (path.endsWith('.json')) continue;
    for (const [, , specifier = ''] of text.matchAll(NAMED)) {
      const target = await follow(tree, closure, linked, path, specifier);
      if (target !== undefined) queue.push(target);
    }
  }
  return closure;
}

async function follow(
  tree: ConfigTree,
  closure: Closure,
  linked: Linked,
  from: string,
  specifier: string,
): Promise<string | undefined> {
  if (isRelative(specifier))
    return resolveModule({ has: (name) => tree.has(name), get: (name) => tree.text(name) }, from, specifier);
  if (NODE_MODULES.has(specifier.replace(/^node:/, ''))) return undefined;
  closure.packages.add(specifier);
  return linked(from, specifier);
}

export interface EvaluateDeps {
  sandbox: Pick<Sandbox, 'runFunction'>;
  /** The packages that the project has installed. */
  packages?: PackageSource;
  signal?: AbortSignal;
}

/** The configuration as plain data, or one sentence why there is none. */
export type Evaluation = { packages: ReadonlySet<string> } & ({ value: unknown } | { reason: string });

const LIMITS = SandboxLimits.parse({
  wallMs: 5_000,
  turnMs: 2_000,
  heapMb: 96,
  outputKb: 16,
  resultKb: 1_024,
});

/** Folder of the reader. It is among the tests, so that it has the test API to replace Node's modules. */
const FOLDER = '__tests__/kintsugi-configuration';
const PACKAGES = 'node_modules/.kintsugi';

const ASSETS = path.join(__dirname, 'stand-ins');
let assets: ReadonlyMap<string, string> | undefined;

/** Text of a program that runs in the sandbox on behalf of the reading. */
export function standIn(name: string): string {
  assets ??= new Map(
    readdirSync(ASSETS).map((file) => [file, readFileSync(path.join(ASSETS, file), 'utf8')]),
  );
  return assets.get(name) ?? '';
}

const KNOWN: readonly { names: RegExp; file: string }[] = [
  { names: /^(vite|vitest\/config)$/, file: 'vite.cjs' },
  { names: /^ts-jest(\/|$)/, file: 'ts-jest.cjs' },
  { names: /^next\/jest(\.js)?$/, file: 'next-jest.cjs' },
  { names: /^jest-config$/, file: 'jest-config.cjs' },
  { names: /^@(nx|nrwl)\/jest(\/preset)?$/, file: 'nx-jest.cjs' },
];

const SETTINGS = /config|preset|settings/;
const TOOLS = /plugin|^@?(vite|vitest|rollup|esbuild|babel|typescript|webpack|svelte|vue|react)\b/;

/** Packages that are settings rather than tools: those may be loaded as they are. */
function isSettings(specifier: string): boolean {
  return (
    SETTINGS.test(specifier) && !TOOLS.test(specifier) && !KNOWN.some(({ names }) => names.test(specifier))
  );
}

/** The stand-ins as packages: every name leads to one, and a name of settings to the real package where it is installed. */
class StandIns implements PackageSource {
  private readonly inert = new Map<string, string>();

  constructor(private readonly real: PackageSource | undefined) {}

  async resolve(wanted: Parameters<PackageSource['resolve']>[0]): ReturnType<PackageSource['resolve']> {
    const { from, specifier } = wanted;
    if (from.startsWith(`${PACKAGES}/`)) return { path: `${PACKAGES}/${specifier.replace(/^.*\//, '')}` };
    const known = KNOWN.find(({ names }) => names.test(specifier));
    if (known) return { path: `${PACKAGES}/${known.file}` };
    if (this.real && (specifier.startsWith('.') || isSettings(specifier))) {
      const link = await this.real.resolve(wanted);
      if ('path' in link || specifier.startsWith('.')) return link;
    }
    // The name stays readable in the path: a transform is told by it.
    const file = `${PACKAGES}/${specifier.replace(/[^\w@.-]/g, '+')}.js`;
    this.inert.set(file, specifier);
    return { path: file };
  }

  async read(file: string): ReturnType<PackageSource['read']> {
    const name = this.inert.get(file);
    if (name !== undefined)
      return { text: `module.exports = require('./inert.cjs')(${JSON.stringify(name)});` };
    if (file.startsWith(`${PACKAGES}/`)) return { text: standIn(file.slice(PACKAGES.length + 1)) };
    return this.real?.read(file) ?? { refused: 'it is not there.' };
  }
}

function programOf(entry: string, closure: Closure): Map<string, string> {
  const load = `const read = require('./read-config.cjs');
exports.read = (data) => read(() => require(${JSON.stringify(`../../${entry}`)}), data);`;
  return new Map([
    ...closure.files,
    [`${FOLDER}/entry.cjs`, load],
    ...['read-config.cjs', 'inert.cjs'].map((name): [string, string] => [`${FOLDER}/${name}`, standIn(name)]),
  ]);
}

async function run(
  entry: string,
  closure: Closure,
  texts: Record<string, string>,
  deps: EvaluateDeps,
  packages: PackageSource | undefined,
) {
  // A configuration may lie among the tests: all that it loads belongs to them.
  const setupFiles = [...closure.files.keys()].map((file) => `./${file}`);
  return deps.sandbox.runFunction(
    {
      files: programOf(entry, closure),
      context: { config: TestConfig.parse({ setupFiles }), packages: new StandIns(packages) },
      module: `${FOLDER}/entry.cjs`,
      name: 'read',
      data: { builtins: [...NODE_MODULES], texts },
      limits: LIMITS,
    },
    deps.signal,
  );
}

/** Loads a module of the tree and takes its default export; functions are called. Rejects only as the sandbox does. */
export async function evaluate(tree: ConfigTree, entry: string, deps: EvaluateDeps): Promise<Evaluation> {
  const closure = await closureOf(tree, entry, async (from, specifier) => {
    if (!deps.packages || !isSettings(specifier)) return undefined;
    const link = await deps.packages.resolve({ from, specifier, kind: 'require' });
    return 'path' in link && tree.has(link.path) ? link.path : undefined;
  });
  const { packages } = closure;
  const known = Object.fromEntries(closure.files);
  for (const name of ['.swcrc', '.babelrc', '.env', '.env.test']) {
    const text =
      [...closure.files.values()].some((source) => source.includes(name)) && (await tree.asset(name));
    if (typeof text === 'string') known[name] = text;
  }
  let result = await run(entry, closure, known, deps, deps.packages);
  // A package of settings may need what the sandbox lacks.
  if (!result.ok && deps.packages) result = await run(entry, closure, known, deps, undefined);
  if (!result.ok) {
    const { errorName, message } = result.failure;
    return { packages, reason: `${errorName}: ${message.split('\n')[0] ?? ''}`.slice(0, 200) };
  }
  if (result.truncated) return { packages, reason: 'it is larger than 1 MiB' };
  return { packages, value: result.value };
}
