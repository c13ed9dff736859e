/** Shortest line of a secret of several lines that is looked for on its own. */
const SHORTEST_LINE = 12;
/** Shortest piece of an encoding that is searched for: shorter ones occur in texts by chance. */
const SHORTEST_ENCODED = 10;

/** A secret as it is written in texts: plain, within JSON, within an address, in base64 and in hex; of several lines each. */
export function writtenForms(secret: string): string[] {
  const bytes = utf8(secret);
  const encoded = [...base64Forms(bytes), hex(bytes), hex(bytes).toUpperCase()];
  const lines = secret.includes('\n') ? secret.split('\n').map((line) => line.trim()) : [];
  return [
    secret,
    ...(/["\\\u0000-\u001f]/.test(secret) ? [inJson(secret), inJson(inJson(secret))] : []),
    ...(/[^\w.~-]/.test(secret) ? [...addressForms(bytes), ...escapedForms(secret)] : []),
    ...[' ', ',', ', '].map((between) => bytes.join(between)),
    bytes.map((byte) => hex([byte])).join(' '),
    ...encoded.filter(({ length }) => length >= SHORTEST_ENCODED),
    ...lines.filter(({ length }) => length >= SHORTEST_LINE),
  ];
}

/** Within JSON of other languages, and within HTML. */
function escapedForms(secret: string): string[] {
  const code = (character: string, digits: number): string =>
    (character.codePointAt(0) ?? 0).toString(16).padStart(digits, '0');
  const html: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  const json = inJson(secret);
  return [
    json.replaceAll('/', '\\/'),
    json.replace(/[<>&'\u0080-\uffff]/g, (character) => `\\u${code(character, 4)}`),
    json.replace(/[<>&'\u0080-\uffff]/g, (character) => `\\u${code(character, 4).toUpperCase()}`),
    secret.replace(/[&<>"]/g, (character) => html[character] ?? character),
    secret.replace(/[&<>"']/g, (character) => html[character] ?? '&#39;'),
    secret.replace(/[&<>"']/g, (character) => html[character] ?? '&#x27;'),
  ];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
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

/** Percent-encoded with capital and small digits; a blank may be a plus sign. */
function addressForms(bytes: readonly number[]): string[] {
  const encode = (kept: RegExp, digits: (byte: number) => string) =>
    bytes
      .map((byte) => (kept.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${digits(byte)}`))
      .join('');
  const capital = (byte: number) => hex([byte]).toUpperCase();
  const small = (byte: number) => hex([byte]);
  const strict = /[A-Za-z0-9_.~-]/;
  const component = /[A-Za-z0-9_.!~*'()-]/;
  const forms = [
    encode(strict, capital),
    encode(strict, small),
    encode(component, capital),
    encode(component, small),
  ];
  return [...forms, ...forms.map((form) => form.replaceAll('%20', '+'))];
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
