/** Settings of babel for JSX and decorators: jest's own transform follows them. */
import type { CompilerConfig } from '../../domain/verification/test-config';
import { evaluate } from './evaluate';
import type { EvaluateDeps } from './evaluate';
import type { ConfigTree } from './tree';
import { list, settings, text } from './values';
import type { Settings } from './values';

const CODE = ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'];
const FILES = [
  ...[...CODE, 'json'].map((extension) => `babel.config.${extension}`),
  ...['js', 'cjs', 'mjs', 'json'].map((extension) => `.babelrc.${extension}`),
];

interface BabelDeps extends EvaluateDeps {
  tree: ConfigTree;
}

async function readBabel({ tree, ...deps }: BabelDeps, folder: string): Promise<Settings | undefined> {
  const prefixes = folder === '' ? [''] : [`${folder}/`, ''];
  const path = tree.first(prefixes.flatMap((prefix) => FILES.map((name) => prefix + name)));
  if (path?.endsWith('.json')) return settings(tree.json(path));
  if (path !== undefined) {
    const evaluated = await evaluate(tree, path, deps);
    return 'value' in evaluated ? settings(evaluated.value) : undefined;
  }
  const plain = await tree.asset('.babelrc');
  if (plain !== undefined) return settings(tree.parse('.babelrc', plain));
  return settings(settings(tree.json('package.json'))?.babel);
}

/** Presets and plugins by name, each with its options; those for tests come last. */
function parts(config: Settings): { name: string; options: Settings }[] {
  const forTests = settings(settings(config.env)?.test);
  return [config, ...(forTests ? [forTests] : [])].flatMap((level) =>
    [...(list(level.presets) ?? []), ...(list(level.plugins) ?? [])].flatMap((part) => {
      const [name, options] = list(part) ?? [part];
      return text(name) === undefined ? [] : [{ name: String(name), options: settings(options) ?? {} }];
    }),
  );
}

/** Adds babel's settings to those of the compiler, which does not read them. */
export async function withBabel(
  deps: BabelDeps,
  folder: string,
  compiler: CompilerConfig,
): Promise<CompilerConfig> {
  const config = await readBabel(deps, folder);
  if (!config) return compiler;
  const found = { ...compiler };
  for (const { name, options } of parts(config)) {
    if (/(?:^|\/)(?:preset-)?react$|plugin-transform-react-jsx$/.test(name)) {
      const runtime = text(options.runtime);
      found.jsx = runtime === 'automatic' ? 'automatic' : 'classic';
      found.jsxImportSource = text(options.importSource) ?? found.jsxImportSource;
      found.jsxPragma = text(options.pragma) ?? found.jsxPragma;
      found.jsxFragmentPragma = text(options.pragmaFrag) ?? found.jsxFragmentPragma;
    } else if (/^next\/babel$|preset-expo$/.test(name)) {
      found.jsx = 'automatic';
    } else if (/proposal-decorators$/.test(name)) {
      found.experimentalDecorators = options.legacy === true || options.version === 'legacy';
    }
  }
  return found;
}
