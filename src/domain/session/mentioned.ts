const LONGEST = 4_000;
const MOST_PATHS = 20;
const PATH = /[\w@.+-]{1,120}(?:\/[\w@.+()[\]-]{1,120}){0,20}/g;
const NAME = /[A-Za-z_$][\w$]{1,120}(?:(?:\.|#|::)[A-Za-z_$][\w$]{0,120}){0,4}/g;
const QUOTED = /["'`“「]([A-Za-z_$][\w$.#:]{0,120})["'`”」]/g;
/** Humps, underscores, dots or digits: no word of a language has them inside. */
const IS_CODE = /[a-z\d][A-Z]|[a-z]_|_[a-z]|\$|[a-z]\d|::|#|[a-z]\.[A-Za-z]/;

/** Files and folders of a project that a text names, in the order of the text; a folder stands for its files. */
export function mentionedPaths(text: string, paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const [raw] of text.slice(0, LONGEST).matchAll(PATH)) {
    const named = raw.replace(/^\.\//, '').replace(/\.{1,3}$/, '');
    for (const path of meantBy(named, paths)) found.add(path);
  }
  return [...found].slice(0, MOST_PATHS);
}

function meantBy(named: string, paths: readonly string[]): readonly string[] {
  if (paths.includes(named)) return [named];
  if (named.includes('.')) {
    const ends = paths.filter((path) => path.endsWith(`/${named}`));
    if (ends.length > 0) return ends;
  }
  return named.includes('/') ? paths.filter((path) => path.startsWith(`${named}/`)) : [];
}

/** Names of code in a text: those that are quoted or written as no language writes words, then all others. */
export function mentionedNames(text: string): { sure: string[]; possible: string[] } {
  const read = text.slice(0, LONGEST);
  const quoted = [...read.matchAll(QUOTED)].map(([, name = '']) => name);
  const all = [...read.matchAll(NAME)].map(([name]) => name.replace(/[.#:]$/, ''));
  const sure = [...new Set([...quoted, ...all.filter((name) => IS_CODE.test(name))])];
  return { sure, possible: [...new Set(all)].filter((name) => !sure.includes(name)) };
}
