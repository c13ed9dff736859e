import { posix } from 'node:path';
import type { ReferenceFinder } from '../../domain/verification/integrity/references';

const PROGRAM_SCRIPT = /^(start|dev|serve|preview|build|prod|production|watch|cli)(:|$)/;
const PYTHON_ENTRY = /(?<![\w.])([a-zA-Z_][\w.]*):[a-zA-Z_]/g;

/** Files that a program begins with, as its manifests say: what is published, started, or shipped. */
export function entriesOf(texts: ReadonlyMap<string, string>, finder: ReferenceFinder): Set<string> {
  const entries = new Set<string>();
  for (const [path, text] of texts)
    for (const word of wordsOf(path, text))
      for (const file of finder.ofWord(folderOf(path), word).files) entries.add(file);
  return entries;
}

function wordsOf(path: string, text: string): string[] {
  const name = posix.basename(path);
  if (name === 'package.json') return manifestWords(text);
  if (/^(Dockerfile(\..+)?|Procfile|app\.ya?ml|serverless\.ya?ml)$/.test(name))
    return text.split(/[\s"',[\]]+/);
  if (!/^(pyproject\.toml|setup\.(cfg|py))$/.test(name)) return [];
  return [...text.matchAll(PYTHON_ENTRY)].map(([, module = '']) => module.replaceAll('.', '/'));
}

function manifestWords(text: string): string[] {
  try {
    const manifest = (JSON.parse(text) ?? {}) as Record<string, unknown>;
    const scripts = Object.entries((manifest['scripts'] ?? {}) as Record<string, unknown>)
      .filter(([script]) => PROGRAM_SCRIPT.test(script))
      .flatMap(([, line]) => (typeof line === 'string' ? line.split(/\s+/) : []));
    const fields = ['main', 'module', 'browser', 'bin', 'exports', 'imports'].flatMap((key) =>
      stringsIn(manifest[key]),
    );
    return [...scripts, ...fields];
  } catch {
    return [];
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}

function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}
