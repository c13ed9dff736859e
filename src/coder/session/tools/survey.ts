import { inEachLanguage } from '../../../domain/run/said';
import { classOfFile } from '../../../domain/navigation/file-class';
import { type ProjectText, placesOfNames, repeatsIn } from '../../../domain/session/repeats';
import { concernedPlaces, placeText, focusOf } from '../focus';
import { keepDetail } from '../project-files';
import { openTexts, type TreeTexts } from '../texts';
import type { Handler } from '../types';
import type { Language } from '../../../domain/run/input';
import { firstOf } from '../../../domain/run/unshown';
import { longFunctions, undocumentedExports } from '../../../codebase';
import type { Navigation } from '../../../codebase/navigation';
import { isStopWord } from '../../../domain/navigation/words';
import { mentionedNames } from '../../../domain/session/mentioned';
import type { AgentMode } from '../../../domain/session/modes';

/** Lines of a function that is not called long. */
const MOST_LINES = 50;

/** Words of what is found for a change that no model can make. */
export const SURVEY_WORDS = inEachLanguage((say) => ({
  concerned: say`The request concerns these places:`,
  named: (names: string, places: number, files: number) => say`${names}: ${places} places in ${files} files`,
  tests: say`Tests that depend on them:`,
  undocumented: (count: number) => say`Exported names without a doc comment: ${count}`,
  long: say`Functions of more than ${MOST_LINES} lines:`,
  repeated: (lines: number) => say`The same ${lines} lines stand at`,
  nothing: say`No code of the project fits the request.`,
  unwritten: say`Writing it needs a model: set KINTSUGI_MODEL and start the worker again.`,
  lacking: say`Changing them needs a model: set KINTSUGI_MODEL and start the worker again.`,
}));

type SurveyWords = (typeof SURVEY_WORDS)['en'];

const SHOWN = 20;
const SHOWN_REPEATS = 5;

/** Parts that a look of a mode works with. */
interface Surveyed {
  readonly language: Language;
  readonly words: SurveyWords;
  readonly text: string;
  readonly navigation: Navigation;
  /** Sources that the request concerns. */
  readonly near: readonly string[];
  read(paths: readonly string[]): Promise<ProjectText[]>;
}

/** Findings of a mode besides the places that a request concerns: as data, and as paragraphs. */
interface Looked {
  readonly detail: object;
  readonly parts: readonly string[];
}

type Look = (surveyed: Surveyed) => Promise<Looked>;

const LOOKS: Readonly<Partial<Record<AgentMode, Look>>> = {
  documentation: undocumented,
  implementation: covering,
  migration: uses,
  multi_file_editing: uses,
  refactor: shape,
};

const MOST_HITS = 8;
const MOST_FILES = 3_000;
const MOST_BYTES = 200_000;

/**
 * Finds what a change of files has to know where no model can make it: the places that it concerns, and what the mode
 * looks for (uses of names, declarations without documentation, long functions, repeated lines, tests).
 */
export const survey: Handler = async (deps, { mode, task, directory }, { signal }) => {
  const { text, language, files } = task;
  const navigation = await deps.navigate({ directory, tree: files.tree }, signal);
  const words = SURVEY_WORDS[language];
  const hits = await navigation.search(text, { limit: MOST_HITS });
  const concerned = concernedPlaces(text, navigation, hits);
  const paths = [...new Set(concerned.map(({ path }) => path))];
  const near = [...new Set([...paths, ...focusOf(task, navigation).files])];
  const texts = await openTexts(deps, files.tree);
  const looked = await LOOKS[mode]?.({
    ...{ language, words, text, navigation },
    near: near.filter((path) => classOfFile(path) === 'source'),
    read: (wanted) => readAll(texts, wanted, signal),
  });
  const found = [section(language, words.concerned, concerned.map(placeText)), ...(looked?.parts ?? [])];
  const parts = found.filter((part) => part !== '');
  return {
    status: 'lacking',
    answer: deps.redact([...(parts.length > 0 ? parts : [words.nothing]), words.lacking].join('\n\n')),
    detail: await keepDetail(deps, { concerned, ...looked?.detail }),
    files: paths,
    symbols: hits.flatMap(({ symbolId }) => (symbolId === undefined ? [] : [symbolId])),
  };
};

async function readAll(
  texts: TreeTexts,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ProjectText[]> {
  const found: ProjectText[] = [];
  for (const path of paths.slice(0, MOST_FILES)) {
    signal.throwIfAborted();
    const text = await texts.text(path, MOST_BYTES);
    if (text !== undefined) found.push({ path, text });
  }
  return found;
}

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
function section(language: Language, title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...firstOf(lines, SHOWN, language)].join('\n');
}
