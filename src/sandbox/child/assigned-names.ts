/**
 * Changes of shared objects in a test file's text: `global.fetch = …`, `console.error = …`, `stubGlobal('fetch', …)`.
 * Tests may make them. The text counts, not the running code: a test also calls functions of the program, which could
 * make changes in its name.
 */

/** `holder.name = …` and `holder['name'] = …`; a bracket is what `(global as any).name = …` leaves. */
const ASSIGNED =
  /(?<![\w$])([A-Za-z_$][\w$]*)[\s)]{0,40}(?:\.\s{0,40}([A-Za-z_$][\w$]*)|\[\s{0,40}(['"`])([^'"`\n]{1,256})\3\s{0,40}\])\s{0,40}(?:=(?![=>])|(?:[-+*/%&|^]|\*\*|&&|\|\||\?\?|<<|>>>?)=|\+\+|--)/g;

/** `defineProperty(holder, 'name', …)` and other calls that name both. */
const BY_CALL =
  /\b(?:defineProperty|replaceProperty|set|deleteProperty)\(\s{0,40}([A-Za-z_$][\w$]*)[\s)]{0,40},\s{0,40}(['"`])([^'"`\n]{1,256})\2/g;
const DELETED =
  /\bdelete\s{1,40}\({0,16}([A-Za-z_$][\w$]*)[\s)]{0,40}(?:\.\s{0,40}([A-Za-z_$][\w$]*)|\[\s{0,40}(['"`])([^'"`\n]{1,256})\3\s{0,40}\])/g;
const STUBBED = /\bstubGlobal\(\s{0,40}(['"`])([^'"`\n]{1,256})\1/g;

const GLOBAL_NAMES = new Set(['global', 'window', 'self', 'globalThis']);

function pair(holder: string | undefined, name: string | undefined): string {
  return `${GLOBAL_NAMES.has(holder ?? '') ? 'globalThis' : holder}.${name}`;
}

/** The pairs `holder.name` that the text names so; the global object is `globalThis` in all of them. */
export function assignedNames(code: string): string[] {
  return [
    ...[...code.matchAll(ASSIGNED)].map((match) => pair(match[1], match[2] ?? match[4])),
    ...[...code.matchAll(BY_CALL)].map((match) => pair(match[1], match[3])),
    ...[...code.matchAll(DELETED)].map((match) => pair(match[1], match[2] ?? match[4])),
    ...[...code.matchAll(STUBBED)].map((match) => pair('global', match[2])),
  ];
}
