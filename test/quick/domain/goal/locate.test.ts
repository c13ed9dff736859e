import {
  chooseFolder,
  rankFolders,
  type KnownPlace,
  knownFolderOf,
} from '../../../../src/domain/goal/locate';

const HOME = [
  'Desktop',
  'Desktop/papers',
  'Desktop/papers/old',
  'Desktop/photos 2024',
  'Desktop/gentrification',
  'Documents',
  'Documents/work',
  'Documents/work/invoices',
  'Documents/Travel plans',
  'Downloads',
  'archive',
  'archive/papers',
].map((path) => ({ path }));
const KNOWN: KnownPlace[] = [
  { path: 'Desktop', of: 'desktop' },
  { path: 'Documents', of: 'documents' },
  { path: 'Downloads', of: 'downloads' },
];

function choose(what: string, folders: { path: string; names?: string[] }[] = HOME, known = KNOWN) {
  return chooseFolder(rankFolders(what, folders, known));
}

describe('the folder that a description means', () => {
  test.each([
    ['desktop', 'Desktop'],
    ['the desktop folder', 'Desktop'],
    ['바탕화면', 'Desktop'],
    ['바탕 화면', 'Desktop'],
    ['桌面', 'Desktop'],
    ['다운로드 폴더', 'Downloads'],
    ['下载文件夹', 'Downloads'],
    ['my documents', 'Documents'],
    ['내 문서', 'Documents'],
    ['the papers folder on the desktop', 'Desktop/papers'],
    ['바탕화면에 있는 논문 폴더', 'Desktop/papers'],
    ['바탕화면 논문 폴더', 'Desktop/papers'],
    ['바탕화면 논문폴더', 'Desktop/papers'],
    ['桌面上的论文文件夹', 'Desktop/papers'],
    ['the folder with my pictures of 2024', 'Desktop/photos 2024'],
    ['invoices', 'Documents/work/invoices'],
    ['송장 폴더', 'Documents/work/invoices'],
    ['invoices in documents', 'Documents/work/invoices'],
    ['여행 폴더', 'Documents/Travel plans'],
    ['旅行文件夹', 'Documents/Travel plans'],
    ['old papers', 'Desktop/papers/old'],
    ['archive/papers', 'archive/papers'],
    ['"archive/papers"', 'archive/papers'],
  ])('%s is %s', (what, path) => {
    expect(choose(what)).toEqual({ path });
  });

  test.each(['papers', 'the papers folder', '논문 폴더', '论文文件夹'])(
    '%s is asked about where two folders of this name are',
    (what) => {
      expect(choose(what)).toEqual({ ambiguous: ['archive/papers', 'Desktop/papers'].sort() });
    },
  );

  test.each(['the recipes folder', '요리 폴더', '食谱', 'the folder', ''])(
    '%s is none where no folder is called so',
    (what) => {
      expect(choose(what)).toEqual({ none: true });
    },
  );

  test.each(['Bureau', 'Schreibtisch', 'デスクトップ', 'Рабочий стол', 'Área de Trabalho', '바탕화면'])(
    'the desktop is found under its name %s, though nothing says which folder it is',
    (name) => {
      const folders = [{ path: name }, { path: `${name}/논문` }, { path: '논문' }];
      expect(knownFolderOf(name)).toBe('desktop');
      expect(choose('desktop', folders, [])).toEqual({ path: name });
      expect(choose('the papers folder on the desktop', folders, [])).toEqual({ path: `${name}/논문` });
    },
  );

  test('a root that is the desktop itself holds the folders on the desktop', () => {
    const known: KnownPlace[] = [{ path: '.', of: 'desktop' }];
    const folders = [{ path: '논문' }, { path: '사진' }];
    expect(choose('바탕화면에 있는 논문 폴더', folders, known)).toEqual({ path: '논문' });
    expect(choose('바탕화면', folders, known)).toEqual({ path: '.' });
  });

  test('a name of composed characters is found where the disk has it decomposed', () => {
    const path = '논문'.normalize('NFD');
    expect(choose('논문 폴더', [{ path }], [])).toEqual({ path });
  });

  test('a folder of another name is proposed, not taken, for what it holds', () => {
    const folders = [
      { path: 'stuff', names: ['a.pdf', 'b.pdf', 'c.pdf', 'notes.txt'] },
      { path: 'things', names: ['a.jpg', 'b.jpg', 'c.jpg'] },
    ];
    expect(choose('the papers folder', folders, [])).toEqual({ ambiguous: ['stuff'] });
    expect(choose('사진 폴더', folders, [])).toEqual({ ambiguous: ['things'] });
  });

  test('each rank says why', () => {
    expect(rankFolders('바탕화면 논문 폴더', HOME, KNOWN)[0]).toMatchObject({
      path: 'Desktop/papers',
      reason: 'its name means this, in the desktop folder',
    });
  });
});
