'use strict';
// bench NAME [ARGS]: runs bench/NAME.ts in the project's folder. What it imports from `src` is taken from `dist`, so a
// benchmark measures the product as it is shipped.
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const esbuild = require('esbuild');

const root = path.resolve(__dirname, '..');
const [name, ...args] = process.argv.slice(2);

/** Relative imports that lead into `src` become requires of the built file. */
const fromDist = {
  name: 'from-dist',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path: wanted, resolveDir }) => {
      const inSource = path.relative(path.join(root, 'src'), path.resolve(resolveDir, wanted));
      if (inSource.startsWith('..')) return undefined;
      return { path: path.join(root, 'dist', inSource.replace(/\.[jt]s$/, '')), external: true };
    });
  },
};

async function main() {
  const names = fs.readdirSync(path.join(root, 'bench')).filter((file) => file.endsWith('.ts'));
  if (!names.includes(`${name}.ts`)) {
    process.stderr.write(
      `There is no benchmark "${name ?? ''}": take one of ${names.map((file) => file.slice(0, -3)).join(', ')}.\n`,
    );
    process.exitCode = 2;
    return;
  }
  const outfile = path.join(root, '.cache', 'bench', `${name}.cjs`);
  await esbuild.build({
    entryPoints: [path.join(root, 'bench', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    packages: 'external',
    sourcemap: 'inline',
    plugins: [fromDist],
    logLevel: 'warning',
  });
  process.argv = [process.execPath, outfile, ...args];
  Module.runMain();
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
