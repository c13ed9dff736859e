import { beginsWord, endsWord, pluralEnd } from './pattern';
import type { Mention } from '../conversation';

const FOLDERS =
  'folder|directories|directory|폴더|디렉토리|디렉터리|文件夹|文件夾|資料夾|资料夹|目录|目錄'.split('|');
const FILES = (
  'file|document|photo|picture|image|paper|report|note|video|' +
  '파일|문서|사진|논문|보고서|이미지|그림|메모|영상|文件|檔案|文档|文檔|照片|图片|圖片|论文|論文|报告|報告|视频'
).split('|');

/** A noun for a file or a folder and where it begins. */
export interface Noun {
  at: number;
  type: Mention['type'];
  /** Only English says of each noun whether it is one. */
  isPlural?: boolean;
}

/** Nouns of a lower-case text in its order. `文件夹` is a folder and no file; `the papers folder` is a folder. */
export function nounsOf(text: string): Noun[] {
  const nouns: Noun[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const folder = wordAt(FOLDERS, text, at);
    const file = folder === undefined ? wordAt(FILES, text, at) : undefined;
    if (folder !== undefined) nouns.push({ at, type: 'folder', ...numberOf(text, folder) });
    else if (file !== undefined && !isPartOfName(text, file))
      nouns.push({ at, type: 'file', ...numberOf(text, file) });
  }
  return nouns;
}

function numberOf(text: string, end: number): Pick<Noun, 'isPlural'> {
  const last = text[end - 1] ?? '';
  return /[a-z]/.test(last) ? { isPlural: last === 's' } : last === '들' ? { isPlural: true } : {};
}

function wordAt(list: readonly string[], text: string, at: number): number | undefined {
  if (!/[a-z]/.test(text[at] ?? '') || beginsWord(text, at)) {
    const ends = list.filter((one) => text.startsWith(one, at)).map((one) => at + one.length);
    return ends.map((end) => pluralEnd(text, end) ?? end).find((end) => endsWord(text, end));
  }
  return undefined;
}

/** `papers` of `the papers folder`. */
function isPartOfName(text: string, end: number): boolean {
  const next = text[end] === ' ' ? end + 1 : end;
  return FOLDERS.some((one) => text.startsWith(one, next));
}
