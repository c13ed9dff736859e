/** Percent-encoding as the URL standard defines it. */

const HEX = '0123456789ABCDEF';

/** UTF-8 bytes of a text; halves of pairs become the replacement character. */
export function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text.toWellFormed()) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000)
      bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else
      bytes.push(
        0xf0 | (point >> 18),
        0x80 | ((point >> 12) & 63),
        0x80 | ((point >> 6) & 63),
        0x80 | (point & 63),
      );
  }
  return bytes;
}

/** Text of UTF-8 bytes; each part that is none becomes the replacement character. */
export function fromUtf8(bytes: ArrayLike<number>): string {
  const parts: string[] = [];
  for (let index = 0; index < bytes.length;) {
    const { point, length } = pointAt(bytes, index);
    parts.push(String.fromCodePoint(point));
    index += length;
  }
  return parts.join('');
}

/** Length of the sequence that a byte begins, 0 for one that begins none. */
function sequenceLength(first: number): number {
  if (first >= 0xf0 && first < 0xf5) return 4;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xc2 && first < 0xe0 ? 2 : 0;
}

/** Bounds of the second byte: other values would spell a point that is shorter to spell, a half pair or too large. */
function secondByte(first: number): readonly [low: number, high: number] {
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  return first === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}

/** The code point at `index` and how many bytes it takes; a broken sequence counts as far as it was right. */
export function pointAt(
  bytes: ArrayLike<number>,
  index: number,
): { point: number; length: number; cut: boolean } {
  const first = bytes[index] ?? 0;
  if (first < 0x80) return { point: first, length: 1, cut: false };
  const length = sequenceLength(first);
  if (length === 0) return { point: 0xfffd, length: 1, cut: false };
  let point = first & (0x7f >> length);
  for (let offset = 1; offset < length; offset++) {
    const next = bytes[index + offset];
    if (next === undefined) return { point: 0xfffd, length: offset, cut: true };
    const [low, high] = offset === 1 ? secondByte(first) : [0x80, 0xbf];
    if (next < low || next > high) return { point: 0xfffd, length: offset, cut: false };
    point = (point << 6) | (next & 63);
  }
  return { point, length, cut: false };
}

/** Characters of ASCII that are encoded, beside controls and all that is no ASCII. */
export const SETS = {
  control: '',
  fragment: ' "<>`',
  query: ' "#<>',
  specialQuery: ` "#<>'`,
  path: ' "#<>?^`{}',
  userinfo: ' "#<>?^`{}/:;=@[\\]|',
} as const;

export function percentEncode(text: string, set: string): string {
  let result = '';
  for (const byte of utf8(text)) {
    const character = String.fromCharCode(byte);
    const plain = byte > 0x1f && byte < 0x7f && !set.includes(character);
    result += plain ? character : `%${HEX[byte >> 4]}${HEX[byte & 15]}`;
  }
  return result;
}

/** Bytes of a text in which `%XX` stands for a byte. */
export function percentDecode(text: string): number[] {
  const bytes = utf8(text);
  const result: number[] = [];
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    const hex = byte === 0x25 ? String.fromCharCode(bytes[index + 1] ?? 0, bytes[index + 2] ?? 0) : '';
    if (/^[0-9a-fA-F]{2}$/.test(hex)) {
      result.push(parseInt(hex, 16));
      index += 2;
    } else {
      result.push(byte);
    }
  }
  return result;
}
