import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/machine/paths';

const manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  kintsugi: { service: string[] };
};
/** `from 'x'`, `import('x')`, `require('x')`, `require.resolve('x')`, but for what is types only. */
const IMPORT = /^(?!import type|export type).*?(?:from |import\(|require\(|resolve\()'([^'.][^']*)'/gm;
/** Bundled when the sandbox is built; the child alone loads something besides. */
const BUNDLED = /^sandbox\/(?:runtime|child)\//;

/** Names of the packages that built code loads, with a file that does. */
function loaded(): Map<string, string> {
  const found = new Map<string, string>();
  const source = join(PROJECT_ROOT, 'src');
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || BUNDLED.test(file)) continue;
    for (const [, name = ''] of readFileSync(join(source, file), 'utf8').matchAll(IMPORT)) {
      const own = /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
      if (!name.startsWith('node:') && !builtinModules.includes(own)) found.set(own, file);
    }
  }
  return found;
}

test('all packages that the program loads are brought with it', () => {
  const brought = new Set([...Object.keys(manifest.dependencies), ...manifest.kintsugi.service]);
  const missing = [...loaded()].filter(([name]) => name in manifest.devDependencies && !brought.has(name));
  expect(missing).toEqual([]);
  // The pattern finds what it is to find.
  expect([...loaded().keys()]).toEqual(expect.arrayContaining(['@temporalio/worker', 'commander', 'zod']));
});

test('each package of the service has a version, and is installed in a checkout', () => {
  for (const name of manifest.kintsugi.service) expect(manifest.devDependencies).toHaveProperty([name]);
});
