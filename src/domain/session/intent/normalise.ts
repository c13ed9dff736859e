/** Longest text that is read, in characters: what people ask for stands at its beginning. */
export const LONGEST_INTENT = 2_000;

/** Stands for a name of code: it says where, not what to do. */
const NAME_MARK = '§';

/** Characters of a name of code, with the brackets of a call. */
const TOKENS = /[\w@./-]{1,200}(?:\(\))?/g;
/** A call, a path to a file, snake case, camel case. */
const NAME = /\(\)$|\/[\w.-]*\.\w|\/[\w.-]+\/|^[a-z]\w{0,40}_\w|^[a-z][a-z0-9]{0,30}[A-Z]/;

const QUOTED = /"[^"\n]{1,80}"|“[^”\n]{1,80}”|`[^`\n]{1,80}`|「[^」\n]{1,80}」|『[^』\n]{1,80}』/g;

/** Work that people do not want, with the marks of where it begins and ends: words that are counted can't say "not". */
const REFUSED = [
  /(?:^|[,.;!?:—–-] ?|\b(?:please|but|and|so|just|yet) )(?:don't|do not|dont|no need to|never|stop|not) (?!know|understand|see|get|find|remember|have|think|sure|work|working|only|just)[^,.;!?:—–\n]{1,80}?(?=[,.;!?:—–\n]|\b(?:just|only|but|instead|yet|until|before)\b|$)/g,
  /[^,.;!?\n]{1,40}(?:하지|지) ?(?:말고|말아|마세요|마라|마[.! ]|마$|않고|않아도)/g,
  /(?:先别|(?<![特级类区识分性辨个])别(?![的人家处])|不要|不用|不需要|无需|不必|暂时不|先不)(?!变|改变|影响|了)[^,,。.;;!!??\n]{1,30}/g,
];

/** A text of people in lower case and one form of each character, without refused work; names of code are a mark. */
export function normalised(text: string): string {
  const plain = text
    .slice(0, LONGEST_INTENT)
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .replace(QUOTED, (quoted) => (/error|exception|fail/i.test(quoted) ? quoted : NAME_MARK))
    .replace(TOKENS, (token) => (NAME.test(token) ? NAME_MARK : token))
    .toLowerCase()
    .replace(/\s+/g, ' ');
  return REFUSED.reduce((rest, refused) => rest.replace(refused, ' '), plain).trim();
}
