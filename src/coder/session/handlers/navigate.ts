import { excerpt } from '../../../domain/text';
import type { SearchHit } from '../../../codebase/navigation';
import { keepDetail, keepMaterial } from '../keep';
import type { Handler } from '../types';

const MOST_HITS = 8;
const SNIPPET_CHARS = 400;

const WORDS = {
  en: {
    found: 'These places fit best',
    none: 'Nothing in the project fits. Say it in other words, or name a file or a symbol.',
  },
  ko: {
    found: '가장 잘 맞는 위치입니다',
    none: '프로젝트에서 맞는 것을 찾지 못했습니다. 다른 말로 묻거나 파일이나 심벌 이름을 알려 주세요.',
  },
  zh: { found: '最匹配的位置', none: '项目中没有匹配的内容。请换一种说法，或给出文件名或符号名。' },
};

/** Finds code by what is asked: symbols, words, paths and the graph of files together. */
export const navigate: Handler = async (deps, { task, directory }, { signal }) => {
  const navigation = await deps.navigate({ directory, tree: task.files.tree }, signal);
  const hits = await navigation.search(task.text, { limit: MOST_HITS });
  const words = WORDS[task.language];
  if (hits.length === 0) return { status: 'done', answer: words.none, files: [], symbols: [] };
  const answer = deps.redact([`${words.found}:`, ...hits.map(hitText)].join('\n'));
  const detail = await keepDetail(deps, { hits });
  return {
    status: 'done',
    answer,
    detail,
    material: await keepMaterial(deps, hits.map(materialOf).join('\n\n')),
    files: [...new Set(hits.map(({ path }) => path))],
    symbols: hits.flatMap(({ symbolId }) => (symbolId === undefined ? [] : [symbolId])),
    trigger: 'target_found',
    reason: `${hits.length} places fit, ${hits[0]?.path ?? ''} best`,
  };
};

function hitText({ path, range, symbolId, why }: SearchHit): string {
  const name = symbolId?.split('#')[1];
  return `- ${path}:${range.startLine}${name === undefined ? '' : ` ${name}`} (${why.map(({ way }) => way).join(', ')})`;
}

function materialOf({ path, range, snippet }: SearchHit): string {
  return `${path}:${range.startLine}\n${excerpt(snippet, SNIPPET_CHARS)}`;
}
