/** Words of English in what a run says in another language. */
import { AgentMode } from '../../src/domain/session/modes';

/** Fields that people read. */
const READ = new Set(
  'message work finalError badInput reason question summary notes failureReport outcome fixReason output command detail text tests cause warnings signs refusal title answer result line choices errorText suggestedFix why'.split(
    ' ',
  ),
);
/** Names of products, units, modes and triggers, which are alike in all languages. */
const NAMES = new Set([
  ...AgentMode.options,
  ...'kintsugi temporal git bubblewrap web ui debugger jest npm javascript token tokens usd speed precision mutation llm json typescript python go cargo dockerfile compose ci import fetch markdown'.split(
    ' ',
  ),
  ...'error debug true false id done rejected approved'.split(' '),
]);
/** Words that others said, that people type, or that name a place: nothing that a run says itself. */
const QUOTED = [
  /«[^»]*»/g,
  /\bexpect\([^)]*\)\.\w+\(\w*\)|\b(?:Expected|Received): .*$/gm,
  /\b(?:npx jest|npm test|jest \d+|heal-\w+|getaddrinfo .*)/g,
  /"[^"]*"|`[^`]*`|“[^”]*”|'[^']*'/g,
  /\bkintsugi(?: [\x21-\x7e]+)*/g,
  /--[\w-]+(?: [\w-]+)?/g,
  /[^\s()[\]]*[/._\d][^\s()[\]]*(?: > [\w -]+)?/g,
  /\b[A-Z][A-Z_]+\b/g,
  /\b\w+Error\b|\ba > b\b/g,
  // Lines that the requirements give.
  /Mode transition: .*|No valid transition from .*|最终状态: \w+/g,
];

/** Words of English in a text that a run says itself. */
function englishIn(text: string): string[] {
  const own = QUOTED.reduce((left, pattern) => left.replaceAll(pattern, ' '), text);
  return (own.match(/[A-Za-z][A-Za-z'’-]+/g) ?? []).filter((word) => !NAMES.has(word.toLowerCase()));
}

/** Texts of a value that people read, each with its place. */
export function textsOf(value: unknown, place = '', isRead = false): [string, string][] {
  if (typeof value === 'string') return isRead ? [[place, value]] : [];
  // What a model hears is in English.
  if (place.endsWith('.heard')) return [];
  if (Array.isArray(value)) return value.flatMap((part) => textsOf(part, place, isRead));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, `${place}.${key}`, READ.has(key)));
}

/** Texts that are not in the language of their run, each once. */
export function foreign(said: Iterable<[string, string]>): string[] {
  const found = new Map<string, string>();
  for (const [place, text] of said) {
    // A code is no sentence.
    if (/^[\w-]*$/.test(text)) continue;
    const english = englishIn(text);
    if (english.length > 0) found.set(`${place}: ${english.join(' ')}`, `${place}: ${text}`);
  }
  return [...found.values()];
}
