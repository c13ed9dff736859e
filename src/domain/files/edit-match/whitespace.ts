// Spaces and tabs only, and the CR that a line end may leave: other blanks are characters of the text, and a text of
// one character a byte has none of them anyway.

function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d;
}

/** The spaces and tabs before the first other character. */
export function indentOf(line: string): string {
  let at = 0;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  return line.slice(0, at);
}

/** The line without blanks at its end. A regular expression would take quadratic time for long runs inside. */
export function withoutTrailing(line: string): string {
  let end = line.length;
  while (end > 0 && isBlankCode(line.charCodeAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

/** The line without blanks at both ends. */
export function contentOf(line: string): string {
  return withoutTrailing(line).slice(indentOf(line).length);
}

/** Like `contentOf`, each run of blanks as one space. */
export function collapsed(line: string): string {
  return contentOf(line).replace(/[ \t]+/g, ' ');
}

/** True if a line holds blanks only. */
export function isBlank(line: string): boolean {
  return withoutTrailing(line) === '';
}

/** True if a line says something: a brace or an empty line stands everywhere. */
export function isTelling(line: string): boolean {
  return /[A-Za-z0-9_$\u0080-\uffff]/.test(line);
}
