import { isStopWord, splitIdentifier, stem } from './words';
import { LEXICON_TABLE } from './lexicon-table';

/** Words of programming in Korean and Chinese with the English words that code has for them. */

interface Meaning {
  readonly word: string;
  readonly english: readonly string[];
}

const MEANINGS: readonly Meaning[] = LEXICON_TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [english = '', korean = '', chinese = ''] = line.split('|').map((part) => part.trim());
    const words = `${korean} ${chinese}`.split(' ').filter((word) => word !== '');
    return words.map((word) => ({ word, english: english.split(' ') }));
  })
  .toSorted((left, right) => right.word.length - left.word.length);

const LONGEST_RUN = 200;

/**
 * English words for a run of Korean or Chinese letters, a list for each word found in it, in their order. The longest words are
 * taken first, wherever they stand: endings of Korean words and Chinese without blanks need no other care.
 */
export function englishFor(run: string): string[][] {
  let rest = run.slice(0, LONGEST_RUN);
  const found: { at: number; word: string; english: Set<string> }[] = [];
  for (const { word, english } of MEANINGS) {
    const same = found.find((one) => one.word === word);
    const at = same ? -1 : rest.indexOf(word);
    if (same) for (const one of english) same.english.add(one);
    if (at < 0) continue;
    // One letter may be an ending or a part of another word: it must begin the run.
    if (word.length === 1 && at > 0 && /[\uac00-\ud7a3]/.test(word)) continue;
    found.push({ at, word, english: new Set(english) });
    rest = `${rest.slice(0, at)}${' '.repeat(word.length)}${rest.slice(at + word.length)}`;
  }
  return found.toSorted((left, right) => left.at - right.at).map(({ english }) => [...english]);
}

/** How many words of other languages the table knows. */
export const LEXICON_SIZE = new Set(MEANINGS.map(({ word }) => word)).size;

/** Term of a question; `share`: how much it counts beside a term that the question says itself. */
export interface QuestionTerm {
  readonly term: string;
  readonly share: number;
}

export interface Question {
  readonly terms: readonly QuestionTerm[];
  /** Words as they are written, in lower case, for searches in texts. */
  readonly words: readonly string[];
  /** Identifiers: they have humps, underscores or digits, or are quoted. */
  readonly names: readonly string[];
  /** Words that punctuation joins, as code has them: `Access-Control-Allow-Origin`, `Math.random`. */
  readonly compounds: readonly string[];
  /** Texts in quotation marks, to be found as they are. */
  readonly quoted: readonly string[];
  readonly asksForTests: boolean;
}

/** Longest question that is read, in characters. */
const LONGEST = 2_000;
const MOST_TERMS = 60;
/** Words with the same meaning in code, a row each. They count half. */
const SAME_MEANING: readonly (readonly string[])[] = [
  'delete remove clear clean unlink destroy erase',
  'create build construct',
  'error exception fail failure',
  'log logger logging',
  'config configuration option setting preference',
  'auth authentication login signin authenticate',
  'logout signout',
  'fetch request http xhr',
  'ajax xhr xmlhttprequest',
  'send dispatch',
  'emit next',
  'notify publish',
  'parse read decode',
  'validate check verify assert',
  'convert transform',
  'join merge combine concat concatenate',
  'directory folder dir',
  'parameter argument param arg',
  'minify minimize compress',
  'compile build',
  'cancel abort unsubscribe stop',
  'finalizer teardown cleanup dispose finalize',
  'limit max maximum',
  'concurrent parallel concurrency parallelism',
  'warn warning',
  'size length',
  'performance perf',
  'database db',
  'environment env',
  'function method callback',
  'expression expr',
  'previous old',
  'equal same compare equality',
  'split partition',
  'time duration',
  'virtual simulate fake mock',
  'schema validation',
  'watch listen',
  'identifier id name',
  'message msg',
  'start init begin bootstrap',
  'repeat loop iterate',
  'suggest hint',
  'replace substitute',
  'retry attempt',
  'url uri address link',
  'dns hostname domain lookup resolve',
  'cookie set-cookie',
  'redirect location',
  'throttle rate',
  'pool pooled',
  'header headers',
  'compress gzip deflate zlib',
  'encrypt cipher crypto',
  'cache memoize remember',
  'render draw paint',
  'dispatch send',
  'intercept interceptor middleware',
  'default fallback',
  'choose pick select',
  'nested deep recursive',
  'escape sanitize encode',
  'stringify serialize',
  'queue buffer pending',
  'permission role access authorization',
].map((row) => row.split(' '));

const SAME: ReadonlyMap<string, ReadonlySet<string>> = sameStems();
const SAME_SHARE = 0.35;

function sameStems(): Map<string, Set<string>> {
  const same = new Map<string, Set<string>>();
  for (const row of SAME_MEANING) {
    for (const word of row) {
      const others = same.get(stem(word)) ?? new Set();
      for (const other of row) if (other !== word) others.add(stem(other));
      same.set(stem(word), others);
    }
  }
  return same;
}

/** Roundabout words for what code has one word for. */
const PHRASES: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/\b(?:tr(?:y|ies|ied)|attempt(?:ed)?|sent|send|ask(?:ed)?) (?:it |them )?again\b/i, 'retry'],
  [/\bhow (?:often|frequently)\b/i, 'throttle rate frequency'],
  [/\bone after (?:another|the other)\b|\bin (?:its |their )?turn\b/i, 'round robin sequential'],
  [/\bat the same time\b|\bin parallel\b/i, 'concurrent parallel'],
  [/\b(?:key|mouse|button) (?:press(?:es)?|clicks?)\b/i, 'event listener'],
  [/\b(?:looked|look|looks) up\b/i, 'lookup resolve'],
  [/\b(?:logged|log|logs|signed|sign) in\b/i, 'login auth'],
  [/\b(?:put|puts|stick|glue) together\b/i, 'combine join'],
  [/\b(?:get|gets|getting) rid of\b/i, 'remove'],
  [/\bas text\b/i, 'text string'],
  [/\bper second\b/i, 'rate speed'],
  [/\bin memory\b/i, 'memory'],
];

const RUN =
  /[A-Za-z_$][\w$]{0,200}|\d{1,20}|[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7a3]{1,200}/g;
const QUOTED = /"([^"\n]{2,80})"|`([^`\n]{2,80})`|“([^”\n]{2,80})”|「([^」\n]{2,80})」/g;
const COMPOUND = /[A-Za-z0-9@_$]{2,40}(?:[-./:][A-Za-z0-9_$]{2,40}){1,6}/g;
/** Words of English that a hyphen or a slash joins: `real-time`, `client/server`. */
const JOINED_WORDS = /^[a-z]{1,40}(?:[-/][a-z]{1,40}){1,6}$/;
const NAME = /[a-z\d][A-Z]|_|\$|[a-z]\d|^[A-Z][a-z]+[A-Z]/;

/** Takes a question apart. */
export function readQuestion(text: string): Question {
  const asked = text.slice(0, LONGEST).normalize('NFC');
  const quoted = [...asked.matchAll(QUOTED)].map((match) => match.slice(1).find(Boolean) ?? '');
  const told = PHRASES.flatMap(([pattern, words]) => (asked.search(pattern) < 0 ? [] : [words]));
  const runs = [asked, ...told].join(' ').match(RUN) ?? [];
  const shares = new Map<string, number>();
  const words = new Set<string>();
  for (const run of runs)
    for (const [word, share] of wordsOf(run)) {
      if (isStopWord(word)) continue;
      if (share === 1) words.add(word);
      note(shares, stem(word), share);
    }
  for (const [term, share] of [...shares]) {
    if (share < 1) continue;
    for (const other of SAME.get(term) ?? []) note(shares, other, SAME_SHARE);
  }
  const terms = [...shares].slice(0, MOST_TERMS).map(([term, share]) => ({ term, share }));
  const names = runs.filter((run) => NAME.test(run) || quoted.includes(run));
  const compounds = (asked.match(COMPOUND) ?? []).filter((one) => !JOINED_WORDS.test(one));
  return { terms, words: [...words], names, compounds, quoted, asksForTests: asksForTests(words) };
}

function note(shares: Map<string, number>, term: string, share: number): void {
  shares.set(term, Math.max(share, shares.get(term) ?? 0));
}

/** Words of a run with how much they count; of a word of another language the first meaning counts whole. */
function wordsOf(run: string): [word: string, share: number][] {
  if (/^[\x00-\x7f]/.test(run)) {
    const parts = splitIdentifier(run);
    return parts.filter((part) => part.length > 1).map((part) => [part, 1]);
  }
  return englishFor(run).flatMap((english) =>
    english.map((word, index): [string, number] => [word, index === 0 ? 1 : 0.6]),
  );
}

function asksForTests(words: ReadonlySet<string>): boolean {
  return ['test', 'tests', 'spec', 'specs', 'testing'].some((word) => words.has(word));
}
