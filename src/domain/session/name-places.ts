import type { ProjectText, TextPlace } from './repeats';

/** Every place of a name as a whole word. */
export interface NamePlaces {
  readonly name: string;
  readonly uses: readonly TextPlace[];
}

const MOST_NAMES = 10;
const MOST_PLACES = 5_000;
const WORD_LETTER = /[\w$]/;

/** Places of names in texts; of a name that stands nowhere nothing is told. */
export function placesOfNames(names: readonly string[], texts: readonly ProjectText[]): NamePlaces[] {
  return names
    .slice(0, MOST_NAMES)
    .map((name) => ({ name, uses: texts.flatMap((text) => usesIn(name, text)).slice(0, MOST_PLACES) }))
    .filter(({ uses }) => uses.length > 0);
}

function usesIn(name: string, { path, text }: ProjectText): TextPlace[] {
  if (!text.includes(name)) return [];
  return text.split('\n').flatMap((line, index) => (holds(line, name) ? [{ path, line: index + 1 }] : []));
}

function holds(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const [before = ' ', after = ' '] = [line[at - 1], line[at + name.length]];
    if (!WORD_LETTER.test(before) && !WORD_LETTER.test(after)) return true;
  }
  return false;
}
