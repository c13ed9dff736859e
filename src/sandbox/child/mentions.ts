/** Names that the sandbox's own scripts use. If a program adds one of them to a built-in, it is hidden from them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LIBRARY_NAMES, libraryFile } from '../libraries';
import type { Place } from '../place';

/** Names by their appearance as a word of a text, in code or in a string. */
export class Mentions {
  private texts: readonly string[] | undefined;
  private readonly known = new Map<string, boolean>();

  /** `read`: gives the texts, when they are first wanted. */
  constructor(private readonly read: () => readonly string[]) {}

  has(name: string): boolean {
    let answer = this.known.get(name);
    if (answer === undefined) {
      this.texts ??= this.read();
      answer = this.texts.some((text) => hasWord(text, name));
      this.known.set(name, answer);
    }
    return answer;
  }

  /** The places, those that the texts speak of marked. */
  guard(places: readonly Place[]): Place[] {
    return places.map((place) => ({ ...place, guarded: place.guarded === true || this.has(place.name) }));
  }
}

/** Those of the runtime and of the libraries of stand-ins beside it. */
export function scriptMentions(runtimePath: string): Mentions {
  const libraries = LIBRARY_NAMES.map((name) => path.join(path.dirname(runtimePath), libraryFile(name)));
  return new Mentions(() => [runtimePath, ...libraries].map((file) => readFileSync(file, 'utf8')));
}

const WORD = /[\w$]/;

function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + name.length]];
    if (!WORD.test(before) && !WORD.test(after)) return true;
  }
  return false;
}
