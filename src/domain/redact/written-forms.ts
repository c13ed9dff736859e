import { readEscapes } from './readings';

/** Shortest line of a secret of several lines that is looked for on its own. */
const SHORTEST_LINE = 12;
/** Shortest piece of an encoding that is searched for: shorter ones occur in texts by chance. */
const SHORTEST_ENCODED = 10;

/** A secret as it is written in texts: plain, as bytes, in base64 and in hex; of several lines each. Escapes are read before. */
export function writtenForms(secret: string): string[] {
  const bytes = utf8(secret);
  const encoded = [...base64Forms(bytes), hex(bytes), hex(bytes).toUpperCase()];
  const lines = secret.includes('\n') ? secret.split('\n').map((line) => line.trim()) : [];
  return [
    secret,
    bytes.map((byte) => String.fromCharCode(byte)).join(''),
    // Of a secret with escapes of its own these are read with those around it.
    readEscapes(secret),
    readEscapes(readEscapes(secret)),
    // Of addresses.
    secret.replaceAll(' ', '+'),
    ...[' ', ',', ', '].map((between) => bytes.join(between)),
    bytes.map((byte) => hex([byte])).join(' '),
    ...encoded.filter(({ length }) => length >= SHORTEST_ENCODED),
    ...lines.filter(({ length }) => length >= SHORTEST_LINE),
  ];
}

function utf8(text: string): number[] {
  return [...text].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) return [code];
    if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 63)];
    if (code < 0x10000) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
    return [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
  });
}

function hex(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Digits of the bytes in base64, in both alphabets, at each of the three offsets within a group. Surrounding text, as
 * in `user:password`, changes only the digits at the edges, which are left out.
 */
function base64Forms(bytes: readonly number[]): string[] {
  const standard = [0, 1, 2].map((shift) => {
    const bits = bytes.length * 8;
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor((shift * 8 + bits) / 6);
    let form = '';
    for (let digit = first; digit < last; digit += 1)
      form += ALPHABET.charAt(sextet(bytes, digit * 6 - shift * 8));
    return form;
  });
  return [...standard, ...standard.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** Six bits of the bytes, from this bit on. */
function sextet(bytes: readonly number[], bit: number): number {
  const byte = bit >> 3;
  const pair = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0);
  return (pair >> (10 - (bit & 7))) & 63;
}
