import ts from 'typescript';

/** Modifiers in a row; the language has no place for more than a handful. */
const IN_A_ROW = 64;
const WORDS =
  'abstract|accessor|async|const|declare|default|export|in|out|override|private|protected|public|readonly|static';
const MODIFIERS = new RegExp(`\\b(?:${WORDS})\\b`, 'g');
const MODIFIER: ReadonlySet<string> = new Set(WORDS.split('|'));

/**
 * True if so many modifiers stand side by side that no honest text does it (`static static …`). At each of them TypeScript's parser looks
 * ahead to the last one: 12 s for 64 KB, and it can't be interrupted.
 */
export function isAllModifiers(text: string): boolean {
  if ((text.match(MODIFIERS)?.length ?? 0) < IN_A_ROW) return false;
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.JSX, text);
  let row = 0;
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    row = MODIFIER.has(scanner.getTokenText()) ? row + 1 : 0;
    if (row === IN_A_ROW) return true;
  }
  return false;
}
