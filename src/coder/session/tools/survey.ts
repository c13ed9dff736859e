import { classOfFile } from '../../../domain/navigation/file-class';
import type { ProjectText } from '../../../domain/session/repeats';
import { concernedPlaces, placeText } from '../concerned';
import { focusOf } from '../focus';
import { keepDetail } from '../keep';
import { LOOKS, section } from '../survey-looks';
import { SURVEY_WORDS } from '../survey-words';
import { openTexts, type TreeTexts } from '../texts';
import type { Handler } from '../types';

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
