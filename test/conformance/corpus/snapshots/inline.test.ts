it('takes one line', () => {
  expect('text').toMatchInlineSnapshot(`"text"`);
  expect(5).toMatchInlineSnapshot('5');
  expect({}).toMatchInlineSnapshot(`{}`);
});
it('takes several lines', () => {
  expect({ a: [1, { b: 'x' }] }).toMatchInlineSnapshot(`
    {
      "a": [
        1,
        {
          "b": "x",
        },
      ],
    }
  `);
});
describe('deeper', () => {
  describe('indented', () => {
    it('strips what the code is indented by', () => {
      expect([1, 2]).toMatchInlineSnapshot(`
        [
          1,
          2,
        ]
      `);
    });
  });
});
it('takes snapshots that are not indented', () => {
  expect([1]).toMatchInlineSnapshot(`
[
  1,
]
`);
});
it('takes texts of several lines', () => {
  expect('one\n  two\nthree').toMatchInlineSnapshot(`
    "one
      two
    three"
  `);
});
it('keeps blank lines', () => {
  expect('one\n\nthree').toMatchInlineSnapshot(`
    "one

    three"
  `);
});
it('is not indented evenly', () => {
  expect('one\ntwo').toMatchInlineSnapshot(`
    "one
  two"
  `);
});
it('escapes', () => {
  expect('`tick` ${brace} \\').toMatchInlineSnapshot(`"\`tick\` \${brace} \\"`);
});
it('differs', () => {
  expect({ a: 1 }).toMatchInlineSnapshot(`
    {
      "a": 2,
    }
  `);
});
it('differs in one line', () => {
  expect('x').toMatchInlineSnapshot(`"y"`);
});
it('differs in spaces', () => {
  expect('x').toMatchInlineSnapshot(` "x" `);
});
it('takes properties', () => {
  expect({ id: Math.random(), name: 'n' }).toMatchInlineSnapshot(
    { id: expect.any(Number) },
    `
    {
      "id": Any<Number>,
      "name": "n",
    }
  `,
  );
});
it('fails where properties do not match', () => {
  expect({ id: 'x' }).toMatchInlineSnapshot({ id: expect.any(Number) }, `{}`);
});
it('refuses what is no text', () => {
  expect(1).toMatchInlineSnapshot(5 as never);
});
it('refuses properties for what is no object', () => {
  expect(1).toMatchInlineSnapshot({ a: 1 } as never, `1`);
});
it('has no not', () => {
  expect(1).not.toMatchInlineSnapshot(`2`);
});
it('takes messages of errors', () => {
  expect(() => {
    throw new Error('the message');
  }).toThrowErrorMatchingInlineSnapshot(`"the message"`);
  expect(() => {
    throw new Error('several\nlines');
  }).toThrowErrorMatchingInlineSnapshot(`
    "several
    lines"
  `);
});
it('takes messages of rejections', async () => {
  await expect(Promise.reject(new Error('rejected'))).rejects.toThrowErrorMatchingInlineSnapshot(`"rejected"`);
});
it('takes resolved values', async () => {
  await expect(Promise.resolve([1])).resolves.toMatchInlineSnapshot(`
    [
      1,
    ]
  `);
});
it('differs in the message', () => {
  expect(() => {
    throw new Error('one');
  }).toThrowErrorMatchingInlineSnapshot(`"two"`);
});
it('fails when nothing is thrown', () => {
  expect(() => {}).toThrowErrorMatchingInlineSnapshot(`"x"`);
});
it.failing('differs as expected', () => {
  expect(1).toMatchInlineSnapshot(`2`);
});
it('goes on after a difference', () => {
  const log: string[] = [];
  expect(1).toMatchInlineSnapshot(`2`);
  log.push('after');
  expect(log).toHaveLength(1);
});
it('works inside a function', () => {
  const check = (value: unknown) => expect(value).toMatchInlineSnapshot(`1`);
  check(1);
});
