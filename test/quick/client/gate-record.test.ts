import { gateId, plainName } from '../../../src/client/gate-record';

describe('a name as a part of an id', () => {
  it.each([
    ['my shop', 'my-shop'],
    ['shop.v2_a', 'shop.v2_a'],
    ['한글 폴더', '한글-폴더'],
    ['한글'.normalize('NFD'), '한글'],
    ['日本語', '日本語'],
    ['हिन्दी', 'हिन्दी'],
    ['(!)', 'project'],
    ['', 'project'],
  ])('is for %j %j', (name, plain) => {
    expect(plainName(name)).toBe(plain);
  });

  it('is cut between characters', () => {
    expect(plainName('𝒳'.repeat(50))).toBe('𝒳'.repeat(40));
  });

  it('tells the gates of two folders of one name apart', () => {
    const [one, other] = ['/a/폴더', '/b/폴더'].map((path) => gateId(path));
    expect(one).toMatch(/^gate-폴더-[0-9a-f]{8}$/);
    expect(other).not.toBe(one);
  });
});
