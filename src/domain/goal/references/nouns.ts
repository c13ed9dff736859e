import { beginsWord, endsWord } from './pattern';
import type { Mention } from '../conversation';

const FOLDERS = 'folders|folder|directory|폴더|디렉토리|디렉터리|文件夹|文件夾|資料夾|资料夹|目录|目錄'.split(
  '|',
);
const FILES = (
  'files|file|documents|document|photos|photo|pictures|picture|images|image|papers|paper|reports|report|notes|note|videos|video|' +
  '파일|문서|사진|논문|보고서|이미지|그림|메모|영상|文件|檔案|文档|文檔|照片|图片|圖片|论文|論文|报告|報告|视频'
).split('|');

/** A noun for a file or a folder and where it begins. */
export interface Noun {
  at: number;
  type: Mention['type'];
}

/** Nouns of a lower-case text in its order. `文件夹` is a folder and no file; `the papers folder` is a folder. */
export function nounsOf(text: string): Noun[] {
  const nouns: Noun[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const folder = wordAt(FOLDERS, text, at);
    const file = folder === undefined ? wordAt(FILES, text, at) : undefined;
    if (folder !== undefined) nouns.push({ at, type: 'folder' });
    else if (file !== undefined && !isPartOfName(text, file)) nouns.push({ at, type: 'file' });
  }
  return nouns;
}

function wordAt(list: readonly string[], text: string, at: number): number | undefined {
  if (!/[a-z]/.test(text[at] ?? '') || beginsWord(text, at)) {
    const word = list.find((one) => text.startsWith(one, at) && endsWord(text, at + one.length));
    return word === undefined ? undefined : at + word.length;
  }
  return undefined;
}

/** `papers` of `the papers folder`. */
function isPartOfName(text: string, end: number): boolean {
  const next = text[end] === ' ' ? end + 1 : end;
  return FOLDERS.some((one) => text.startsWith(one, next));
}
