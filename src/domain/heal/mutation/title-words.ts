import type { Likelier } from './error-order';

/** Words of test titles, and the code by which a program does what they ask for. */
const MEANINGS: readonly { title: RegExp; code: RegExp }[] = [
  {
    title: /ignor\w{0,4}[ _-]?case|case[ _-]?(?:in)?sensitiv|lower|upper|capital|spelling/i,
    code: /lower|upper|casefold|title\(/gi,
  },
  {
    title: /sort|order(?!s)|rank|priorit|newest|oldest|alphabet|ascend|descend/i,
    code: /sort|revers|cmp|order/gi,
  },
  { title: /round|cents?(?![a-z])|nearest|half/i, code: /round|floor|ceil|trunc|\/ ?2\b/gi },
  { title: /trim|strip|blank|white_?space|padd/i, code: /trim|strip|pad(?:Start|End)|[lr]just/gi },
  {
    title: /empty|null|nil(?![a-z])|none(?![a-z])|missing|absent|without|unknown|default|unset/i,
    code: /null|undefined|None|nil|default|\?\?|\?\.|\.get\(|length === 0|len\(\w{1,40}\) == 0|is_empty|if not /g,
  },
  {
    title: /cop(?:y|ies)|mutat|alias|shared?(?![a-z])|independen|isolat|untouched|unchanged|snapshot|undo/i,
    code: /copy|clone|\[\.\.\.|\{ \.\.\.|\b(?:list|dict|set)\(|slice\(\)|&mut/gi,
  },
  {
    title: /uniq|duplicat|distinct|dedup|once(?![a-z])/i,
    code: /\bset\(|Set\(|has\(|includes\(| in |contains/gi,
  },
  {
    title: /second|minute|hour|milli|millis|ttl|expir|timeout/i,
    code: /1_?000|\b60\b|[sS]econd|[mM]inute|[mM]illi|[hH]our/g,
  },
  {
    title: /inclusiv|exclusiv|bound|edge|at[ _]?least|at[ _]?most|exact|limit|last(?![a-z])|touch|adjacent/i,
    code: /<=|>=|\.\.=|[-+] 1\b/g,
  },
  {
    title: /reset|again|twice|repeat|consecutive|restart/i,
    code: /= (?:0|\[\]|None|null|false|False|"")|reset|clear|truncate/g,
  },
  {
    title: /overflow|underflow|saturat|clamp|never[ _]|cap(?:ped|s)(?![a-z])/i,
    code: /saturating|checked|\b(?:min|max)\b|clamp/gi,
  },
  { title: /await|async|promise|pending/i, code: /await/g },
  { title: /recent|lru|evict|touch/i, code: /touch|move_to_end|delete|remove|pop|push/gi },
];

const FACTOR = 1.6;
/** Titles that are read, and characters of each. */
const MOST_TITLES = 10;
const TITLE_CHARS = 200;
/** Characters of code that are read: what inserts more is no small repair. */
const CODE_CHARS = 400;

/** Edits that put in code for what the titles of failing tests ask for come earlier. */
export function likelierByTitles(titles: readonly string[]): Likelier {
  const read = titles.slice(0, MOST_TITLES).map((title) => title.slice(0, TITLE_CHARS));
  const meant = MEANINGS.filter(({ title }) => read.some((one) => title.test(one)));
  if (meant.length === 0) return () => 1;
  return ({ start, end, replacement }, text) => {
    const before = text.slice(start, end);
    return meant.some(({ code }) => count(code, replacement) > count(code, before)) ? FACTOR : 1;
  };
}

function count(pattern: RegExp, text: string): number {
  return text.slice(0, CODE_CHARS).match(pattern)?.length ?? 0;
}
