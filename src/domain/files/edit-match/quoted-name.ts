const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Name in a diff: as it is, or in quotes with C's escapes, where `\303\251` are bytes of UTF-8. */
export function quotedName(name: string): string {
  const inner = /^"(.*)"$/.exec(name)?.[1];
  if (inner === undefined) return name;
  return inner.replace(
    /((?:\\[0-3][0-7]{2})+)|\\u([0-9a-fA-F]{4})|\\(.)/g,
    (_, bytes?: string, unit?: string, char: string = '') => {
      if (bytes !== undefined) return ofOctal(bytes);
      if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
      return ESCAPES[char] ?? char;
    },
  );
}

/** Bytes that are not UTF-8 stay escaped: no path has such a name. */
function ofOctal(escaped: string): string {
  const codes = escaped.split('\\').slice(1);
  try {
    return decodeURIComponent(
      codes.map((code) => `%${Number.parseInt(code, 8).toString(16).padStart(2, '0')}`).join(''),
    );
  } catch {
    return escaped;
  }
}
