/** Two functions that no small edit mends, so that only a model can. */
export const BROKEN_TEXTS = {
  'src/roman.ts': 'export function roman(n: number): string {\n  return String(n);\n}\n',
  'src/slug.ts': 'export function slug(text: string): string {\n  return text;\n}\n',
  'test/texts.test.ts': [
    "import { roman } from '../src/roman';",
    "import { slug } from '../src/slug';",
    '',
    "it('writes roman numbers', () => {",
    "  expect(roman(14)).toBe('XIV');",
    "  expect(roman(2026)).toBe('MMXXVI');",
    '});',
    '',
    "it('makes slugs', () => {",
    "  expect(slug('Grüße aus Köln!')).toBe('grusse-aus-koln');",
    "  expect(slug('  A  b ')).toBe('a-b');",
    '});',
    '',
  ].join('\n'),
};

export const ROMAN = [
  "const SIGNS = [[1000,'M'],[900,'CM'],[500,'D'],[400,'CD'],[100,'C'],[90,'XC'],[50,'L'],[40,'XL'],[10,'X'],[9,'IX'],[5,'V'],[4,'IV'],[1,'I']] as const;",
  '',
  'export function roman(n: number): string {',
  '  let left = n;',
  "  let text = '';",
  '  for (const [value, sign] of SIGNS) for (; left >= value; left -= value) text += sign;',
  '  return text;',
  '}',
  '',
].join('\n');

export const SLUG = [
  'export function slug(text: string): string {',
  "  const plain = text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/[^a-z0-9\\s]/g, '');",
  "  return plain.trim().replace(/\\s+/g, '-');",
  '}',
  '',
].join('\n');

/** A Debugger reply that rewrites files. */
export function rewriting(files: Record<string, string>): object {
  return {
    rootCause: `${Object.keys(files).join(' and ')} return what they are given`,
    errorCategory: 'logic',
    fileModifications: Object.entries(files).map(([path, content]) => ({
      path,
      action: 'modify',
      content,
      replacements: null,
    })),
    verificationCommands: [],
  };
}
