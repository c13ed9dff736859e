import { singular } from './tokens';

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
export function sameConcept(one: string, other: string): boolean {
  const concept = OF_WORD.get(singular(one));
  return concept !== undefined && concept === OF_WORD.get(singular(other));
}

/** True if files that end so (without the dot) hold what the word names. */
export function holds(word: string, ending: string): boolean {
  const concept = OF_WORD.get(singular(word));
  return concept !== undefined && (ENDINGS[concept]?.includes(ending) ?? false);
}
