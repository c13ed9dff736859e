import { maybe, words, type Pattern } from './pattern';

const NOUNS = words(
  ['폴더|디렉토리|디렉터리', { type: 'folder' }],
  ['파일|문서|사진|논문|보고서|이미지|그림|메모|자료|영상|동영상|노트', { type: 'file' }],
);
const NOUNS_OR_ONE = { ...NOUNS, ...words(['것|거|걸|게'], ['것들|거들', { all: true }]) };
const VERBS = words(
  ['만든|생성한|만들었던|새로 만든|저장한', { how: 'made' }],
  ['옮긴|이동한|이동시킨|옮겼던|복사한', { how: 'moved' }],
  ['쓴|작성한|작업한|수정한|고친|편집한', { how: 'written' }],
  ['읽은|연|열었던|본', { how: 'read' }],
  ['찾은|찾았던', { how: 'found' }],
  ['말한|언급한|얘기한|이야기한|사용한', { how: 'named' }],
);
const JUST = words(['방금|방금 전|방금 전에|막|아까|조금 전|조금 전에|금방|지금|새로']);
const WHO = words(['내가|네가|제가|우리가|너가|당신이']);
const THAT = words(['그|이|저|같은|똑같은|동일한|해당|바로 그']);
const AT = words(['에|의']);

export const KOREAN: readonly Pattern[] = [
  [maybe(JUST), { words: THAT }, { words: NOUNS }],
  [{ words: words(['아까|아까의|방금|방금 전의']) }, { words: NOUNS }],
  // 어제 내가 방금 만든 그 폴더
  [
    maybe('time'),
    maybe(AT),
    maybe(WHO),
    maybe('time'),
    maybe(AT),
    maybe(JUST),
    { words: VERBS },
    maybe(THAT),
    { words: NOUNS_OR_ONE },
  ],
  [{ words: 'time' }, maybe(AT), maybe(THAT), { words: NOUNS }],
];

export const KOREAN_PRONOUNS: readonly Pattern[] = [
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
