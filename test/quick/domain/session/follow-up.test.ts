import { spokenIn } from '../../../../src/domain/run/language';
import { isReferring, isUndo, referredTo } from '../../../../src/domain/session/follow-up';
import { commitsAsked } from '../../../../src/domain/session/history';

const EARLIER = [
  { about: ['src/old.ts'], listed: [] },
  { about: ['src/a.ts#send'], listed: ['src/b.ts#one', 'src/c.ts#two', 'src/d.ts#three'] },
];

describe('a message that names nothing', () => {
  it.each([
    ['who calls it?', ['src/a.ts#send']],
    ['누가 호출해?', ['src/a.ts#send']],
    ['它在哪里被调用？', ['src/a.ts#send']],
    ['the second one', ['src/c.ts#two']],
    ['두 번째는 뭐야?', ['src/c.ts#two']],
    ['第三个呢？', ['src/d.ts#three']],
    ['the last one', ['src/d.ts#three']],
    ['who changed them?', ['src/b.ts#one', 'src/c.ts#two', 'src/d.ts#three']],
  ])('%s means what was said before', (text, meant) => {
    expect(referredTo(text, EARLIER)).toEqual(meant);
  });

  it('means nothing where nothing was said before', () => {
    expect(referredTo('who calls it?', [])).toEqual([]);
    expect(referredTo('the fifth one', EARLIER)).toEqual(['src/a.ts#send']);
  });

  it('points to something by a word for it', () => {
    expect(['how does that function work?', '그 함수 설명해줘', '它做什么'].map(isReferring)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['how does send work?', '어디에 있어'].map(isReferring)).toEqual([false, false]);
  });
});

describe('a message that takes the last change back', () => {
  it.each([
    'undo that',
    'Revert the last change.',
    'go back',
    '그거 되돌려 줘',
    '방금 변경을 취소해줘',
    '撤销',
    '把它撤销一下',
  ])('%s', (text) => {
    expect(isUndo(text)).toBe(true);
  });

  it.each(['revert the commit abc123', 'add an undo button', 'back up the database', '撤销按钮在哪里？'])(
    '%s is another',
    (text) => {
      expect(isUndo(text)).toBe(false);
    },
  );
});

describe('the language of a message', () => {
  it('is its own; a name alone is of none', () => {
    expect(spokenIn('who calls send?', 'ko')).toBe('en');
    expect(spokenIn('send', 'ko')).toBe('ko');
    expect(spokenIn('谁调用 send？', 'en')).toBe('zh');
  });
});

describe('the number of commits', () => {
  it.each([
    ['what changed in the last 3 commits?', 3],
    ['the last two commits', 2],
    ['최근 5개 커밋', 5],
    ['最近三次提交', 3],
    ['what is the latest commit to lib?', 1],
    ['what changed in lib?', undefined],
  ])('%s: %i', (text, count) => {
    expect(commitsAsked(text)).toBe(count);
  });
});
