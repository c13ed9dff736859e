import { URL as RealURL } from 'node:url';
import { URL } from '../../../src/sandbox/runtime/node/url';
import { URLSearchParams } from '../../../src/sandbox/runtime/node/url-params';
import {
  atob as decode,
  btoa as encode,
  TextDecoder as Decoder,
  TextEncoder as Encoder,
} from '../../../src/sandbox/runtime/web/text';

describe('stand-ins behave as Node', () => {
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

  it('for text and base64', () => {
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
});
