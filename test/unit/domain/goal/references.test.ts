import type { ConversationTurn, Mention } from '../../../../src/domain/goal/conversation';
import { findReferences, resolveReference } from '../../../../src/domain/goal/references';

const at = '2026-03-02T12:00:00.000Z';
const mention = (path: string, more: Partial<Mention> = {}): Mention => ({
  path,
  type: 'folder',
  how: 'made',
  at,
  ...more,
});
const turn = (mentions: Mention[]): ConversationTurn => ({ run: 'r', request: '', at, mentions });

describe('phrases that speak of something earlier', () => {
  it.each([
    ['put it into that folder', 'that folder', { type: 'folder' }],
    ['rename this file', 'this file', { type: 'file' }],
    ['move all into the folder you just made', 'the folder you just made', { type: 'folder', how: 'made' }],
    ['open the one just created', 'the one just created', { how: 'made' }],
    [
      'delete the file I made yesterday',
      'the file I made yesterday',
      { type: 'file', how: 'made', when: 'yesterday' },
    ],
    ['그 폴더로 옮겨줘', '그 폴더', { type: 'folder' }],
    ['방금 만든 폴더에 넣어줘', '방금 만든 폴더', { type: 'folder', how: 'made' }],
    ['어제 만든 파일을 지워줘', '어제 만든 파일', { type: 'file', how: 'made', when: '어제' }],
    ['지난주에 만든 폴더를 열어줘', '지난주에 만든 폴더', { type: 'folder', how: 'made', when: '지난주' }],
    ['移到那个文件夹', '那个文件夹', { type: 'folder' }],
    ['打开这个文件', '这个文件', { type: 'file' }],
    ['放进刚才创建的文件夹', '刚才创建的文件夹', { type: 'folder', how: 'made' }],
    ['删除昨天创建的文件', '昨天创建的文件', { type: 'file', how: 'made', when: '昨天' }],
  ])('are found in %j', (request, phrase, more) => {
    expect(findReferences(request)).toEqual([{ phrase, ...more }]);
  });

  it.each(['make a new folder', '새 폴더를 만들어줘', '新建一个文件夹', 'move the papers'])(
    'are not found in %j',
    (request) => {
      expect(findReferences(request)).toEqual([]);
    },
  );

  it('are told in their order, each once', () => {
    expect(findReferences('copy that file into the folder I just made').map(({ phrase }) => phrase)).toEqual([
      'that file',
      'the folder I just made',
    ]);
  });
});

describe('the path of a phrase', () => {
  const that = { phrase: 'that folder', type: 'folder' as const };

  it('is the one of the newest turn that has one', () => {
    const turns = [turn([mention('old')]), turn([mention('new')]), turn([mention('x', { type: 'file' })])];
    expect(resolveReference(that, turns)).toEqual({ path: 'new' });
  });

  it('is what was made, where other folders were only named', () => {
    expect(resolveReference(that, [turn([mention('a', { how: 'named' }), mention('b')])])).toEqual({
      path: 'b',
    });
  });

  it('is asked about where several fit as well', () => {
    expect(resolveReference(that, [turn([mention('a'), mention('b')])])).toEqual({ ambiguous: ['a', 'b'] });
  });

  it('is none where nothing was spoken of', () => {
    expect(resolveReference(that, [])).toEqual({ none: true });
  });

  it('lies in the time that the phrase names', () => {
    const turns = [turn([mention('a', { at: '2026-03-01T10:00:00Z' })]), turn([mention('b')])];
    const yesterday = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
    expect(resolveReference(that, turns, yesterday)).toEqual({ path: 'a' });
  });
});
