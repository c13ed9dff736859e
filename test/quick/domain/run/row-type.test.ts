import { nameInRow, rowType } from '../../../../src/domain/run/row-type';

describe('the type of a row', () => {
  it.each([
    ['keep the turn', 'keepRecord • keep the turn'],
    ['step 1 • of 2', 'keepRecord • step 1 • of 2'],
    ['\n  the first line\nand more', 'keepRecord • the first line'],
    ['x'.repeat(500), `keepRecord • ${'x'.repeat(79)}…`],
  ])('has the words %j in one short line behind the name, which can be read from it', (words, type) => {
    expect(rowType('keepRecord', words)).toBe(type);
    expect(nameInRow(type)).toBe('keepRecord');
  });

  it('is the name where it has no words', () => {
    expect(nameInRow('keepRecord')).toBe('keepRecord');
  });
});
