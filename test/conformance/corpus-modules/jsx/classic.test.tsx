import * as React from './src/react';
import { List } from './src/list';

const Title = ({ text, children }: { text: string; children?: unknown }) => (
  <h1 title={text}>
    {text} {children}
  </h1>
);

it('makes elements', () => expect(<div id="a" hidden />).toEqual(['div', { id: 'a', hidden: true }]));
it('makes components', () => expect((<Title text="t" />)[0]).toBe(Title));
it('spreads', () => expect(<b {...{ a: 1 }} c={2} />).toEqual(['b', { a: 1, c: 2 }]));
it('has children', () => {
  expect(
    <p>
      one {1 + 1}
      <i>three</i>
    </p>,
  ).toEqual(['p', null, 'one ', 2, ['i', null, 'three']]);
});
it('has fragments', () => expect(<>{'a'}</>).toEqual([React.Fragment, null, 'a']));
it('has member names and generics', () => {
  const parts = { Item: (): null => null };
  expect((<parts.Item />)[0]).toBe(parts.Item);
  const Generic = <T,>(props: { value: T }): unknown => props.value;
  expect((<Generic<number> value={1} />)[1]).toEqual({ value: 1 });
});
it('has entities and long texts', () => expect(<q>a &amp; b&nbsp;c</q>).toEqual(['q', null, 'a & b\u00a0c']));
it('imports components', () => expect(List(['x'])).toEqual(['ul', null, [['li', { key: 'x' }, 'x']]]));
it('fails like other tests', () => expect(<a />).toEqual(['b', null]));
