describe('values', () => {
  it('primitives', () => {
    expect('text').toMatchSnapshot();
    expect(1).toMatchSnapshot();
    expect(true).toMatchSnapshot();
    expect(null).toMatchSnapshot();
    expect(undefined).toMatchSnapshot();
    expect(10n).toMatchSnapshot();
    expect(Symbol('s')).toMatchSnapshot();
    expect(-0).toMatchSnapshot();
    expect(NaN).toMatchSnapshot();
  });
  it('objects', () => {
    expect({ b: 1, a: { list: [1, 'two', { three: 3 }], empty: {}, none: [] } }).toMatchSnapshot();
  });
  it('classes', () => {
    class Point {
      constructor(
        public x: number,
        public y: number,
      ) {}
    }
    expect(new Point(1, 2)).toMatchSnapshot();
    expect([new Point(3, 4)]).toMatchSnapshot();
  });
  it('collections', () => {
    expect(new Map<unknown, unknown>([['a', 1], [{ k: 1 }, [2]]])).toMatchSnapshot();
    expect(new Set([1, 'a', { b: 2 }])).toMatchSnapshot();
    expect(new Uint8Array([1, 2, 3])).toMatchSnapshot();
    expect(new WeakMap()).toMatchSnapshot();
  });
  it('dates, patterns, errors, functions', () => {
    expect(new Date(0)).toMatchSnapshot();
    expect(/a\/b"c/gi).toMatchSnapshot();
    expect(new TypeError('message')).toMatchSnapshot();
    expect(() => 1).toMatchSnapshot();
    expect(function named() {}).toMatchSnapshot();
  });
  it('circles', () => {
    const a: any = { n: 1 };
    a.self = a;
    expect(a).toMatchSnapshot();
  });
  it('objects without a prototype', () => {
    expect(Object.assign(Object.create(null), { a: 1 })).toMatchSnapshot();
  });
  it('getters, symbols and toJSON', () => {
    expect({ get a() { return 1; }, [Symbol.for('key')]: 2 }).toMatchSnapshot();
    expect({ toJSON: () => ({ from: 'json' }) }).toMatchSnapshot();
  });
});

describe('texts', () => {
  it('with odd characters', () => {
    expect('`backticks` ${braces} \\ slash "quotes" \'single\'').toMatchSnapshot();
    expect('line one\nline two\n').toMatchSnapshot();
    expect('\ttab and ünïcode 日本 🎉 \u0000').toMatchSnapshot();
    expect('windows\r\nline\rends').toMatchSnapshot();
    expect('').toMatchSnapshot();
    expect({ text: 'one\ntwo', 'odd "key"': '`x`' }).toMatchSnapshot();
  });
});

describe('names', () => {
  it('counts', () => {
    for (const n of [1, 2, 3]) expect(n).toMatchSnapshot();
  });
  it('takes hints', () => {
    expect('a').toMatchSnapshot('hint');
    expect('b').toMatchSnapshot('hint');
    expect('c').toMatchSnapshot('other hint');
    expect('d').toMatchSnapshot();
  });
  it('with `backticks` and ${braces}', () => {
    expect(1).toMatchSnapshot();
  });
  it('with\nnewline', () => {
    expect(1).toMatchSnapshot();
  });
  it('twin', () => {
    expect('first').toMatchSnapshot();
  });
  it('twin', () => {
    expect('second').toMatchSnapshot();
  });
});

describe('properties', () => {
  it('replaces what matches', () => {
    expect({ id: Math.random(), at: new Date(), name: 'fixed', deep: { id: Math.random(), keep: 1 } }).toMatchSnapshot({
      id: expect.any(Number),
      at: expect.any(Date),
      deep: { id: expect.any(Number) },
    });
  });
  it('takes a hint, too', () => {
    expect({ id: Math.random() }).toMatchSnapshot({ id: expect.any(Number) }, 'with a hint');
  });
  it('works in arrays', () => {
    expect([{ id: Math.random(), n: 1 }, { id: Math.random(), n: 2 }]).toMatchSnapshot([
      { id: expect.any(Number) },
      { id: expect.any(Number) },
    ]);
  });
  it('fails where they do not match', () => {
    expect({ id: 'text' }).toMatchSnapshot({ id: expect.any(Number) });
  });
  it('refuses properties for what is no object', () => {
    expect(5).toMatchSnapshot({ a: 1 } as never);
  });
  it('refuses properties that are none', () => {
    expect({}).toMatchSnapshot(5 as never);
  });
});

describe('errors', () => {
  it('messages', () => {
    expect(() => {
      throw new Error('the message');
    }).toThrowErrorMatchingSnapshot();
    expect(() => {
      throw new Error('with a hint');
    }).toThrowErrorMatchingSnapshot('hint');
  });
  it('causes', () => {
    expect(() => {
      throw new Error('outer', { cause: new Error('inner', { cause: 'text' }) });
    }).toThrowErrorMatchingSnapshot();
  });
  it('of promises', async () => {
    await expect(Promise.reject(new Error('rejected'))).rejects.toThrowErrorMatchingSnapshot();
    await expect(Promise.resolve({ a: 1 })).resolves.toMatchSnapshot();
  });
  it('fails when nothing is thrown', () => {
    expect(() => {}).toThrowErrorMatchingSnapshot();
  });
  it('refuses what is no function', () => {
    expect(5 as never).toThrowErrorMatchingSnapshot();
  });
});

describe('misuse', () => {
  it('has no not', () => {
    expect(1).not.toMatchSnapshot();
  });
});

describe('mocks', () => {
  it('shows them', () => {
    const fn = jest.fn((x: number) => x * 2);
    expect(fn).toMatchSnapshot();
    fn(1);
    fn(2);
    expect(fn).toMatchSnapshot();
    expect({ named: jest.fn().mockName('named') }).toMatchSnapshot();
    const throwing = jest.fn(() => {
      throw new Error('x');
    });
    expect(throwing).toThrow();
    expect(throwing).toMatchSnapshot();
  });
});

describe('elements', () => {
  const element = (type: unknown, props: object) => ({
    $$typeof: Symbol.for('react.transitional.element'),
    type,
    key: null,
    ref: null,
    props,
  });
  it('shows elements of React', () => {
    const Component = Object.assign(() => null, { displayName: 'Component' });
    expect(
      element('div', {
        className: 'box',
        onClick: () => 1,
        children: [element('span', { children: 'text', key: 1 }), element(Component, { list: [1, 2], on: true })],
      }),
    ).toMatchSnapshot();
  });
  it('shows rendered elements', () => {
    expect({
      $$typeof: Symbol.for('react.test.json'),
      type: 'button',
      props: { disabled: true, title: 'a\nb' },
      children: ['click ', { $$typeof: Symbol.for('react.test.json'), type: 'b', props: {}, children: ['me'] }],
    }).toMatchSnapshot();
  });
  it('shows asymmetric matchers', () => {
    expect({ any: expect.any(Number), part: expect.objectContaining({ a: 1 }) }).toMatchSnapshot();
  });
});
