import { TextDecoder as Decoder, TextEncoder as Encoder } from '../../../src/sandbox/runtime/web/text';

describe('stand-ins behave as Node', () => {
  it('for text', () => {
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
  });
});
