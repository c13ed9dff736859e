import {
  beginsWord,
  matchAt,
  type Match,
  type Reference,
  endsWord,
  pluralEnd,
  maybe,
  words,
  type Pattern,
} from './pattern';
import type { Mention } from '../conversation';

const ENGLISH_NOUNS = words(
  ['folder|directory', { type: 'folder' }],
  ['directories', { type: 'folder', all: true }],
  ['file|document|photo|picture|image|paper|report|spreadsheet|presentation|note|video', { type: 'file' }],
);
const ENGLISH_NOUNS_OR_ONE = {
  ...ENGLISH_NOUNS,
  ...words(['one|thing|item'], ['ones|things|items', { all: true }]),
};
const ENGLISH_VERBS = words(
  ['made|created|saved', { how: 'made' }],
  ['moved|put', { how: 'moved' }],
  ['wrote|written|edited|changed', { how: 'written' }],
  ['read|opened|looked at', { how: 'read' }],
  ['found', { how: 'found' }],
  ['mentioned|named|talked about', { how: 'named' }],
);
const ENGLISH_WHO = words([
  "i|you|we|that i|that you|that we|which i|which you|i've|you've|we've|you have|we have|i have",
]);
const ENGLISH_JUST = words(['just|newly|recently|just been|that was|that was just|was']);
const THE = words(['the|that|this|the last|the latest'], ['those|these|all the', { all: true }]);

const ENGLISH: readonly Pattern[] = [
  [
    { words: words(['that|this|the same|that same|that new|the said'], ['those|these', { all: true }]) },
    { words: ENGLISH_NOUNS },
  ],
  [{ words: words(['that one|this one'], ['those ones|these ones', { all: true }]) }],
  // the folder you just made last week; the one just made
  [
    { words: THE },
    { words: ENGLISH_NOUNS_OR_ONE },
    maybe(ENGLISH_WHO),
    maybe(ENGLISH_JUST),
    { words: ENGLISH_VERBS },
    maybe({ ...words(['just now|earlier|before']) }),
    maybe('time'),
  ],
  // the newly created folder, the just moved file
  [
    { words: THE },
    { words: words(['newly|just|recently']) },
    { words: ENGLISH_VERBS },
    { words: ENGLISH_NOUNS_OR_ONE },
  ],
  // yesterday's file, the file from last week, the recent document
  [maybe(THE), { words: 'time' }, { words: words(["'s|s'"]) }, { words: ENGLISH_NOUNS }],
  [{ words: THE }, { words: ENGLISH_NOUNS }, { words: words(['from|of']) }, { words: 'time' }],
  [{ words: THE }, { words: 'time' }, { words: ENGLISH_NOUNS }],
];

/** Words that stand for a thing and are also much else: only behind one of the others. */
const ENGLISH_PRONOUNS: readonly Pattern[] = [
  [
    {
      words: words([
        'move|copy|rename|delete|remove|open|read|put|take|bring|undo|restore|sort|zip|show|show me|edit|list|summarize|print|into|in|to|from|of|inside|with|back',
      ]),
    },
    { words: words(['it'], ['them', { all: true }]), starts: true },
  ],
  [
    { words: words(['move|copy|put|look|go|files|them|it|everything|over|in|from|is']) },
    { words: words(['there', { type: 'folder' }]), starts: true },
  ],
];

const KOREAN_NOUNS = words(
  ['폴더|디렉토리|디렉터리', { type: 'folder' }],
  ['파일|문서|사진|논문|보고서|이미지|그림|메모|자료|영상|동영상|노트', { type: 'file' }],
);
const NOUNS_OR_ONE = { ...KOREAN_NOUNS, ...words(['것|거|걸|게'], ['것들|거들', { all: true }]) };
const VERBS = words(
  ['만든|생성한|만들었던|새로 만든|저장한', { how: 'made' }],
  ['옮긴|이동한|이동시킨|옮겼던|복사한', { how: 'moved' }],
  ['쓴|작성한|작업한|수정한|고친|편집한', { how: 'written' }],
  ['읽은|연|열었던|본', { how: 'read' }],
  ['찾은|찾았던', { how: 'found' }],
  ['말한|언급한|얘기한|이야기한|사용한', { how: 'named' }],
);
const KOREAN_JUST = words(['방금|방금 전|방금 전에|막|아까|조금 전|조금 전에|금방|지금|새로']);
const KOREAN_WHO = words(['내가|네가|제가|우리가|너가|당신이']);
const KOREAN_THAT = words(['그|이|저|같은|똑같은|동일한|해당|바로 그']);
const AT = words(['에|의']);

const KOREAN: readonly Pattern[] = [
  [maybe(KOREAN_JUST), { words: KOREAN_THAT }, { words: KOREAN_NOUNS }],
  [{ words: words(['아까|아까의|방금|방금 전의']) }, { words: KOREAN_NOUNS }],
  // 어제 내가 방금 만든 그 폴더
  [
    maybe('time'),
    maybe(AT),
    maybe(KOREAN_WHO),
    maybe('time'),
    maybe(AT),
    maybe(KOREAN_JUST),
    { words: VERBS },
    maybe(KOREAN_THAT),
    { words: NOUNS_OR_ONE },
  ],
  [{ words: 'time' }, maybe(AT), maybe(KOREAN_THAT), { words: KOREAN_NOUNS }],
];

const KOREAN_PRONOUNS: readonly Pattern[] = [
  [
    {
      words: words(
        ['그것|그거|그걸|이것|이거|이걸|저것|저거'],
        ['그것들|그거들|이것들|저것들', { all: true }],
      ),
    },
  ],
  [{ words: words(['거기|그곳|그쪽', { type: 'folder' }]) }],
];

/** Times that are said of a file in one or two words; `src/times` knows what they mean. */
const FIXED = (
  'yesterday|today|this morning|this afternoon|last night|last week|last month|last year|this week|this month|recently|' +
  'recent|the other day|earlier today|the day before yesterday|on monday|on tuesday|on wednesday|on thursday|on friday|' +
  'on saturday|on sunday|last monday|last tuesday|last wednesday|last thursday|last friday|last saturday|last sunday|' +
  '어제|오늘|그저께|그제|엊그제|어젯밤|오늘 아침|지난주|지난 주|저번 주|저번주|이번 주|이번주|지난달|지난 달|저번 달|이번 달|이번달|작년|' +
  '지난해|올해|최근|최근에|며칠 전|월요일|화요일|수요일|목요일|금요일|토요일|일요일|' +
  '昨天|今天|前天|昨晚|今早|今天早上|上周|上週|上个星期|上星期|本周|这周|這週|上个月|上個月|本月|这个月|去年|今年|最近|前几天|几天前|' +
  '周一|周二|周三|周四|周五|周六|周日|上周一|上周二|上周三|上周四|上周五'
).split('|');

const COUNTS = (
  'a|an|one|two|three|four|five|six|seven|a few|a couple of|' +
  '한|두|세|네|다섯|여섯|일곱|일|이|삼|사|하루|이틀|사흘|나흘|닷새|열흘|보름|一|两|兩|二|三|四|五|六|七|八|九|十|半'
).split('|');
const UNITS = (
  'minutes|minute|hours|hour|days|day|weeks|week|months|month|years|year|' +
  '분|시간|일|주일|주|달|개월|년|分钟|分鐘|小时|小時|个小时|天|周|週|个星期|个月|個月|年|'
).split('|');
const AGO = ['ago', '전에', '전', '前', '以前', '之前'];

const CHINESE_NOUNS = words(
  ['文件夹|文件夾|資料夾|资料夹|目录|目錄', { type: 'folder' }],
  ['文件|檔案|文档|文檔|照片|图片|圖片|论文|論文|报告|報告|视频|影片', { type: 'file' }],
);
const CHINESE_VERBS = words(
  ['创建|創建|新建|建立|建|做|制作|製作|生成|保存', { how: 'made' }],
  ['移动|移動|搬|复制|複製', { how: 'moved' }],
  ['写|寫|修改|编辑|編輯|改', { how: 'written' }],
  ['读|讀|打开|打開|看', { how: 'read' }],
  ['找到|找|发现|發現', { how: 'found' }],
  ['提到|说|說|用', { how: 'named' }],
);
const JUST = words(['刚才|刚刚|刚|剛才|剛剛|剛|之前|方才|新']);
const WHO = words(['我|你|您|我们|我們|咱们']);
const DONE = words(['过|過|好|了|完']);
const OF = words(['的']);
const THAT = words(
  ['那个|那個|这个|這個|那|这|這|该|該|此|同一个|同一個|同个'],
  ['那些|这些|這些|那几个|那幾個|这几个|這幾個', { all: true }],
);

const CHINESE: readonly Pattern[] = [
  [maybe(JUST), maybe(OF), { words: THAT }, { words: CHINESE_NOUNS }],
  [{ words: JUST }, { words: OF }, maybe(THAT), { words: CHINESE_NOUNS }],
  // 昨天我创建的那个文件夹
  [
    maybe('time'),
    maybe(WHO),
    maybe('time'),
    maybe(JUST),
    { words: CHINESE_VERBS },
    maybe(DONE),
    { words: OF },
    maybe(THAT),
    { words: CHINESE_NOUNS },
  ],
  // 刚才创建的
  [{ words: JUST }, maybe(WHO), { words: CHINESE_VERBS }, maybe(DONE), { words: OF }],
  [{ words: 'time' }, maybe(OF), maybe(THAT), { words: CHINESE_NOUNS }],
];

const CHINESE_PRONOUNS: readonly Pattern[] = [
  [{ words: words(['它'], ['它们|它們', { all: true }]) }],
  [{ words: words(['那里|那裡|那儿|那兒|那边|那邊', { type: 'folder' }]) }],
];

const PATTERNS = [...ENGLISH, ...KOREAN, ...CHINESE];
const PRONOUNS = [...ENGLISH_PRONOUNS, ...KOREAN_PRONOUNS, ...CHINESE_PRONOUNS];
/** Requests are short; a text that is pasted in points to itself. */
const LONGEST = 4_000;

interface Found extends Match {
  from: number;
  isPronoun: boolean;
}

/**
 * Words of a request that point to something of earlier turns, in English, Korean and Chinese, in their order. What
 * the request itself has named before points to that: `make a folder and move them to that folder` has none.
 */
export function findReferences(request: string): Reference[] {
  const text = request.normalize('NFC').replace(/\s/g, ' ').slice(0, LONGEST);
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return [];
  const found = scan(lower);
  const nouns = nounsOf(lower).filter(({ at }) => !found.some(({ from, to }) => from <= at && at < to));
  return found
    .filter((one, index) => !(one.isPronoun && index > 0) && !isNamedBefore(one, nouns) && !isSearch(one))
    .map(({ from, to, type, how, all, when }) => ({
      phrase: text.slice(from, to),
      ...(type && { type }),
      ...(how && { how }),
      ...(all && { all }),
      ...(when !== undefined && { when }),
    }));
}

/** The longest reading at each place, none within another. */
function scan(text: string): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === ' ' || !beginsWord(text, at)) continue;
    const best = longest(text, at);
    if (!best) continue;
    found.push(best);
    at = best.to - 1;
  }
  return found;
}

function longest(text: string, at: number): Found | undefined {
  let best: Found | undefined;
  for (const [patterns, isPronoun] of [[PATTERNS, false] as const, [PRONOUNS, true] as const])
    for (const pattern of patterns) {
      const match = matchAt(text, at, pattern, timeAt);
      if (match && match.to > (best?.to ?? at)) best = { ...match, from: match.start ?? at, isPronoun };
    }
  return best;
}

/** A pronoun points to any noun before it, `it` and `them` to one of their number, and a noun to one of its type. */
function isNamedBefore({ from, type, all, isPronoun }: Found, nouns: readonly Noun[]): boolean {
  const isOfNumber = (noun: Noun) =>
    type !== undefined || noun.isPlural === undefined || noun.isPlural === (all === true);
  return nouns.some(
    (noun) => noun.at < from && (isPronoun ? isOfNumber(noun) : type === undefined || noun.type === type),
  );
}

/** All files of a time are looked for on disk. */
function isSearch({ all, how, when }: Found): boolean {
  return all === true && how === undefined && when !== undefined;
}

const FOLDERS =
  'folder|directories|directory|폴더|디렉토리|디렉터리|文件夹|文件夾|資料夾|资料夹|目录|目錄'.split('|');
const FILES = (
  'file|document|photo|picture|image|paper|report|note|video|' +
  '파일|문서|사진|논문|보고서|이미지|그림|메모|영상|文件|檔案|文档|文檔|照片|图片|圖片|论文|論文|报告|報告|视频'
).split('|');

/** A noun for a file or a folder and where it begins. */
interface Noun {
  at: number;
  type: Mention['type'];
  /** Only English says of each noun whether it is one. */
  isPlural?: boolean;
}

/** Nouns of a lower-case text in its order. `文件夹` is a folder and no file; `the papers folder` is a folder. */
function nounsOf(text: string): Noun[] {
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

/** End of a time in words that begins at a place of a lower-case text. */
function timeAt(text: string, at: number): number | undefined {
  const fixed = longestWord(FIXED, text, at);
  const counted = countedAgo(text, at);
  if (fixed === undefined) return counted;
  return counted === undefined ? fixed : Math.max(fixed, counted);
}

/** `3 days ago`, `사흘 전`, `两周前`. */
function countedAgo(text: string, at: number): number | undefined {
  const digits = /^\d{1,3}/.exec(text.slice(at, at + 3))?.[0].length;
  const count = digits === undefined ? longestWord(COUNTS, text, at) : at + digits;
  if (count === undefined) return undefined;
  const unit = longestWord(UNITS, text, behindBlank(text, count));
  return unit === undefined ? undefined : longestWord(AGO, text, behindBlank(text, unit));
}

function behindBlank(text: string, at: number): number {
  return text[at] === ' ' ? at + 1 : at;
}

function longestWord(list: readonly string[], text: string, at: number): number | undefined {
  const fitting = list.filter((one) => text.startsWith(one, at) && endsWord(text, at + one.length));
  return fitting.length === 0 ? undefined : at + Math.max(...fitting.map(({ length }) => length));
}
