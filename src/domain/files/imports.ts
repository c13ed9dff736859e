const SPECIFIER = /(?:\bfrom\s*|\bimport\s*(?:\(\s*)?|\brequire\s*\(\s*)(['"])(\.{1,2}(?:\/[^'"\n]*)?)\1/g;
const ENDINGS = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.mts',
  '.cts',
  '/index.ts',
  '/index.tsx',
  '/index.js',
];
/** `./x.js` in TypeScript means `./x.ts`. */
const TYPED: Readonly<Record<string, string>> = {
  '.js': '.ts',
  '.jsx': '.tsx',
  '.mjs': '.mts',
  '.cjs': '.cts',
};

/**
 * Files that a program's file imports by relative paths, directly or through others, nearest first and each
 * once; the file itself is left out. Aliases and packages are not followed.
 */
export function importsOf(path: string, files: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>([path]);
  for (const from of found) {
    for (const specifier of relativeSpecifiers(files.get(from) ?? '')) {
      const target = resolve(from, specifier, files);
      if (target !== undefined) found.add(target);
    }
  }
  found.delete(path);
  return [...found];
}

function relativeSpecifiers(text: string): string[] {
  return [...text.matchAll(SPECIFIER)].map((match) => match[2] ?? '');
}

function resolve(from: string, specifier: string, files: ReadonlyMap<string, string>): string | undefined {
  const base = joinPath(from, specifier);
  const ending = /\.[cm]?jsx?$/.exec(base)?.[0];
  const typed = ending === undefined ? undefined : base.slice(0, -ending.length) + (TYPED[ending] ?? ending);
  const options = [...ENDINGS.map((end) => base + end), ...(typed === undefined ? [] : [typed])];
  return options.find((option) => files.has(option));
}

function joinPath(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
