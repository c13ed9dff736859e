import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = /\.(?:[cm]?[jt]sx?|json|ya?ml|md|txt|sh|html|css)$/;
/** Compiled bundles and data tables are not what people read. */
const LARGEST = 1_000_000;

/** Files of source, tests and documents under a folder. */
export function sourcesUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCES.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/.cache/') && statSync(path).size <= LARGEST);
}

/** Lines that hold something. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
