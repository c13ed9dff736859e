import { describe, expect, it } from 'vitest';

describe('files', () => {
  it('values', () => {
    expect({ a: [1, 'x'], b: new Map([['k', 1]]) }).toMatchSnapshot();
    expect('text with `ticks` and "quotes"').toMatchSnapshot();
    expect('hinted').toMatchSnapshot('a hint');
    expect({ id: Math.random() }).toMatchSnapshot({ id: expect.any(Number) });
  });
  it('errors', () => {
    expect(() => {
      throw new TypeError('message');
    }).toThrowErrorMatchingSnapshot();
  });
  it('is new', () => {
    expect('new').toMatchSnapshot();
  });
  it('differs', () => {
    expect('CHANGED').toMatchSnapshot();
  });
});

describe('inline', () => {
  it('values', () => {
    expect({ a: 1 }).toMatchInlineSnapshot(`
      {
        "a": 1,
      }
    `);
    expect('text').toMatchInlineSnapshot(`"text"`);
  });
  it('is indented in another way', () => {
    expect({ a: 1 }).toMatchInlineSnapshot(`
  {
    "a": 1,
  }
    `);
  });
  it('errors', () => {
    expect(() => {
      throw new TypeError('message');
    }).toThrowErrorMatchingInlineSnapshot(`[TypeError: message]`);
  });
  it('differs', () => {
    expect(1).toMatchInlineSnapshot(`2`);
  });
});
