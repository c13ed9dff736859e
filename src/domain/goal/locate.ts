import { folded, nameTokens, singular } from './words';

export type KnownFolder = 'desktop' | 'documents' | 'downloads' | 'pictures' | 'music' | 'videos';

/** Names that desktops give these folders: the translations of xdg-user-dirs, and what people call them. */
const NAMES: Readonly<Record<KnownFolder, string>> = {
  desktop:
    'Desktop|바탕화면|바탕 화면|데스크톱|데스크탑|桌面|デスクトップ|Bureau|Schreibtisch|Escritorio|Scrivania|Área de Trabalho|' +
    'Ambiente de Trabalho|Bureaublad|Skrivbord|Skrivebord|Työpöytä|Pulpit|Plocha|Asztal|Рабочий стол|Стільниця|' +
    'Робочий стіл|Masaüstü|Επιφάνεια εργασίας|Màn hình nền|سطح المكتب|שולחן העבודה|เดสก์ท็อป|Работен плот|' +
    'Radna površina|Namizje|Töölaud|Darbvirsma|Darbastalis|Escriptori|Mahaigaina|Радна површ',
  documents:
    'Documents|문서|내 문서|文档|我的文档|文件資料|ドキュメント|文書|Dokumente|Documentos|Documenti|Documenten|Dokument|' +
    'Dokumenter|Asiakirjat|Dokumenty|Dokumentumok|Документы|Документи|Belgeler|Έγγραφα|Documente|Tài liệu|Dokumen|' +
    'المستندات|מסמכים|เอกสาร|Dokumenti|Dokumendid|Dokumentai|Dokumentuak|My Documents',
  downloads:
    'Downloads|Download|다운로드|다운로드 폴더|下载|下載|ダウンロード|Téléchargements|Descargas|Scaricati|Transferências|' +
    'Hämtningar|Hentet|Overførsler|Nedlastinger|Lataukset|Pobrane|Stažené|Letöltések|Загрузки|Завантаження|' +
    'İndirilenler|Λήψεις|Descărcări|Tải xuống|Tải về|Unduhan|التنزيلات|הורדות|ดาวน์โหลด|Изтегляния|Preuzimanja|Baixades',
  pictures:
    'Pictures|사진|그림|图片|圖片|ピクチャ|画像|Images|Bilder|Imágenes|Immagini|Imagens|Afbeeldingen|Billeder|Kuvat|' +
    'Obrazy|Obrázky|Képek|Изображения|Зображення|Resimler|Εικόνες|Imagini|Poze|Hình ảnh|Gambar|الصور|תמונות|รูปภาพ|' +
    'Slike|Imatges|My Pictures',
  music:
    'Music|음악|音乐|音樂|ミュージック|音楽|Musique|Musik|Música|Musica|Muziek|Musikk|Musiikki|Muzyka|Hudba|Zene|' +
    'Музыка|Музика|Müzik|Μουσική|Muzică|Nhạc|الموسيقى|מוזיקה|เพลง|Glazba|My Music',
  videos:
    'Videos|Video|동영상|비디오|视频|影片|視訊|ビデオ|動画|Vidéos|Vídeos|Videor|Videoer|Videot|Wideo|Videa|Videók|' +
    'Видео|Відео|Videolar|Βίντεο|فيديو|וידאו|วิดีโอ|My Videos|Movies',
};

const KIND_OF = kindsByName();
const LONGEST_FIRST = [...KIND_OF.keys()].sort((one, other) => other.length - one.length);

function kindsByName(): ReadonlyMap<string, KnownFolder> {
  return new Map(
    Object.entries(NAMES).flatMap(([kind, names]) =>
      names.split('|').map((name) => [folded(name), kind as KnownFolder] as const),
    ),
  );
}

/** The folder of every desktop that a name stands for, in any language: `바탕화면` is the desktop. */
export function knownFolderOf(name: string): KnownFolder | undefined {
  return KIND_OF.get(folded(name));
}

/** The first name of such a folder in a folded description; `from` to `to` are its places. */
function knownNameIn(text: string): { kind: KnownFolder; from: number; to: number } | undefined {
  let best: { kind: KnownFolder; from: number; to: number } | undefined;
  for (const name of LONGEST_FIRST) {
    const from = text.indexOf(name);
    const kind = KIND_OF.get(name);
    if (from < 0 || !kind || (best && best.from <= from)) continue;
    if (isWholeWord(text, from, from + name.length)) best = { kind, from, to: from + name.length };
  }
  return best;
}

/** Words of alphabets end at others' letters; scripts without blanks have no ends. */
function isWholeWord(text: string, from: number, to: number): boolean {
  const isAlphabet = (character = '') => /[\p{L}\p{N}]/u.test(character) && character < '\u0e00';
  const touches = (one = '', other = '') => isAlphabet(one) && isAlphabet(other);
  return !touches(text[from - 1], text[from]) && !touches(text[to - 1], text[to]);
}

interface Description {
  /** The folder of every desktop that is named: the one meant, or the one that it lies in. */
  known?: KnownFolder;
  /** Words of the name, each with its forms without particles. */
  words: string[][];
  /** Words of the name where that of the known folder is none of its own: `work documents`. */
  allWords: string[][];
}

const FOLDER_WORDS = ['폴더', '디렉토리', '디렉터리', '文件夹', '文件夾', '資料夾', '资料夹', '目录', '目錄'];
const ASIAN_FILLERS = [
  '에 있는',
  '안에 있는',
  '속에 있는',
  '里面的',
  '裡面的',
  '里的',
  '裡的',
  '上的',
  '中的',
  '下的',
  '的',
];
const BEHIND_PLACE = ['에서', '에', '의', '上', '里', '裡', '中', '内', '下', '里面'];
const FILLERS = new Set(
  (
    'the a an my our your this that folder folders directory directories dir in inside within on of at from under for with ' +
    'called named containing contains where which is are all files file stored located there ' +
    '있는 있던 안 안에 안의 속 속의 내 나의 제 이름 이름의 이라는 라는 관련 들어있는 담긴 파일 파일들 ' +
    '在 我 我的 名为 叫 叫做 一个 那个 这个'
  ).split(' '),
);
const PARTICLES = [
  '으로',
  '에서',
  '에게',
  '들',
  '에',
  '의',
  '을',
  '를',
  '이',
  '가',
  '은',
  '는',
  '로',
  '과',
  '와',
];

/** Takes a description apart: `바탕화면에 있는 논문 폴더` is the word 논문 and the desktop. */
function describe(what: string): Description {
  const text = folded(what);
  const place = knownNameIn(text);
  if (!place) return { words: wordsOf(text), allWords: wordsOf(text) };
  const rest = `${text.slice(0, place.from)} ${withoutStart(text.slice(place.to))}`;
  return { known: place.kind, words: wordsOf(rest), allWords: wordsOf(text) };
}

function withoutStart(text: string): string {
  const start = BEHIND_PLACE.find((one) => text.startsWith(one));
  return start === undefined ? text : text.slice(start.length);
}

function wordsOf(text: string): string[][] {
  let rest = text;
  for (const one of [...FOLDER_WORDS, ...ASIAN_FILLERS]) rest = rest.replaceAll(one, ' ');
  return nameTokens(rest)
    .filter((word) => !FILLERS.has(word))
    .map(formsOf);
}

/** The word, and without a Korean particle: `논문을` is also 논문. */
function formsOf(word: string): string[] {
  const particle = PARTICLES.find((one) => word.length > one.length + 1 && word.endsWith(one));
  return particle && /\p{Script=Hangul}/u.test(word) ? [word, word.slice(0, -particle.length)] : [word];
}

/** A folder that could be meant; `names`: of the files in it. */
export interface FolderCandidate {
  path: string;
  names?: readonly string[];
}

export interface KnownPlace {
  path: string;
  of: KnownFolder;
}

export interface RankedFolder {
  path: string;
  /** 0 to 1. */
  score: number;
  /** Why, in one clause. */
  reason: string;
}

export type FolderChoice = { path: string } | { ambiguous: string[] } | { none: true };

/** Fewer points are no answer; with fewer than `SURE` the user is asked even about one. */
const LEAST = 0.3;
const SURE = 0.55;
/** Folders so close to the best are as likely meant. */
const MARGIN = 0.12;
const MOST_CHOICES = 8;
/** A name with more words than the description is not as likely meant as one without: `papers` before `old papers`. */
const EXTRA = 0.08;

/** The folder that a description means, of these folders and those of every desktop. */
export function chooseFolderFor(
  what: string,
  folders: readonly FolderCandidate[],
  known: readonly KnownPlace[],
): FolderChoice {
  return chooseFolder(rankFolders(what, folders, known));
}

/** Folders that a description in English, Korean or Chinese can mean, the best first. */
export function rankFolders(
  what: string,
  folders: readonly FolderCandidate[],
  known: readonly KnownPlace[],
): RankedFolder[] {
  const description = describe(what);
  const literal = folded(what).replaceAll(/^["'“‘]|["'”’]$/g, '');
  const ranked = [...withKnown(folders, known)].map((folder) => scored(folder, description, literal, known));
  return ranked
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1));
}

/** The folder that is meant; several that fit alike are for the user to choose from, the best first. */
export function chooseFolder(ranked: readonly RankedFolder[]): FolderChoice {
  const [best] = ranked;
  if (!best || best.score < LEAST) return { none: true };
  const close = ranked.filter(({ score }) => score >= LEAST && best.score - score < MARGIN);
  if (close.length === 1 && best.score >= SURE) return { path: best.path };
  return { ambiguous: close.slice(0, MOST_CHOICES).map(({ path }) => path) };
}

function withKnown(
  folders: readonly FolderCandidate[],
  known: readonly KnownPlace[],
): Iterable<FolderCandidate> {
  const byPath = new Map<string, FolderCandidate>(known.map(({ path }) => [path, { path }]));
  for (const folder of folders) byPath.set(folder.path, folder);
  return byPath.values();
}

function scored(
  folder: FolderCandidate,
  description: Description,
  literal: string,
  known: readonly KnownPlace[],
): RankedFolder {
  const { path } = folder;
  if (folded(path) === literal) return { path, score: 1, reason: 'it is this path' };
  const own = kindOf(path, known);
  if (description.known && description.words.length === 0) {
    if (own === description.known) return { path, score: 1, reason: `it is the ${own} folder` };
    const named = byName(folder, description.allWords);
    return { path, score: 0.8 * named.score, reason: named.reason };
  }
  const inside = description.known ? depthInside(path, description.known, known) : undefined;
  const named = byName(folder, description.known ? description.allWords : description.words);
  if (inside === undefined) return { path, ...named };
  const within = byName(folder, description.words);
  const score = within.score * Math.max(0.4, 1 - 0.2 * (inside - 1));
  return score > named.score
    ? { path, score, reason: `${within.reason}, in the ${description.known} folder` }
    : { path, ...named };
}

/** The kind of a folder by its place, or by its name where nothing is known. */
function kindOf(path: string, known: readonly KnownPlace[]): KnownFolder | undefined {
  return known.find((place) => place.path === path)?.of ?? knownFolderOf(lastName(path));
}

/** How many folders below the known one; undefined: it is not inside. */
function depthInside(path: string, kind: KnownFolder, known: readonly KnownPlace[]): number | undefined {
  const place = known.find(
    ({ path: top, of }) => of === kind && (top === '.' ? path !== '.' : path.startsWith(`${top}/`)),
  );
  if (place) {
    const rest = place.path === '.' ? path : path.slice(place.path.length + 1);
    return rest.split('/').length;
  }
  const parts = path.split('/');
  const at = parts.slice(0, -1).findLastIndex((part) => knownFolderOf(part) === kind);
  return at < 0 ? undefined : parts.length - 1 - at;
}

function byName(folder: FolderCandidate, words: readonly string[][]): { score: number; reason: string } {
  if (words.length === 0) return { score: 0, reason: '' };
  const parts = folder.path.split('/').filter((part) => part !== '' && part !== '.');
  const own = nameTokens(parts.at(-1) ?? '');
  const above = parts.slice(0, -1).flatMap(nameTokens);
  const matches = words.map((forms) => ({ own: fit(forms, own), above: fit(forms, above) }));
  const best = Math.max(...matches.map((one) => one.own));
  const depth = 0.02 * Math.min(5, Math.max(0, parts.length - 1));
  if (best < 0.4) return byContents(folder.names ?? [], words, depth);
  const share = matches.reduce((sum, one) => sum + Math.max(one.own, 0.9 * one.above), 0) / words.length;
  const extra = own.filter((token) => !words.some((forms) => fit(forms, [token]) > 0)).length;
  return {
    score: Math.max(0, share - (extra === 0 ? 0 : EXTRA) - 0.06 * Math.min(3, extra) - depth),
    reason: best === 1 ? 'it has this name' : 'its name means this',
  };
}

/** How well the best of some tokens fits a word: 1 the same, less for a synonym or a part. */
function fit(forms: readonly string[], tokens: readonly string[]): number {
  return Math.max(0, ...forms.flatMap((form) => tokens.map((token) => likeness(form, token))));
}

function likeness(word: string, token: string): number {
  if (word === token) return 1;
  if (singular(word) === singular(token)) return 0.98;
  if (sameConcept(word, token)) return 0.9;
  const [short, long] = word.length < token.length ? [word, token] : [token, word];
  const least = /^[a-z0-9]+$/.test(short) ? 4 : 2;
  return short.length >= least && long.includes(short) ? 0.7 : 0;
}

/** A folder of another name that holds such files, by their names or kinds. */
function byContents(
  names: readonly string[],
  words: readonly string[][],
  depth: number,
): { score: number; reason: string } {
  if (names.length < 3) return { score: 0, reason: '' };
  const fitting = names.filter((name) => {
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    const tokens = nameTokens(name);
    return words.every((forms) => forms.some((form) => holds(form, ending)) || fit(forms, tokens) >= 0.7);
  });
  const share = fitting.length / names.length;
  return share < 0.5
    ? { score: 0, reason: '' }
    : { score: Math.max(0, 0.5 * share - depth), reason: 'it holds such files' };
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Words for the same things in English, Korean and Chinese, singular; and endings of the files that hold them. */
const CONCEPTS: readonly { words: string; endings?: string }[] = [
  { words: 'paper article publication thesis 논문 아티클 论文 論文 文章', endings: 'pdf djvu ps tex' },
  {
    words: 'photo picture image pic photograph 사진 그림 이미지 照片 图片 圖片 相片 图像',
    endings: 'jpg jpeg png heic gif webp tif tiff raw',
  },
  { words: 'screenshot capture 스크린샷 캡처 截图 截圖 截屏', endings: 'png' },
  { words: 'music song audio 음악 노래 오디오 音乐 音樂 歌曲', endings: 'mp3 flac wav m4a ogg aac' },
  {
    words: 'video movie film clip 동영상 비디오 영상 영화 视频 影片 電影 电影',
    endings: 'mp4 mkv mov avi webm',
  },
  {
    words: 'document doc 문서 자료 서류 文档 文件 資料 资料',
    endings: 'doc docx odt pdf txt rtf hwp hwpx pages',
  },
  { words: 'download 다운로드 下载 下載' },
  { words: 'invoice bill 청구서 송장 인보이스 发票 發票 账单 帐单' },
  { words: 'receipt 영수증 收据 收據 小票' },
  { words: 'contract agreement 계약서 계약 合同 合約 契约' },
  { words: 'report 보고서 리포트 报告 報告' },
  { words: 'note memo 노트 메모 필기 笔记 筆記 便签', endings: 'md txt' },
  { words: 'book ebook 책 도서 전자책 书 書 书籍 电子书', endings: 'epub mobi azw3' },
  {
    words: 'presentation slide deck 발표 프레젠테이션 슬라이드 演示 演示文稿 幻灯片 簡報',
    endings: 'ppt pptx odp key',
  },
  { words: 'spreadsheet sheet excel 엑셀 스프레드시트 表格 电子表格 試算表', endings: 'xls xlsx ods csv' },
  { words: 'backup 백업 备份 備份' },
  { words: 'project 프로젝트 과제 项目 項目 專案' },
  { words: 'work job office 업무 회사 직장 工作 公司' },
  { words: 'school class course lecture 학교 수업 강의 学校 學校 课程 課程' },
  { words: 'homework assignment 숙제 과제물 作业 作業' },
  { words: 'travel trip vacation holiday 여행 휴가 旅行 旅游 旅遊 假期' },
  { words: 'family 가족 家人 家庭' },
  { words: 'archive 보관 아카이브 보관함 存档 歸檔 归档' },
  { words: 'draft 초안 草稿' },
  { words: 'resume cv 이력서 简历 簡歷 履历' },
  { words: 'tax 세금 세무 税 税务 稅' },
  { words: 'recipe 레시피 요리 食谱 菜谱' },
  { words: 'game 게임 游戏 遊戲' },
  { words: 'code source 코드 소스 代码 源码 程式碼', endings: 'js ts py java c cpp go rs' },
  { words: 'font 글꼴 폰트 字体 字型', endings: 'ttf otf woff' },
  { words: 'meeting 회의 会议 會議' },
  { words: 'research study 연구 硏究 研究' },
  { words: 'data dataset 데이터 数据 數據' },
  { words: 'template 양식 템플릿 模板' },
  { words: 'temp temporary tmp 임시 临时 臨時' },
  { words: 'personal private 개인 个人 個人 私人' },
  { words: 'mail email 메일 이메일 邮件 郵件', endings: 'eml msg mbox' },
  { words: 'old 옛날 예전 旧 舊' },
  { words: 'new 새 신규 新' },
];

const OF_WORD = conceptsByWord();
const ENDINGS = CONCEPTS.map(({ endings = '' }) => endings.split(' '));

/** The first concept of a word. */
function conceptsByWord(): ReadonlyMap<string, number> {
  const rows = CONCEPTS.flatMap(({ words }, index) => words.split(' ').map((word) => [word, index] as const));
  return new Map(rows.reverse());
}

/** True if two words name the same thing, in whatever language. */
function sameConcept(one: string, other: string): boolean {
  const concept = OF_WORD.get(singular(one));
  return concept !== undefined && concept === OF_WORD.get(singular(other));
}

/** True if files that end so (without the dot) hold what the word names. */
function holds(word: string, ending: string): boolean {
  const concept = OF_WORD.get(singular(word));
  return concept !== undefined && (ENDINGS[concept]?.includes(ending) ?? false);
}
