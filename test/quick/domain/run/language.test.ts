import { languageOf } from '../../../../src/domain/run/language';

describe('the language of a request', () => {
  it.each([
    ['move the papers to a new folder', 'en'],
    ['바탕화면에 새 폴더를 만들어 줘', 'ko'],
    ['papers 폴더를 정리해 줘', 'ko'],
    ['論文 폴더를 열어 줘', 'ko'],
    ['把论文移到新文件夹', 'zh'],
    ['把 papers 里的 PDF 移走', 'zh'],
    ['論文をフォルダーに移して', 'en'],
    ['déplace les fichiers', 'en'],
    ['📁 2016/11', 'en'],
    ['', 'en'],
  ])('of %j is %s', (request, language) => {
    expect(languageOf(request)).toBe(language);
  });
});
