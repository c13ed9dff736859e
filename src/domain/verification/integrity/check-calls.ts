import { stemOf } from './judge-words';

const IMPORTS =
  /(?<![^\n])[ \t]*(?:import|from|export|(?:const|let|var)\b[^=\n]*=\s{0,40}(?:await\s{1,40})?(?:require|import)\b)[^\n]*/g;
/** Names of one file that are looked for: each is an alternative of one pattern. */
const MOST_NAMES = 200;
const KEYWORDS = new Set([
  'import',
  'from',
  'export',
  'const',
  'let',
  'var',
  'as',
  'require',
  'await',
  'default',
  'type',
]);

/**
 * True if a text calls an import of a file and ignores the result. Checks are called like that, since they throw;
 * programs are called for their results.
 */
export function callsAsCheck(text: string, file: string): boolean {
  const stem = stemOf(file).replace(/[^\w]/g, '.');
  const named = new RegExp(`(?:^|[^\\w])${stem}(?:$|[^\\w])`);
  const names = new Set(
    [...text.matchAll(IMPORTS)].flatMap(([line]) => (named.test(line) ? namesOf(line) : [])),
  );
  const calls = [...names].slice(0, MOST_NAMES).map((name) => `${name}(?:\\.\\w+)*`);
  const direct = `require\\(\\s*['"][^'"\\n]{0,200}\\b${stem}(?:\\.\\w+)?['"]\\s*\\)(?:\\.\\w+)*`;
  return new RegExp(`(?:^|[;{}]|=>)[ \\t]*(?:await[ \\t]+)?(?:${[direct, ...calls].join('|')})\\(`, 'm').test(
    text,
  );
}

function namesOf(line: string): string[] {
  const bound = line.replace(/(['"])[^'"\n]*\1/g, '');
  return [...bound.matchAll(/[A-Za-z_]\w*/g)].map(([name]) => name).filter((name) => !KEYWORDS.has(name));
}
