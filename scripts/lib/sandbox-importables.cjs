'use strict';
// Bundles the libraries that called functions may import: each is one CommonJS module of a program's, without Node around it.
const fs = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');

/** The table of `src/sandbox/importable.ts`. */
function table(root) {
  const file = path.join(root, 'src', 'sandbox', 'importable.ts');
  const { code } = esbuild.transformSync(fs.readFileSync(file, 'utf8'), { loader: 'ts', format: 'cjs' });
  const module = { exports: {} };
  new Function('module', 'exports', code)(module, module.exports);
  return module.exports;
}

const ASSIGN = /^Object\.assign\(/gm;
const DEFINE =
  'const define = (target, ...sources) => { for (const one of sources) Object.defineProperties(target, Object.getOwnPropertyDescriptors(one)); };';

/**
 * Arrow's numbers inherit from typed arrays and assign `constructor` and `toString`, which a locked built-in refuses:
 * there they are defined.
 */
const arrowNumbers = {
  name: 'arrow-numbers',
  setup(build) {
    build.onLoad({ filter: /apache-arrow[\\/]util[\\/]bn\.mjs$/ }, ({ path: file }) => {
      const text = fs.readFileSync(file, 'utf8');
      if (text.match(ASSIGN)?.length !== 3)
        throw new Error(
          'apache-arrow/util/bn.mjs is not as it was: look at scripts/lib/sandbox-importables.cjs.',
        );
      return { contents: `${DEFINE}\n${text.replace(ASSIGN, 'define(')}`, loader: 'js' };
    });
  },
};

function buildOne(root, outfile, name) {
  return esbuild.build({
    stdin: {
      contents: `export * from '${name}';\nimport * as all from '${name}';\nexport default all.default ?? all;`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    metafile: true,
    platform: 'browser',
    mainFields: ['module', 'main'],
    format: 'cjs',
    target: 'es2023',
    charset: 'ascii',
    // Results tell of classes by their names.
    keepNames: true,
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [arrowNumbers],
    logLevel: 'error',
  });
}

/** Starts the bundling of each package of the table; promises of esbuild's results. */
function buildImportables(root, outDir) {
  const { IMPORTABLE, importableFile } = table(root);
  const packages = [...new Set(IMPORTABLE.map(({ from }) => from))];
  return packages.map((name) => buildOne(root, path.join(outDir, importableFile(name)), name));
}

module.exports = { buildImportables };
