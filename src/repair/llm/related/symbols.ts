const CALLED = /(?<![\w$.])(?:new\s+)?([A-Za-z_$][\w$]*)(?:\.[\w$]+)*\s*(?:<[\w\s,.[\]|]*>)?\(/g;
const DEFINED =
  /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|const|let|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/gm;
const AROUND = 10;
const WHOLE = 80;

const KEYWORDS = new Set(
  'if for while switch catch return typeof await function super import require void delete new in of throw describe it test expect beforeEach afterEach'.split(
    ' ',
  ),
);

/** The lines in question with their surroundings; of a short text, or without lines, all. */
export function focusOf(text: string, lines: readonly number[]): string {
  const all = text.split('\n');
  if (lines.length === 0 || all.length <= WHOLE) return text;
  return all.filter((_, index) => lines.some((line) => Math.abs(line - index - 1) <= AROUND)).join('\n');
}

/** Names that a text calls or makes; of `a.b()` the first. */
export function calledNames(text: string): string[] {
  const names = [...text.matchAll(CALLED)].flatMap(([, name]) => name ?? []);
  return [...new Set(names)].filter((name) => !KEYWORDS.has(name));
}

/** Names that a module exports by its declarations. */
export function exportedNames(text: string): string[] {
  return [...new Set([...text.matchAll(DEFINED)].flatMap(([, name]) => name ?? []))];
}
