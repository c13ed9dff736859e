import { findReferences } from '../../../../src/domain/goal/references/find';
import { resolveReference } from '../../../../src/domain/goal/references/resolve';
import type { ConversationTurn, Mention } from '../../../../src/domain/goal/references/types';

describe('references of a request', () => {
  test.each([
    ['move them to that folder', 'that folder', { type: 'folder' }],
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
    '방금 옮긴 파일들을 되돌려줘',
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

describe('what a reference means', () => {
  const mention = (path: string, how: Mention['how'], at: string, type: Mention['type'] = 'folder') => ({
    path,
    type,
    how,
    at,
  });
  const turn = (run: string, ...mentions: Mention[]): ConversationTurn => ({
    run,
    request: 'x',
    at: mentions[0]?.at ?? '2026-11-01T00:00:00Z',
    mentions,
  });
  const turns = [
    turn(
      '1',
      mention('old', 'made', '2026-11-10T10:00:00Z'),
      mention('papers', 'read', '2026-11-10T10:00:00Z'),
    ),
    turn(
      '2',
      mention('new', 'made', '2026-11-18T10:00:00Z'),
      mention('a.txt', 'written', '2026-11-18T10:00:00Z', 'file'),
    ),
    turn('3', mention('b.txt', 'moved', '2026-11-19T10:00:00Z', 'file')),
  ];
  const day = { from: '2026-11-18T00:00:00+00:00', to: '2026-11-19T00:00:00+00:00' };

  test('it is what the latest turn was about that had anything fitting', () => {
    expect(resolveReference({ phrase: 'that folder', type: 'folder' }, turns)).toEqual({ path: 'new' });
    expect(resolveReference({ phrase: 'it' }, turns)).toEqual({ path: 'b.txt' });
    expect(resolveReference({ phrase: 'the one just made', how: 'made', type: 'file' }, turns)).toEqual({
      path: 'a.txt',
    });
  });

  test('two that fit alike are asked about, the newest first, and one path is one thing', () => {
    expect(resolveReference({ phrase: 'that folder', type: 'folder' }, turns.slice(0, 1))).toEqual({
      ambiguous: ['papers', 'old'],
    });
    const twice = turn('4', mention('x', 'made', day.from), mention('x', 'read', day.from));
    expect(resolveReference({ phrase: 'it' }, [twice])).toEqual({ path: 'x' });
  });

  test('with a time it is what came up then, in whatever turn', () => {
    const made = { phrase: '어제 만든 폴더', type: 'folder', how: 'made', when: '어제' } as const;
    expect(resolveReference(made, turns, day)).toEqual({ path: 'new' });
    expect(resolveReference(made, turns, { from: '2026-11-01', to: '2026-11-20' })).toEqual({
      ambiguous: ['new', 'old'],
    });
    expect(resolveReference(made, turns, { from: '2026-10-01', to: '2026-10-02' })).toEqual({ none: true });
  });

  test('it is nothing where no turn had such a thing', () => {
    expect(resolveReference({ phrase: 'it' }, [])).toEqual({ none: true });
    expect(resolveReference({ phrase: 'the file you found', type: 'file', how: 'found' }, turns)).toEqual({
      none: true,
    });
  });
});
