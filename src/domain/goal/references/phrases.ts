import type { Mention } from '../conversation';

/** Phrases of one kind. Patterns are linear: every repetition has a bound. */
interface PhraseRow {
  pattern: RegExp;
  type?: Mention['type'];
  how?: Mention['how'];
  /** The group `when` holds words of a time. */
  timed?: true;
}

/** Words of times that files are spoken of by. */
const EN_WHEN =
  '(?<when>yesterday|today|last (?:week|month|year|night)|this (?:week|month|morning)|(?:two|three|\\d{1,3}) days ago|recently)';
const KO_WHEN = '(?<when>어제|오늘|그저께|그제|지난 ?주|지난 ?달|이번 ?주|이번 ?달|아까|최근|\\d{1,3}일 전)';
const ZH_WHEN =
  '(?<when>昨天|今天|前天|上周|上个?星期|上个?月|这周|本周|本月|最近|[\\d一二三四五六七八九十]{1,3}天前)';

const EN_FOLDER = '(?:folder|directory)';
const EN_FILE = '(?:file|document|paper|text|note|picture|photo)';
const KO_FOLDER = '(?:폴더|디렉터리|디렉토리)';
const KO_FILE = '(?:파일|문서|논문|사진)';
const ZH_FOLDER = '(?:文件夹|目录|资料夹)';
const ZH_FILE = '(?:文件(?!夹)|文档|论文|照片)';

const MADE_EN = '(?:made|created|wrote|saved)';
const MADE_KO = '(?:만든|생성한|작성한|쓴)';
const MADE_ZH = '(?:创建|新建|建|做|写)';

export const PHRASES: readonly PhraseRow[] = [
  { pattern: new RegExp(`\\b(?:that|this|the same|the said) ${EN_FOLDER}\\b`, 'gi'), type: 'folder' },
  { pattern: new RegExp(`\\b(?:that|this|the same|the said) ${EN_FILE}\\b`, 'gi'), type: 'file' },
  {
    pattern: new RegExp(
      `\\b(?:the (?:one|${EN_FOLDER}) )?(?:you |I |we )?just (?:made|created) ${EN_FOLDER}\\b`,
      'gi',
    ),
    type: 'folder',
    how: 'made',
  },
  {
    pattern: new RegExp(`\\bthe ${EN_FOLDER} (?:that )?(?:you |I |we )?(?:have )?just ${MADE_EN}\\b`, 'gi'),
    type: 'folder',
    how: 'made',
  },
  {
    pattern: new RegExp(`\\bthe ${EN_FILE} (?:that )?(?:you |I |we )?(?:have )?just ${MADE_EN}\\b`, 'gi'),
    type: 'file',
    how: 'made',
  },
  {
    pattern: new RegExp(
      `\\bthe (?:one|new one) (?:that )?(?:you |I |we )?(?:have )?just ${MADE_EN}\\b`,
      'gi',
    ),
    how: 'made',
  },
  {
    pattern: new RegExp(`\\bthe ${EN_FOLDER} (?:that )?(?:you |I |we )?${MADE_EN} ${EN_WHEN}\\b`, 'gi'),
    type: 'folder',
    how: 'made',
    timed: true,
  },
  {
    pattern: new RegExp(`\\bthe ${EN_FILE} (?:that )?(?:you |I |we )?${MADE_EN} ${EN_WHEN}\\b`, 'gi'),
    type: 'file',
    how: 'made',
    timed: true,
  },
  {
    pattern: new RegExp(`\\bthe ${EN_FILE} (?:that )?(?:you |I |we )?moved(?: ${EN_WHEN})?\\b`, 'gi'),
    type: 'file',
    how: 'moved',
    timed: true,
  },
  { pattern: new RegExp(`(?<![가-힣])(?:그|이|저|해당|같은) ?${KO_FOLDER}`, 'g'), type: 'folder' },
  { pattern: new RegExp(`(?<![가-힣])(?:그|이|저|해당|같은) ?${KO_FILE}`, 'g'), type: 'file' },
  { pattern: new RegExp(`(?:방금|조금 전에?) ${MADE_KO} ${KO_FOLDER}`, 'g'), type: 'folder', how: 'made' },
  { pattern: new RegExp(`(?:방금|조금 전에?) ${MADE_KO} ${KO_FILE}`, 'g'), type: 'file', how: 'made' },
  { pattern: new RegExp(`(?:방금|조금 전에?) ${MADE_KO} 것`, 'g'), how: 'made' },
  {
    pattern: new RegExp(`${KO_WHEN}(?:에)? ${MADE_KO} ${KO_FOLDER}`, 'g'),
    type: 'folder',
    how: 'made',
    timed: true,
  },
  {
    pattern: new RegExp(`${KO_WHEN}(?:에)? ${MADE_KO} ${KO_FILE}`, 'g'),
    type: 'file',
    how: 'made',
    timed: true,
  },
  { pattern: new RegExp(`(?:那个?|这个?|该|同一个?)${ZH_FOLDER}`, 'g'), type: 'folder' },
  { pattern: new RegExp(`(?:那个?|这个?|该|同一个?)${ZH_FILE}`, 'g'), type: 'file' },
  { pattern: new RegExp(`(?:刚才|刚刚|刚)${MADE_ZH}的${ZH_FOLDER}`, 'g'), type: 'folder', how: 'made' },
  { pattern: new RegExp(`(?:刚才|刚刚|刚)${MADE_ZH}的${ZH_FILE}`, 'g'), type: 'file', how: 'made' },
  {
    pattern: new RegExp(`(?:刚才|刚刚|刚)${MADE_ZH}的(?!文件|目录|文档|论文|照片|资料夹)`, 'g'),
    how: 'made',
  },
  {
    pattern: new RegExp(`${ZH_WHEN}${MADE_ZH}的${ZH_FOLDER}`, 'g'),
    type: 'folder',
    how: 'made',
    timed: true,
  },
  { pattern: new RegExp(`${ZH_WHEN}${MADE_ZH}的${ZH_FILE}`, 'g'), type: 'file', how: 'made', timed: true },
];
