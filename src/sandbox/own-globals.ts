/**
 * Globals of Node and the web that test files get as parameters, so that a program's replacement of a global does not
 * reach its tests. Names that the tests themselves, or a package, may replace are left alone.
 */
import { LIBRARY_OF_GLOBAL } from './libraries';
import { CORE_GLOBALS } from './runtime/core-globals';

/** Tests replace these for the program more often than they use them, and none of them compares anything. */
const LEFT = /^(?:fetch|[Nn]avigator|[Pp]erformance.*)$/;

const NAMES = [...CORE_GLOBALS, ...LIBRARY_OF_GLOBAL.keys()].filter((name) => !LEFT.test(name));
const ANY = `(${NAMES.join('|')})`;
const GLOBAL = String.raw`\b(?:globalThis|global|window|self|root)\b[^\n.;,=([]{0,16}`;

const MENTIONED = new RegExp(`\\b${ANY}\\b`, 'g');
const REPLACED: readonly RegExp[] = [
  // `global.URL = …`, `(globalThis as any)['URL'] ??= …`
  new RegExp(String.raw`${GLOBAL}(?:\.|\[\s*['"])${ANY}(?:['"]\s*\])?\s*(?:\?\?|\|\||&&)?=(?![=>])`, 'g'),
  // `URL = …`
  new RegExp(String.raw`(?<![.\w$])${ANY}\s*(?:\?\?|\|\||&&)?=(?![=>])`, 'g'),
  // `delete global.URL`
  new RegExp(String.raw`\bdelete\b[^\n;]{0,24}\b${ANY}\b`, 'g'),
  // `stubGlobal('URL', …)`, `defineProperty(global, 'URL', …)`, `spyOn(global, 'URL')`
  new RegExp(String.raw`\bstubGlobal\(\s*['"]${ANY}['"]`, 'g'),
  new RegExp(String.raw`\w\(\s*${GLOBAL},\s*['"]${ANY}['"]`, 'g'),
];

/** `Object.assign(global, …)` with any argument. */
const ASSIGNED = new RegExp(
  String.raw`\b(?:assign|defineProperties)\(\s*(?:globalThis|global|window|self|root)\b`,
);

function namesIn(pattern: RegExp, code: string): string[] {
  return [...code.matchAll(pattern)].flatMap((match) => match[1] ?? []);
}

export interface GlobalUse {
  mentioned: readonly string[];
  replaced: readonly string[];
}

/** Uses of these globals in a module's text. */
export function globalUse(code: string): GlobalUse {
  const mentioned = [...new Set(namesIn(MENTIONED, code))];
  if (ASSIGNED.test(code)) return { mentioned, replaced: NAMES };
  if (mentioned.length === 0) return { mentioned, replaced: [] };
  return { mentioned, replaced: REPLACED.flatMap((pattern) => namesIn(pattern, code)) };
}
