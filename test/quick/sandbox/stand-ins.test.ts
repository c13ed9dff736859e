import realEvents from 'node:events';
import realPath from 'node:path';
import realQuery from 'node:querystring';
import { URL as RealURL } from 'node:url';
import realUtil from 'node:util';
import { EventEmitter } from '../../../src/sandbox/runtime/node/events';
import { format, inspect } from '../../../src/sandbox/runtime/node/inspect';
import * as path from '../../../src/sandbox/runtime/node/path';
import * as query from '../../../src/sandbox/runtime/node/querystring';
import { URL } from '../../../src/sandbox/runtime/node/url';
import { URLSearchParams } from '../../../src/sandbox/runtime/node/url-params';
import {
  atob as decode,
  btoa as encode,
  TextDecoder as Decoder,
  TextEncoder as Encoder,
} from '../../../src/sandbox/runtime/web/text';

const PATHS = [
  ...[
    '',
    '.',
    '..',
    '/',
    '//',
    'a',
    '/a',
    'a/',
    '/a/b/',
    'a/../b',
    '../../a',
    '/../a',
    './a/./b',
    'a//b',
    'a/b.txt',
  ],
  ...['.bashrc', 'a.b.c', '/x/.y/z.', 'a/..', '/a/b/../../..', 'dir.d/file'],
];

describe('stand-ins behave as Node', () => {
  it('for paths', () => {
    const { posix } = realPath;
    for (const one of PATHS) {
      for (const name of ['normalize', 'dirname', 'basename', 'extname', 'isAbsolute', 'parse'] as const) {
        expect([name, one, path[name](one)]).toEqual([name, one, posix[name](one)]);
      }
      for (const two of PATHS) {
        expect([one, two, path.join(one, two)]).toEqual([one, two, posix.join(one, two)]);
        expect(path.resolve('/', one, two)).toBe(posix.resolve('/', one, two));
        expect([one, two, path.relative(`/${one}`, `/${two}`)]).toEqual([
          one,
          two,
          posix.relative(`/${one}`, `/${two}`),
        ]);
      }
    }
    expect(path.format(path.parse('/a/b.txt'))).toBe('/a/b.txt');
    expect(path.basename('a.html', '.html')).toBe('a');
  });

  it('for shown values', () => {
    class Point {
      x = 1;
    }
    const values = [
      ...[
        1,
        -0,
        1n,
        'text',
        "it's",
        null,
        undefined,
        true,
        Symbol('s'),
        NaN,
        [],
        {},
        [1, 'a', null],
        { a: { b: { c: {} } } },
      ],
      ...[
        new Map([['k', { v: 1 }]]),
        new Set([1]),
        new Point(),
        Point,
        () => 1,
        Object.create(null),
        /x/g,
        new Date(0),
      ],
      ...[
        { 'a-b': 1, b: Symbol('k') },
        new Uint8Array([1, 2]),
        [undefined, 3],
        {
          get a() {
            return 1;
          },
        },
      ],
    ];
    for (const value of values) expect(inspect(value)).toBe(realUtil.inspect(value));
    const formats: unknown[][] = [
      ['%s %s', 'a', { b: 1 }],
      ['%d%%', '4.5'],
      ['%i %f', '4.5px', '4.5px'],
      ['%j', { a: 1 }],
      ['a', 1, 'b', {}],
      [1, 'x'],
      ['%s'],
      ['100%', 5],
    ];
    for (const values of formats) expect(format(...values)).toBe(realUtil.format(...values));
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(inspect(circle)).toContain('[Circular *1]');
  });

  it('for URLs', () => {
    const inputs = [
      ...[
        'https://example.org',
        'http://u:p@host:8080/a/b?x=1&y#frag',
        'https://example.org:443/x/../y/./z',
        'HTTP://EXAMPLE.org/A b',
      ],
      ...[
        'file:///tmp/a.txt',
        'mailto:a@b.c',
        'data:text/plain,hi',
        'https://example.org/?',
        'https://example.org/ü?q=ü',
      ],
      ...['nonsense', 'http://', 'https://exa mple.org', 'http://h:99999/'],
    ];
    for (const input of inputs) {
      const real = RealURL.canParse(input) ? new RealURL(input) : undefined;
      const made = URL.canParse(input) ? new URL(input) : undefined;
      const facts = (url: RealURL | URL | undefined): unknown =>
        url && [
          url.href,
          url.origin,
          url.protocol,
          url.username,
          url.host,
          url.port,
          url.pathname,
          url.search,
          url.hash,
        ];
      expect([input, facts(made)]).toEqual([input, facts(real)]);
    }
    for (const relative of ['x', '/x', '../x', '?q', '#h', '//other.org/y', './', 'http://z.org/']) {
      expect(new URL(relative, 'https://a.org/b/c/d?e#f').href).toBe(
        new RealURL(relative, 'https://a.org/b/c/d?e#f').href,
      );
    }
    const url = new URL('https://a.org/?a=1&b=2');
    url.searchParams.append('c', 'x y&z');
    url.searchParams.delete('a');
    expect(url.href).toBe('https://a.org/?b=2&c=x+y%26z');
    expect([...new URLSearchParams('?a=1&a=2&b')]).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', ''],
    ]);
  });

  it('for query strings, text and base64', () => {
    for (const text of ['a=1&b=x+y&a=2', 'a', '=b', 'a=%zz', '']) {
      expect({ ...query.parse(text) }).toEqual({ ...realQuery.parse(text) });
    }
    expect(query.stringify({ a: [1, 'x y'], b: true, c: null })).toBe(
      realQuery.stringify({ a: [1, 'x y'], b: true, c: null }),
    );
    for (const text of ['', 'abc', 'héllo €', '😀', '\ud800x', 'a\u0000']) {
      expect(Buffer.from(new Encoder().encode(text))).toEqual(Buffer.from(new TextEncoder().encode(text)));
    }
    for (const bytes of [
      [0xff, 0x41],
      [0xe2, 0x82],
      [0xf0, 0x9f, 0x98, 0x80],
      [0xc3, 0xa9],
    ]) {
      expect(new Decoder().decode(Uint8Array.from(bytes)).replace(/\ufffd+/, '?')).toBe(
        new TextDecoder().decode(Uint8Array.from(bytes)).replace(/\ufffd+/, '?'),
      );
    }
    for (const text of ['', 'a', 'ab', 'abc', '\u00ff\u0000']) {
      expect(encode(text)).toBe(btoa(text));
      expect(decode(encode(text))).toBe(text);
    }
  });

  it('for event emitters', () => {
    const play = (emitter: EventEmitter | realEvents): unknown[] => {
      const log: unknown[] = [];
      const twice = (value: unknown): number => log.push(['twice', value]);
      emitter.on('newListener', (name) => log.push(['new', name]));
      emitter.once('a', (value) => log.push(['once', value]));
      emitter.on('a', twice);
      emitter.prependListener('a', (value) => log.push(['first', value]));
      log.push(emitter.emit('a', 1), emitter.emit('a', 2), emitter.listenerCount('a'));
      emitter.off('a', twice);
      log.push(emitter.emit('a', 3), emitter.emit('none'), emitter.eventNames());
      emitter.removeAllListeners();
      return [...log, emitter.emit('a', 4)];
    };
    expect(play(new EventEmitter())).toEqual(play(new realEvents()));
    expect(() => new EventEmitter().emit('error', new RangeError('loud'))).toThrow(RangeError);
  });
});
