import type { Language } from '../run/input';
import { NOTE_WORDS } from './note-words';
import { signTexts, type Sign } from '../signs/sign';
import type { HealState } from './state';

/** Things that a reader should look at in the change: warnings of the request, if it was carried out, and of each repair. */
export function warningsOf({
  input: { language },
  requestTree,
  requestSigns = [],
  unfinished,
  repairs,
  verification,
  delivery,
}: Pick<
  HealState,
  'input' | 'requestTree' | 'requestSigns' | 'unfinished' | 'repairs' | 'verification' | 'delivery'
>): string[] {
  const words = NOTE_WORDS[language];
  const { fileCount, files } = delivery?.diff ?? { fileCount: 0, files: [] };
  const unlisted = fileCount - files.length;
  const asked = requestTree === undefined ? [] : signWarnings(requestSigns, language);
  return [
    ...(unfinished === undefined ? [] : [words.unfinished(unfinished.replace(/[.。]?$/, '.'))]),
    ...asked,
    // A green verdict says nothing of files that no test executes.
    ...(verification?.unexecuted ?? []).map(words.unexecuted),
    ...repairs.flatMap(({ signs = [] }) => signWarnings(signs, language)),
    ...(unlisted > 0 ? [words.unlisted(fileCount, unlisted)] : []),
    ...(delivery?.diff?.unkept ?? []),
  ];
}

/** Signs of a change, as warnings to its reader. */
export function signWarnings(signs: readonly Sign[], language: Language): string[] {
  return signTexts(signs, language).map(NOTE_WORDS[language].signed);
}
