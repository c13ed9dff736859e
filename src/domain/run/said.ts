import { z } from 'zod';
import type { Language } from './language';
import { SAID_ROWS } from './said-rows';

/** Words as a form with gaps and what stands in them: text is made where the language of the run is known. */
export interface Said {
  readonly form: string;
  readonly values: readonly (string | Said)[];
}

/** Words that reports and histories carry. */
export const Said: z.ZodType<Said> = z.lazy(() =>
  z.object({ form: z.string(), values: z.array(z.union([z.string(), Said])) }),
);

/** Words of a template literal, which has to be a form of the table. Names that people type are values; `(s)` is left out after a 1. */
export function said(parts: TemplateStringsArray, ...values: (string | number | Said)[]): Said {
  return {
    form: parts.join('{}'),
    values: values.map((one) => (typeof one === 'number' ? String(one) : one)),
  };
}

/** Tag that makes the text of a form in one language. */
export interface Say {
  (...words: Parameters<typeof said>): string;
  readonly language: Language;
}

export function speaker(language: Language): Say {
  return Object.assign((...words: Parameters<typeof said>) => saidText(said(...words), language), {
    language,
  });
}

export const ENGLISH = speaker('en');

/** Several words as one, with commas between them. */
export function saidAll(all: readonly Said[]): Said {
  return { form: all.map(() => '{}').join(', '), values: all };
}

/** Words whose values are changed, as by a redactor. */
export function withValues({ form, values }: Said, change: (value: string) => string): Said {
  const changed = values.map((one) => (typeof one === 'string' ? change(one) : withValues(one, change)));
  return { form, values: changed };
}

/** Text of words in a language; a text alone is a name or a command, the same in all of them. */
export function saidText(words: string | Said, language: Language = 'en'): string {
  if (typeof words === 'string') return words;
  const { form, values } = words;
  const known = language === 'en' ? form : FORMS[language][form];
  const told = values.map((value) => saidText(value, language));
  let at = 0;
  let last: string | undefined;
  return (known ?? form).replaceAll(/\{(\d?)\}|\(s\)/g, (mark, place: string | undefined) => {
    if (mark === '(s)') return last === '1' ? '' : 's';
    last = told[place ? Number(place) - 1 : at++];
    return last ?? '';
  });
}

/** A reason in a language: its own words, which may be a whole form of the table, and never have gaps. */
export function reasonIn(reason: string, language: Language): string {
  return language === 'en' ? reason : (FORMS[language][reason] ?? reason);
}

/** Forms by their English text; the gaps are in the order of the values, or have their numbers: `{2}`. */
export const FORMS: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  ko: Object.fromEntries(SAID_ROWS.map(([form, korean]) => [form, korean])),
  zh: Object.fromEntries(SAID_ROWS.map(([form, , chinese]) => [form, chinese])),
};

/** A table of words in each language, made by the tag of that language. */
export function inEachLanguage<Words>(make: (say: Say) => Words): Readonly<Record<Language, Words>> {
  return { en: make(ENGLISH), ko: make(speaker('ko')), zh: make(speaker('zh')) };
}

/** Words of one language, for what no form can say. */
export function inOwnWords<Words>({ language }: Say, words: Readonly<Record<Language, Words>>): Words {
  return words[language];
}
