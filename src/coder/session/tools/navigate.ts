import { inEachLanguage } from '../../../domain/run/said';
import { nameInId, pathOfId } from '../../../domain/code-graph/symbol-name';
import { excerpt } from '../../../domain/text';
import type { SearchHit } from '../../../codebase/navigation';
import { isReferring } from '../../../domain/session/follow-up';
import { keepDetail, keepMaterial } from '../project-files';
import { shownName, subjectId, subjectsOf, type Subject } from '../questions/subjects';
import { openTexts, type TreeTexts } from '../texts';
import type { Handler } from '../types';

const MOST_HITS = 8;
const SNIPPET_CHARS = 400;
const MOST_LINES = 80;

const WORDS = inEachLanguage((say) => ({
  found: say`These places fit best`,
  none: say`Nothing in the project fits. Say it in other words, or name a file or a symbol.`,
}));

/** Finds code by what is asked: symbols, words, paths and the graph of files together. What a message refers to is no search. */
export const navigate: Handler = async (deps, { task, directory }, { signal }) => {
  const navigation = await deps.navigate({ directory, tree: task.files.tree }, signal);
  const { text, earlier } = task;
  const { found, isReferred = false } = await subjectsOf(task, navigation, { needs: false });
  // What "it" is narrows the search for what is named beside it.
  const before = isReferring(text) ? (earlier.at(-1)?.text ?? '') : '';
  const hits = isReferred ? [] : await navigation.search(`${text} ${before}`.trim(), { limit: MOST_HITS });
  const words = WORDS[task.language];
  const ids = [...(isReferred ? found.map(subjectId) : hits.map(({ path, symbolId }) => symbolId ?? path))];
  // A model looks further where a search found nothing.
  if (ids.length === 0)
    return {
      status: 'done',
      answer: words.none,
      answers: 'where',
      material: await keepMaterial(deps, words.none),
    };
  const lines = [...(isReferred ? found.map(subjectLine) : hits.map(hitText))];
  const texts = await openTexts(deps, task.files.tree);
  const material = isReferred
    ? await Promise.all(found.map((one) => declarationOf(one, texts)))
    : hits.map(materialOf);
  return {
    status: 'done',
    answers: 'where',
    answer: deps.redact([`${words.found}:`, ...lines].join('\n')),
    detail: await keepDetail(deps, { hits, found }),
    material: await keepMaterial(deps, material.join('\n\n')),
    about: found.length > 0 ? found.map(subjectId) : ids.slice(0, 1),
    listed: ids,
    files: [...new Set(ids.map(pathOfId))],
    symbols: ids.filter((id) => id.includes('#')),
    trigger: 'target_found',
    reason: `${ids.length} places fit, ${ids[0] ?? ''} best`,
  };
};

function subjectLine({ path, symbol }: Subject): string {
  return symbol
    ? `- ${path}:${symbol.range.startLine} ${shownName(symbol)}: ${symbol.signature}`
    : `- ${path}`;
}

/** Text of a declaration, or the beginning of a file. */
async function declarationOf({ path, symbol }: Subject, texts: TreeTexts): Promise<string> {
  const lines = ((await texts.text(path)) ?? '').split('\n');
  const { startLine = 1, endLine = MOST_LINES } = symbol?.range ?? {};
  return `${path}:${startLine}\n${lines.slice(startLine - 1, Math.min(endLine, startLine + MOST_LINES)).join('\n')}`;
}

function hitText({ path, range, symbolId, why }: SearchHit): string {
  const name = symbolId === undefined ? undefined : nameInId(symbolId);
  return `- ${path}:${range.startLine}${name === undefined ? '' : ` ${name}`} (${why.map(({ way }) => way).join(', ')})`;
}

function materialOf({ path, range, snippet }: SearchHit): string {
  return `${path}:${range.startLine}\n${excerpt(snippet, SNIPPET_CHARS)}`;
}
