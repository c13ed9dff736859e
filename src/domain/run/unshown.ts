import type { TreeDiff } from '../files/workspace';
import { plural } from '../text';
import type { Language } from './input';

const WORDS: Record<Language, (files: number) => string> = {
  en: (files) => `; the diff cannot show the new content of ${plural(files, 'file')}`,
  ko: (files) => `; 새 내용을 보여 줄 수 없는 파일 ${files}개`,
  zh: (files) => `；有 ${files} 个文件的新内容无法显示`,
};

const MORE: Record<Language, (count: number) => string> = {
  en: (count) => `… and ${count} more`,
  ko: (count) => `… 외 ${count}개`,
  zh: (count) => `… 另有 ${count} 个`,
};

/** The first lines of a list, and how many more there are. */
export function firstOf(lines: readonly string[], most: number, language: Language): string[] {
  const rest = lines.length - most;
  return rest > 0 ? [...lines.slice(0, most), MORE[language](rest)] : [...lines];
}

/** Words on what a difference does not show, to be added to a question; empty where it shows all. */
export function unshownText({ unshown = 0 }: Pick<TreeDiff, 'unshown'>, language: Language): string {
  return unshown > 0 ? WORDS[language](unshown) : '';
}
