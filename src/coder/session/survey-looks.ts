import type { Language } from '../../domain/run/input';
import { firstOf } from '../../domain/run/unshown';
import { longFunctions, undocumentedExports } from '../../codebase';
import type { Navigation } from '../../codebase/navigation';
import { classOfFile } from '../../domain/navigation/file-class';
import { isStopWord } from '../../domain/navigation/words';
import { mentionedNames } from '../../domain/session/mentioned';
import type { AgentMode } from '../../domain/session/modes';
import { placesOfNames, repeatsIn, type ProjectText } from '../../domain/session/repeats';
import { MOST_LINES, type SurveyWords } from './survey-words';

const SHOWN = 20;
const SHOWN_REPEATS = 5;

/** What a look of a mode works with. */
export interface Surveyed {
  readonly language: Language;
  readonly words: SurveyWords;
  readonly text: string;
  readonly navigation: Navigation;
  /** Sources that the request concerns. */
  readonly near: readonly string[];
  read(paths: readonly string[]): Promise<ProjectText[]>;
}

/** What a mode looks for besides the places that a request concerns: as data, and as paragraphs. */
export interface Looked {
  readonly detail: object;
  readonly parts: readonly string[];
}

type Look = (surveyed: Surveyed) => Promise<Looked>;

/** Looks of the modes that change files. */
export const LOOKS: Readonly<Partial<Record<AgentMode, Look>>> = {
  documentation: undocumented,
  implementation: covering,
  migration: uses,
  multi_file_editing: uses,
  refactor: shape,
};

/** Every use of the names that the request names. */
async function uses({ language, words, text, navigation, read }: Surveyed): Promise<Looked> {
  const places = placesOfNames(namesOf(text), await read(navigation.paths));
  const parts = places.map(({ name, uses: found }) =>
    section(
      language,
      words.named(name, found.length, new Set(found.map(({ path }) => path)).size),
      found.map(({ path, line }) => `- ${path}:${line}`),
    ),
  );
  return { detail: { places }, parts };
}

/** Exported names without a doc comment. */
async function undocumented({ language, words, near, read }: Surveyed): Promise<Looked> {
  const found = (await read(near)).flatMap(({ path, text }) =>
    undocumentedExports(path, text).map((one) => ({ path, ...one })),
  );
  const lines = found.map(({ path, line, name }) => `- ${path}:${line} ${name}`);
  return {
    detail: { undocumented: found },
    parts: [section(language, words.undocumented(found.length), lines)],
  };
}

/** Functions that are too long, and lines that are repeated. */
async function shape({ language, words, near, read }: Surveyed): Promise<Looked> {
  const sources = await read(near);
  const long = sources.flatMap(({ path, text }) =>
    longFunctions(path, text, MOST_LINES).map((one) => ({ path, ...one })),
  );
  const repeats = repeatsIn(sources);
  return {
    detail: { long, repeats },
    parts: [
      section(
        language,
        words.long,
        long.map(({ path, line, name, lines }) => `- ${path}:${line} ${name} (${lines})`),
      ),
      ...repeats.slice(0, SHOWN_REPEATS).map(({ lines, places }) =>
        section(
          language,
          words.repeated(lines),
          places.map(({ path, line }) => `- ${path}:${line}`),
        ),
      ),
    ],
  };
}

/** Tests that depend on what the request concerns. */
function covering({ language, words, navigation, near }: Surveyed): Promise<Looked> {
  const dependents = near.flatMap((path) => navigation.dependents(path) ?? []);
  const tests = [...new Set(dependents)].filter((path) => classOfFile(path) === 'test');
  const lines = tests.map((path) => `- ${path}`);
  return Promise.resolve({ detail: { tests }, parts: [section(language, words.tests, lines)] });
}

/** Names that a request names: those written as code, else all its words but the common ones. */
function namesOf(text: string): string[] {
  const { sure, possible } = mentionedNames(text);
  return sure.length > 0 ? sure : possible.filter((name) => !isStopWord(name.toLowerCase()));
}

/** A title with its lines, bounded; empty where there is none. */
export function section(language: Language, title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...firstOf(lines, SHOWN, language)].join('\n');
}
