class Money {
  constructor(
    public amount: number,
    public currency: string,
  ) {}
}

expect.addSnapshotSerializer({
  test: (value) => value instanceof Money,
  print: (value) => `Money(${(value as Money).amount} ${(value as Money).currency})`,
});

it('uses the serializer', () => {
  expect(new Money(5, 'EUR')).toMatchSnapshot();
  expect({ price: new Money(6, 'NOK'), list: [new Money(7, 'USD')] }).toMatchSnapshot();
  expect(new Money(8, 'EUR')).toMatchInlineSnapshot(`Money(8 EUR)`);
});

it('lets the last one added win', () => {
  expect.addSnapshotSerializer({
    test: (value) => value instanceof Money,
    serialize: (value, config, indentation, depth, refs, printer) =>
      `<money>${printer((value as Money).amount, config, indentation, depth, refs)}</money>`,
  });
  expect(new Money(5, 'EUR')).toMatchSnapshot();
});

it('passes on what a serializer throws', () => {
  expect.addSnapshotSerializer({
    test: (value) => value === 'throw',
    print: () => {
      throw new Error('in the serializer');
    },
  });
  expect(() => expect('throw').toMatchInlineSnapshot(`"throw"`)).toThrow('in the serializer');
});
