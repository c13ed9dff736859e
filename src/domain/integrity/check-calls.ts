import { stemOf } from './judge-words';

const IMPORTS =
  /^[ \t]*(?:import|from|export|(?:const|let|var)\b[^=\n]*=\s*(?:await\s+)?(?:require|import)\b)[^\n]*/gm;
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
 * True where a text calls what it imports from a file and leaves the result alone: that is how a check is called, which
 * throws. Programs are called for what they return.
 */
export function callsAsCheck(text: string, file: string): boolean {
  const stem = stemOf(file).replace(/[^\w]/g, '.');
  const named = new RegExp(`(?:^|[^\\w])${stem}(?:$|[^\\w])`);
  const names = new Set(
    [...text.matchAll(IMPORTS)].flatMap(([line]) => (named.test(line) ? namesOf(line) : [])),
  );
  const calls = [...names].map((name) => `${name}(?:\\.\\w+)*`);
  const direct = `require\\(\\s*['"][^'"\\n]{0,200}\\b${stem}(?:\\.\\w+)?['"]\\s*\\)(?:\\.\\w+)*`;
  return new RegExp(`(?:^|[;{}]|=>)[ \\t]*(?:await[ \\t]+)?(?:${[direct, ...calls].join('|')})\\(`, 'm').test(
    text,
  );
}

function namesOf(line: string): string[] {
  const bound = line.replace(/(['"])[^'"\n]*\1/g, '');
  return [...bound.matchAll(/[A-Za-z_]\w*/g)].map(([name]) => name).filter((name) => !KEYWORDS.has(name));
}
