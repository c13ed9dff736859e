import type { PlacedMutation, TemplateName } from './mutation';

/** Factors by template: the words of a failure make some kinds of edits likelier. */
export type Clues = Readonly<Partial<Record<TemplateName, number>>>;

export interface FailureSaid {
  errorName: string;
  message: string;
  expected?: string;
  received?: string;
}

const LIKELIER = 1.3;

/** Signs in errors, and the kinds of edits that they speak for. */
const SIGNS: readonly { sign: RegExp; templates: readonly TemplateName[] }[] = [
  {
    sign: /index out of (?:range|bounds)|IndexError|StringIndexOutOfBounds|ArrayIndexOutOfBounds|slice bounds|out of range/i,
    templates: ['offset', 'range', 'relational', 'number', 'fitted', 'guard'],
  },
  {
    sign: /NoneType|nil pointer|nil map|null|undefined|AttributeError|NullPointer|Option::unwrap/i,
    templates: ['guard', 'optional', 'presence', 'default', 'return-value', 'missing-return', 'negate'],
  },
  {
    sign: /KeyError|no such key|unknown (?:key|field)/i,
    templates: ['string', 'default', 'guard', 'member'],
  },
  {
    sign: /division by zero|divide by zero|ZeroDivision/i,
    templates: ['guard', 'default', 'relational', 'arithmetic'],
  },
  { sign: /overflow/i, templates: ['method', 'arithmetic', 'guard', 'relational'] },
  {
    sign: /did not (?:raise|throw)|DID NOT RAISE|Missing expected|expected .{0,40}(?:throw|error)|want(?:ed)? (?:an )?error|unwrap_err|\.is_err\(\)|(?:left|right): Err\(/i,
    templates: ['error', 'relational', 'guard', 'negate', 'logical', 'equality'],
  },
  {
    sign: /timed? ?out|deadlock|recursion|stack overflow/i,
    templates: ['loop-stride', 'increment', 'relational', 'jump', 'offset'],
  },
];

/** Kinds of edits that failures speak for. */
export function cluesOf(failures: readonly FailureSaid[]): Clues {
  const factors: Partial<Record<TemplateName, number>> = {};
  const raise = (templates: readonly TemplateName[]): void => {
    for (const template of templates) factors[template] = LIKELIER;
  };
  for (const { errorName, message, expected = '', received = '' } of failures.slice(0, 5)) {
    const said = `${errorName} ${message.slice(0, 500)}`;
    for (const { sign, templates } of SIGNS) if (sign.test(said)) raise(templates);
    raise(byValues(expected.trim(), received.trim()));
  }
  return factors;
}

function byValues(expected: string, received: string): readonly TemplateName[] {
  if (expected === '' || received === '' || expected === received) return [];
  const [wanted, got] = [Number(expected), Number(received)];
  if (Number.isFinite(wanted) && Number.isFinite(got)) {
    if (Math.abs(wanted - got) === 1) return ['offset', 'relational', 'number', 'fitted', 'range', 'method'];
    return ['arithmetic', 'number', 'fitted', 'identifier', 'assignment'];
  }
  if (/^(?:true|false)$/i.test(expected)) return ['relational', 'negate', 'logical', 'equality', 'boolean'];
  if (/^(?:none|null|nil|undefined)$/i.test(expected)) return ['guard', 'return-value'];
  if (expected.toLowerCase() === received.toLowerCase()) return ['method', 'append', 'unwrap', 'string'];
  if (expected.replaceAll(/\s/g, '') === received.replaceAll(/\s/g, ''))
    return ['append', 'string', 'method'];
  if ([...expected].sort().join('') === [...received].sort().join(''))
    return ['sort-compare', 'argument-swap', 'operand-swap', 'method'];
  return [];
}

export function applyClues<One extends PlacedMutation>(mutations: readonly One[], clues: Clues): One[] {
  return mutations.map((one) => {
    const factor = clues[one.template];
    return factor === undefined ? one : { ...one, weight: one.weight * factor };
  });
}

/** Factor that makes an edit likelier, by the words of a failure. */
export type Likelier = (mutation: PlacedMutation, text: string) => number;

/** Factor of two of them together. */
export function bothLikelier(one: Likelier, other: Likelier): Likelier {
  return (mutation, text) => one(mutation, text) * other(mutation, text);
}

const ERROR_FACTOR = 5;
/** Messages that are read, and characters of each. */
const MOST_MESSAGES = 10;
const MESSAGE_CHARS = 400;
const MISSING = /(?:undefined|null)[^\n]{0,20}\(reading '([\w$]{1,80})'\)/;
const NO_FUNCTION = /(?<![\w$.])([\w$][\w$.]{0,120})\.([\w$]{1,80}) is not a function/;
/** Templates that mend a missing value. */
const ABSENCE = new Set(['optional', 'presence', 'default', 'guard']);
const OF_TEXT = new Set(
  'replace replaceAll split trim toLowerCase toUpperCase startsWith endsWith charAt charCodeAt padStart padEnd match'.split(
    ' ',
  ),
);
const OF_LISTS = new Set('map filter forEach reduce some every find join push sort flatMap'.split(' '));

/** Factor by error messages: reading a member of null favours guards there, `x.replace is not a function` favours `String(x)`. */
export function likelierBy(messages: readonly string[]): Likelier {
  const read = messages.slice(0, MOST_MESSAGES).map((message) => message.slice(0, MESSAGE_CHARS));
  const missing = new Set(read.flatMap((message) => MISSING.exec(message)?.[1] ?? []));
  const uncalled = read.flatMap((message) => {
    const match = NO_FUNCTION.exec(message);
    return match ? [{ object: match[1] ?? '', method: match[2] ?? '' }] : [];
  });
  if (missing.size === 0 && uncalled.length === 0) return () => 1;
  return (mutation, text) =>
    guardsMissing(mutation, text, missing) || converts(mutation, text, uncalled) ? ERROR_FACTOR : 1;
}

function guardsMissing(
  { template, start, end, replacement }: PlacedMutation,
  text: string,
  missing: ReadonlySet<string>,
): boolean {
  if (!ABSENCE.has(template)) return false;
  // An optional access is inserted before the member; other edits hold it.
  const near = `${replacement}${text.slice(start, end + 3)}`;
  const after = text.slice(end, end + 84);
  return [...missing].some(
    (name) => near.includes(`.${name}`) || after.startsWith(`.${name}`) || after.startsWith(`['${name}`),
  );
}

function converts(
  { template, start, end, replacement }: PlacedMutation,
  text: string,
  uncalled: readonly { object: string; method: string }[],
): boolean {
  if (template !== 'wrap') return false;
  const replaced = text.slice(start, end);
  return uncalled.some(
    ({ object, method }) =>
      replaced === object &&
      ((OF_TEXT.has(method) && replacement.startsWith('String(')) ||
        (OF_LISTS.has(method) && replacement.startsWith('[...'))),
  );
}

/** Words of test titles, and the code that does what they ask for. */
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

const TITLE_FACTOR = 1.6;
/** Titles that are read, and characters of each. */
const MOST_TITLES = 10;
const TITLE_CHARS = 200;
/** Characters of code that are read: what inserts more is no small repair. */
const CODE_CHARS = 400;

/** Factor by titles of failing tests: edits that add code for what the titles ask for are likelier. */
export function likelierByTitles(titles: readonly string[]): Likelier {
  const read = titles.slice(0, MOST_TITLES).map((title) => title.slice(0, TITLE_CHARS));
  const meant = MEANINGS.filter(({ title }) => read.some((one) => title.test(one)));
  if (meant.length === 0) return () => 1;
  return ({ start, end, replacement }, text) => {
    const before = text.slice(start, end);
    return meant.some(({ code }) => count(code, replacement) > count(code, before)) ? TITLE_FACTOR : 1;
  };
}

function count(pattern: RegExp, text: string): number {
  return text.slice(0, CODE_CHARS).match(pattern)?.length ?? 0;
}
