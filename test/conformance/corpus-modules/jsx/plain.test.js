const React = { createElement: (...parts) => parts };

it('has JSX in plain files', () => expect(<a href="x">y</a>).toEqual(['a', { href: 'x' }, 'y']));
it('compares as before', () => expect([1 < 2, 2 > 1, /<\/a>/.test('</a>')]).toEqual([true, true, true]));
