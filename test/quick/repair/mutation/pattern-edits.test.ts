import { patternEdits } from '../../../../src/repair/mutation/templates/literals';

const bodies = (source: string, words: readonly string[] = [], flags = ''): string[] =>
  patternEdits(source, { words, flags }).map(({ body }) => body);

describe('edits of a regular expression', () => {
  it.each([
    ['^(GET|HEAD)$', '^(GET|HEAD|OPTIONS)$', ['OPTIONS']],
    ['^(GET|HEAD|PUT)$', '^(GET|HEAD)$', []],
    [String.raw`^\w+:(\/\/)?`, String.raw`^\w{2,}:(\/\/)?`, []],
    ['a.b', String.raw`a\.b`, []],
    ['^a|b$', '^(?:a|b)$', []],
    ['<.*>', '<.*?>', []],
    ['<.*?>', '<.*>', []],
    [String.raw`\d`, String.raw`\d+`, []],
    [String.raw`^\d{4}$`, String.raw`^\d{3,4}$`, []],
    ['^[a-z]+$', '^[a-z1]+$', ['x-1']],
    ['^[a-z]+$', String.raw`^[a-z\-]+$`, ['x-1']],
    ['^[^a]$', '^[a]$', []],
    ['abc', '^abc', []],
    ['abc$', 'abc', []],
  ])('%s may have been meant as %s', (source, meant, words) => {
    expect(bodies(source, words)).toContain(meant);
  });

  it.each(['(a|b)*c+?', '[^\\w-]{2,3}', '(?<year>\\d+)-(?:x|y)', '(?=a)|b', '[\\]^-]'])(
    'of %s can all be read, and none is the pattern itself',
    (source) => {
      const found = bodies(source, ['-', 'x.y', ']', '^']);
      expect(found.length).toBeGreaterThan(3);
      expect(found).not.toContain(source);
      for (const body of found) expect(() => new RegExp(body)).not.toThrow();
    },
  );

  it('are none where the pattern can not be read', () => {
    expect(bodies('(')).toEqual([]);
    expect(bodies(String.raw`\p{L}+`, [], 'u')).toContain(String.raw`\p{L}*`);
  });
});
