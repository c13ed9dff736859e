import { GO } from './go';
import { JAVA } from './java';
import type { MutantLanguage } from './language';
import { PYTHON } from './python';
import { RUST } from './rust';

export type { MutantLanguage } from './language';

const LANGUAGES: readonly MutantLanguage[] = [PYTHON, GO, RUST, JAVA];

/** Language of a path whose mutants are made on trees of a grammar; undefined: of none. */
export function languageOf(path: string): MutantLanguage | undefined {
  return LANGUAGES.find((language) => language.path.test(path));
}
