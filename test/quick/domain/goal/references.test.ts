import type { ConversationTurn, Mention } from '../../../../src/domain/goal/conversation';
import { findReferences, resolveReference, withPaths } from '../../../../src/domain/goal/references';

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
    ['put a.pdf into that folder', 'that folder', { type: 'folder' }],
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

describe('references of a request', () => {
  test.each([
    ['move them to that folder', 'them', { all: true }],
    ['make a new folder and move them there', 'them', { all: true }],
    ['delete the files in it', 'it', {}],
    ['delete those files', 'those files', { type: 'file', all: true }],
    [
      'open the folders you just made',
      'the folders you just made',
      { type: 'folder', how: 'made', all: true },
    ],
    ['그 파일들을 지워줘', '그 파일들', { type: 'file', all: true }],
    ['그것들을 지워줘', '그것들', { all: true }],
    ['방금 옮긴 파일들을 되돌려줘', '방금 옮긴 파일들', { type: 'file', how: 'moved', all: true }],
    ['把它们移回去', '它们', { all: true }],
    ['删除那些文件', '那些文件', { type: 'file', all: true }],
    ['删除刚才创建的那些文件', '刚才创建的那些文件', { type: 'file', how: 'made', all: true }],
    ['rename this file to a.txt', 'this file', { type: 'file' }],
    ['put a.pdf into the same folder', 'the same folder', { type: 'folder' }],
    ['delete the one just made', 'the one just made', { how: 'made' }],
    ['open the folder you just made', 'the folder you just made', { type: 'folder', how: 'made' }],
    [
      'open the file I made yesterday',
      'the file I made yesterday',
      { type: 'file', how: 'made', when: 'yesterday' },
    ],
    [
      'copy the file I wrote 3 days ago',
      'the file I wrote 3 days ago',
      { type: 'file', how: 'written', when: '3 days ago' },
    ],
    ["open yesterday's file", "yesterday's file", { type: 'file', when: 'yesterday' }],
    ['show the folder from last week', 'the folder from last week', { type: 'folder', when: 'last week' }],
    ['open the newly created folder', 'the newly created folder', { type: 'folder', how: 'made' }],
    ['Rename it to b', 'it', {}],
    ['copy a.pdf and put it there', 'it', {}],
    ['look there', 'there', { type: 'folder' }],
    ['그 폴더로 옮겨줘', '그 폴더', { type: 'folder' }],
    ['이 파일을 지워줘', '이 파일', { type: 'file' }],
    ['방금 만든 폴더를 열어줘', '방금 만든 폴더', { type: 'folder', how: 'made' }],
    ['어제 만든 파일을 찾아줘', '어제 만든 파일', { type: 'file', how: 'made', when: '어제' }],
    ['지난주에 만든 폴더', '지난주에 만든 폴더', { type: 'folder', how: 'made', when: '지난주' }],
    ['사흘 전에 옮긴 파일', '사흘 전에 옮긴 파일', { type: 'file', how: 'moved', when: '사흘 전에' }],
    ['내가 어제 작성한 문서', '내가 어제 작성한 문서', { type: 'file', how: 'written', when: '어제' }],
    ['최근 문서를 보여줘', '최근 문서', { type: 'file', when: '최근' }],
    ['그것을 삭제해줘', '그것', {}],
    ['거기로 옮겨줘', '거기', { type: 'folder' }],
    ['把照片移到那个文件夹', '那个文件夹', { type: 'folder' }],
    ['删除这个文件', '这个文件', { type: 'file' }],
    ['打开刚才创建的文件夹', '刚才创建的文件夹', { type: 'folder', how: 'made' }],
    ['删除刚才创建的', '刚才创建的', { how: 'made' }],
    ['打开昨天的文件', '昨天的文件', { type: 'file', when: '昨天' }],
    ['上周我写的文档', '上周我写的文档', { type: 'file', how: 'written', when: '上周' }],
    ['把它移到桌面', '它', {}],
    ['그 폴더'.normalize('NFD'), '그 폴더', { type: 'folder' }],
  ])('%s points back by "%s"', (request, phrase, more) => {
    expect(findReferences(request)[0]).toEqual({ phrase, ...more });
  });

  test.each([
    'make a new folder on the desktop, find only the papers about gentrification in the papers folder on the desktop, and move them there',
    '바탕화면에 폴더 새로 만들고, 바탕화면 논문 폴더에서 젠트리피케이션 관련 논문만 찾아서 이동시켜줘',
    '在桌面上新建一个文件夹，在论文文件夹中找到有关绅士化的论文，然后移动到那里',
    'make a folder and move the photos to that folder',
    '폴더를 만들고 그 폴더로 옮겨줘',
    'open the papers folder and put it there',
    '로그 폴더를 보여줘',
    '사진이 폴더에 있어',
    'there are many photos, is there a folder?',
    'it rains',
    'find the photos and delete them',
    '파일들을 찾아서 그것들을 지워줘',
    'files of last week',
    "show me yesterday's files",
    'say that again',
    '',
  ])('%s points to nothing of earlier turns', (request) => {
    expect(findReferences(request)).toEqual([]);
  });

  test('several references come in their order', () => {
    expect(findReferences('이 파일을 어제 만든 폴더로 옮겨줘').map(({ phrase }) => phrase)).toEqual([
      '이 파일',
      '어제 만든 폴더',
    ]);
    const request = 'find the report I wrote last week and copy it to that folder';
    expect(findReferences(request).map(({ phrase }) => phrase)).toEqual([
      'the report I wrote last week',
      'that folder',
    ]);
  });

  test('a text that repeats the words of references is read in linear time, and ends', () => {
    expect(findReferences('the file that i just '.repeat(5_000))).toEqual([]);
    expect(findReferences('어제 '.repeat(5_000))).toEqual([]);
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

  it('is all to which the turn before did something, where the phrase says several', () => {
    const moved = [
      mention('new'),
      ...['new/a', 'new/b'].map((path) => mention(path, { type: 'file', how: 'moved' })),
    ];
    const them = { phrase: 'them', all: true as const };
    expect(resolveReference(them, [turn([mention('x'), mention('y')]), turn(moved)])).toEqual({
      paths: ['new/a', 'new/b'],
    });
    expect(resolveReference({ phrase: 'it' }, [turn([mention('a'), mention('b')])])).toEqual({
      ambiguous: ['a', 'b'],
    });
  });

  it('is asked about where a turn did something to several groups, or something else came after it', () => {
    const them = { phrase: 'them', all: true as const };
    const found = ['a', 'b'].map((path) => mention(path, { type: 'file', how: 'found' }));
    const copies = ['c/a', 'c/b'].map((path) => mention(path, { type: 'file' }));
    expect(resolveReference(them, [turn([...found, ...copies])])).toEqual({
      ambiguous: ['a, b', 'c/a, c/b'],
    });
    expect(resolveReference(them, [turn(found), turn([mention('new')])])).toEqual({
      ambiguous: ['a, b', 'new'],
    });
    expect(resolveReference(them, [turn([mention('new')])])).toEqual({ path: 'new' });
  });

  it('is one on disk as well', () => {
    const file = { phrase: "yesterday's file", type: 'file' as const, when: 'yesterday' };
    expect(withPaths({ none: true }, file, ['a'])).toEqual({ path: 'a' });
    expect(withPaths({ path: 'b' }, file, ['a', 'b'])).toEqual({ ambiguous: ['b', 'a'] });
    expect(withPaths({ path: 'b' }, { ...file, how: 'made' }, ['a'])).toEqual({ path: 'b' });
    expect(withPaths({ none: true }, { ...file, all: true }, ['a', 'b'])).toEqual({ paths: ['a', 'b'] });
  });

  it('is none where nothing was spoken of', () => {
    expect(resolveReference(that, [])).toEqual({ none: true });
  });

  it('lies in the time that the phrase names', () => {
    const turns = [turn([mention('a', { at: '2026-03-01T10:00:00Z' })]), turn([mention('b')])];
    const yesterday = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
    expect(resolveReference(that, turns, yesterday)).toEqual({ path: 'a' });
  });

  it('is asked about where a time fits things of several turns', () => {
    const turns = [
      turn([mention('a', { at: '2026-03-01T10:00:00Z' })]),
      turn([mention('b', { at: '2026-03-01T11:00:00Z' })]),
    ];
    const yesterday = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
    expect(resolveReference(that, turns, yesterday)).toEqual({ ambiguous: ['b', 'a'] });
  });
});
