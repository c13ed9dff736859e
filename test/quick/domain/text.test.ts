import { excerptsOfDifference } from '../../../src/domain/text';

describe('excerpts of differing texts', () => {
  it('are the texts where these are short, and absent where one is', () => {
    expect(excerptsOfDifference(['a', undefined, 'b'], 3)).toEqual(['a', undefined, 'b']);
  });

  it('begin shortly before the first difference of long texts', () => {
    const same = 'x'.repeat(50);
    expect(excerptsOfDifference([`${same}true`, `${same}false`, undefined], 9)).toEqual([
      '… xxxtrue',
      '… xxxfalse',
      undefined,
    ]);
  });

  it('show the beginning where the texts differ there', () => {
    expect(excerptsOfDifference(['abcdef', 'bcdefg'], 3)).toEqual([
      'abc\n… 3 more characters',
      'bcd\n… 3 more characters',
    ]);
  });
});
