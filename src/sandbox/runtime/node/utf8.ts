/** Names of encodings, and characters of UTF-8 bytes. */

/** Encodings by their numbers on Node's C++ side. */
export const ENCODINGS = [
  'ascii',
  'utf8',
  'base64',
  'utf16le',
  'latin1',
  'hex',
  'buffer',
  'base64url',
] as const;

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
