'use strict';
// The decisions (`src/domain`) that workflows use are pure, so all runs of a worker may share one copy of them: built
// anew for each run, zod and the schemas take 15 ms and most of a run's garbage.
const fs = require('node:fs');
const path = require('node:path');
const { filesUnder } = require('./stamp.cjs');

/** `import x from '…'` and `export * from '…'`, but for what is types only. */
const IMPORT = /^(?:import|export|\})(?!\s+type\b)[^'\n]*\bfrom '(\.[^']+)';$/gm;

function importsOf(file) {
  return [...fs.readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name]) => {
    const found = path.resolve(path.dirname(file), name);
    return fs.existsSync(`${found}.ts`) ? `${found}.ts` : path.join(found, 'index.ts');
  });
}

/** Sources of the workflow bundle: the workflows, and what converts their failures. */
const BUNDLED = ['workflows', path.join('temporal', 'data-converter')];

/** Files of `src/domain` that the bundle imports, and what these import. */
function sharedModules(root) {
  const domain = path.join(root, 'src', 'domain') + path.sep;
  const found = new Set();
  const take = (file) => {
    if (!file.startsWith(domain) || found.has(file)) return;
    found.add(file);
    importsOf(file).forEach(take);
  };
  for (const folder of BUNDLED)
    for (const file of filesUnder(root, path.join('src', folder)))
      importsOf(path.join(root, file)).forEach(take);
  return [...found].sort();
}

/**
 * Source of the module that loads them before the first run. Temporal freezes what it shares, wholly, but for exports
 * that are frozen already: a schema, which binds its methods at their first use, must be left as it is.
 */
function sharedSource(modules) {
  const loads = modules.map((file) => `  require(${JSON.stringify(file)}),`);
  return `'use strict';
const modules = [
${loads.join('\n')}
];

function freeze(value) {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  if ('_zod' in value || value instanceof RegExp) return;
  Object.freeze(value);
  Object.values(value).forEach(freeze);
}

modules.forEach(freeze);
`;
}

/** Throws where the bundle has a file of `src/domain` that is not listed: Temporal would freeze its schemas wholly. */
function checkShared(root, modules, code) {
  const listed = new Set(modules.map((file) => `./${path.relative(root, file)}`));
  const bundled = [...code.matchAll(/^\/\*\*\*\/ "(\.\/src\/domain\/[^"]+)"/gm)].map(([, id]) => id);
  const missed = bundled.filter((id) => !listed.has(id));
  if (bundled.length === 0)
    throw new Error('The bundle names its modules in another way: correct checkShared.');
  if (missed.length > 0)
    throw new Error(
      `${missed[0]} is imported in a way that shared-modules.cjs does not read: write it as the others.`,
    );
}

module.exports = { checkShared, sharedModules, sharedSource };
