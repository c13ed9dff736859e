import { withoutTypos } from './typos';

/** Longest text that is read, in characters: what people ask for stands at its beginning. */
export const LONGEST_INTENT = 2_000;

/** A text in the form that cues match, and what it says besides words. */
export interface NormalisedText {
  /** Lower case, one form of each character; quoted texts, names of code and refused work are taken out. */
  readonly words: string;
  /** The same with quotes and names: error messages are often quoted. */
  readonly whole: string;
  /** True if it names code: `getUser`, `src/user.ts`. */
  readonly namesCode: boolean;
}

/** Names that say what a task is about, besides where. */
const TELLING =
  /^(?:readme|changelog|contributing|license|dockerfile|jenkinsfile|makefile|package(?:-lock)?\.json|requirements\.txt|docker-compose\.ya?ml|(?:swagger|openapi)\.(?:ya?ml|json)|(?:spec|prd|requirements)\.md|yarn\.lock|pom\.xml|go\.mod|cargo\.toml|\.nvmrc|\.env|node\.js|next\.js|vue\.js|react\.js|express\.js|nuxt\.js|three\.js|d3\.js|fly\.io|ci\/cd|async\/await|pros\/cons|before\/after|ops\/s(?:ec)?|blue\/green|a\/b|tcp\/ip|i\/o|try\/catch|client\/server|and\/or|json\.parse|[\d./]+)(?:\.md)?$/i;

/** Characters of a name of code, with the brackets of a call. */
const TOKENS = /[\w@./-]+(?:\(\))?/g;
/** Longest name that is looked at; a longer token is no word either. */
const LONGEST_NAME = 120;

/** A call, a path, a file or member, snake case, camel case. */
const NAME = /\(\)$|[\w@.-]\/|\w\.[a-z]\w{0,20}$|^[a-z]\w{0,40}_\w|^[a-z][a-z0-9]{0,30}[A-Z]/;

/** True for names of code: they say where, not what to do. */
function isName(token: string): boolean {
  if (token.length > LONGEST_NAME) return true;
  const name = token.replace(/[./-]{1,4}$/, '');
  return NAME.test(name) && !TELLING.test(name);
}

const QUOTED =
  /"[^"\n]{1,80}"|“[^”\n]{1,80}”|`[^`\n]{1,80}`|「[^」\n]{1,80}」|『[^』\n]{1,80}』|(?<![a-z])'[^'\n]{2,80}'(?![a-z])/gi;

/** Work that people do not want, with the marks of where it begins and ends. */
const REFUSED = [
  /(?:^|[,.;!?:—–-] ?|\b(?:please|but|and|so|just|yet) )(?:don't|do not|dont|no need to|never|stop|not) (?!know|understand|see|get|find|remember|have|think|sure|work|working|only|just)[^,.;!?:—–\n]{1,80}?(?=[,.;!?:—–\n]|\b(?:just|only|but|instead|yet|until|before)\b|$)/g,
  /\b(?:instead of|rather than|without|before (?:any|anyone|we|you)) (?!chang|break|alter|affect|modif)[^,.;!?:—–\n]{1,60}/g,
  /[^,.;!?\n]{1,40}(?:하지|지) ?(?:말고|말아|마세요|마라|마[.! ]|마$|않고|않아도)|(?:^|[,.;!? ])[^,.;!?\s]{1,20} ?(?:말고|필요 ?없(?:고|이))/g,
  /(?:先别|(?<![特级类区识分性辨个])别(?![的人家处])|不要|不用|不需要|无需|不必|暂时不|先不)(?!变|改变|影响|了)[^,,。.;;!!??\n]{1,30}/g,
];

/** Reads a text of people for the matching of cues. */
export function normalised(text: string): NormalisedText {
  const plain = text
    .slice(0, LONGEST_INTENT)
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .replace(/[ \t\u3000]+/g, ' ')
    .trim();
  const unquoted = plain.replace(QUOTED, ' § ');
  const unnamed = unquoted.replace(TOKENS, (token) => (isName(token) ? ' § ' : token));
  const lower = withoutTypos(unnamed).toLowerCase();
  return {
    words: REFUSED.reduce((rest, refused) => rest.replace(refused, ' '), lower),
    whole: withoutTypos(plain).toLowerCase(),
    namesCode: unnamed.includes('§'),
  };
}
