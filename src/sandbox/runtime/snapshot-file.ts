/** Reads a `.snap` file: a list of ``exports[`name`] = `value`;``. It is scanned, never evaluated. */

const ENTRY = 'exports[`';

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

/** The text of a template literal and where it ends: behind its closing backtick. Undefined when it has no end. */
function readTemplate(text: string, start: number): { value: string; end: number } | undefined {
  const parts: string[] = [];
  let from = start;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '`') {
      parts.push(text.slice(from, at));
      return { value: parts.join(''), end: at + 1 };
    }
    if (character !== '\\') continue;
    parts.push(text.slice(from, at));
    const { value, length } = readEscape(text, at + 1);
    parts.push(value);
    at += length;
    from = at + 1;
  }
  return undefined;
}

/** Character that an escape stands for. `length` counts the characters behind the backslash. */
function readEscape(text: string, at: number): { value: string; length: number } {
  const character = text[at] ?? '';
  if (character === '\n') return { value: '', length: 1 };
  const code = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})/.exec(
    text.slice(at, at + 10),
  );
  if (code) {
    const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16);
    return { value: point > 0x10ffff ? '' : String.fromCodePoint(point), length: code[0].length };
  }
  return { value: ESCAPES[character] ?? character, length: 1 };
}

/** Snapshots of a file by name. A broken rest of the file is left out, so its snapshots count as missing. */
export function parseSnapshotFile(source: string): Map<string, string> {
  const text = source.replace(/\r\n?/g, '\n');
  const found = new Map<string, string>();
  for (let at = text.indexOf(ENTRY); at !== -1; at = text.indexOf(ENTRY, at)) {
    const name = readTemplate(text, at + ENTRY.length);
    const equals = name && /^\]\s*=\s*`/.exec(text.slice(name.end, name.end + 20));
    const value = equals ? readTemplate(text, name.end + equals[0].length) : undefined;
    if (!name || !value) break;
    found.set(name.value, value.value);
    at = value.end;
  }
  return found;
}
