import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT } from '../../src/machine/paths';

/** Package that is installed with its sources, at the version of the lock file. */
export interface SourcePackage {
  name: string;
  version: string;
  /** Folder of the sources in the package. */
  source: string;
  paths: Readonly<Record<string, readonly string[]>>;
}

/** Two well-known projects in TypeScript. */
export const SOURCE_PACKAGES: readonly SourcePackage[] = [
  { name: 'rxjs', version: '7.8.2', source: 'src/internal', paths: { rxjs: ['./src/internal'] } },
  { name: 'zod', version: '4.6.7', source: 'src/v4', paths: {} },
];

/** Writes the sources of a package into a folder, with settings of their own. */
export function plantPackage(folder: string, { name, version, source, paths }: SourcePackage): void {
  const installed = join(PROJECT_ROOT, 'node_modules', name);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version?: string };
  if (manifest.version !== version)
    throw new Error(`${name} is installed in ${manifest.version}, not ${version}`);
  mkdirSync(dirname(join(folder, source)), { recursive: true });
  cpSync(join(installed, source), join(folder, source), { recursive: true });
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: [],
    lib: ['es2022', 'dom'],
    paths,
  };
  const settings = { compilerOptions, include: ['src/**/*'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
}
