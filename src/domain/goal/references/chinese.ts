import { maybe, words, type Pattern } from './pattern';

const NOUNS = words(
  ['文件夹|文件夾|資料夾|资料夹|目录|目錄', { type: 'folder' }],
  ['文件|檔案|文档|文檔|照片|图片|圖片|论文|論文|报告|報告|视频|影片', { type: 'file' }],
);
const VERBS = words(
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

export const CHINESE: readonly Pattern[] = [
  [maybe(JUST), maybe(OF), { words: THAT }, { words: NOUNS }],
  [{ words: JUST }, { words: OF }, maybe(THAT), { words: NOUNS }],
  // 昨天我创建的那个文件夹
  [
    maybe('time'),
    maybe(WHO),
    maybe('time'),
    maybe(JUST),
    { words: VERBS },
    maybe(DONE),
    { words: OF },
    maybe(THAT),
    { words: NOUNS },
  ],
  // 刚才创建的
  [{ words: JUST }, maybe(WHO), { words: VERBS }, maybe(DONE), { words: OF }],
  [{ words: 'time' }, maybe(OF), maybe(THAT), { words: NOUNS }],
];

export const CHINESE_PRONOUNS: readonly Pattern[] = [
  [{ words: words(['它'], ['它们|它們', { all: true }]) }],
  [{ words: words(['那里|那裡|那儿|那兒|那边|那邊', { type: 'folder' }]) }],
];
