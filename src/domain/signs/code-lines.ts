/** Strings are bounded, so that a quote without its end does not search the whole text. */
const TOKEN =
  /'(?:[^'\\\n]|\\.){0,300}'|"(?:[^"\\\n]|\\.){0,300}"|`[^`\n]{0,200}`|[\p{L}_$][\p{L}\p{N}_$]*|0[xX][\da-fA-F]+|\d[\d_]*(?:\.\d+)?|===|!==|\*\*|=>|&&|\|\||\?\?|\?\.|<<|>>|[<>=!+*/%-]=|[^\s\p{L}\p{N}_$]/gu;

/** Words, literals and operators of code in any language. */
export function tokensOf(code: string): string[] {
  return code.match(TOKEN) ?? [];
}

/** True for a string or a number. */
export function isLiteral(token: string | undefined): boolean {
  return token !== undefined && /^["'`\d]/.test(token) && token.length > (/^["'`]/.test(token) ? 1 : 0);
}

const SUM = /(?<![\w.])(\d{1,9}(?:\.\d{1,9})?)( ?[+*] ?| \/ )(\d{1,9}(?:\.\d{1,9})?)(?![\w.])/g;
const MOST_SUMS = 3;

/** Text in which sums, products and quotients of plain numbers are calculated. */
export function folded(text: string): string {
  let now = text;
  for (let pass = 0, before = ''; pass < MOST_SUMS && now !== before; pass += 1) {
    before = now;
    now = before.replaceAll(SUM, (_, left: string, sign: string, right: string) => {
      const [a, b] = [Number(left), Number(right)];
      return numberText(sign.includes('+') ? a + b : sign.includes('*') ? a * b : a / b);
    });
  }
  return now;
}

/** A number as it is compared: tests name few digits of a fraction. */
export function numberText(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
}

/** True for a name or a keyword. */
export function isWord(token: string | undefined): boolean {
  return token !== undefined && /^[\p{L}_$]/u.test(token);
}

/** A file of the program before and after a change. */
export interface ChangedFile {
  path: string;
  before: string;
  after: string;
}

/** A line that a change adds or takes away, with its number, from 0. */
export interface ChangedLine {
  line: number;
  text: string;
}

/** Lines that `text` has more often than `other`. */
export function linesOnlyIn(text: string, other: string): ChangedLine[] {
  const known = new Map<string, number>();
  for (const line of other.split('\n')) known.set(line, (known.get(line) ?? 0) + 1);
  return text.split('\n').flatMap((line, number) => {
    const left = known.get(line) ?? 0;
    known.set(line, left - 1);
    return left > 0 || line.trim() === '' ? [] : [{ line: number, text: line }];
  });
}

/** Words of a line, with those inside of strings, which may be templates. */
export function wordsOf(line: string): string[] {
  return line.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}

/** Lines above an edit that are searched for its function. */
const MOST_ABOVE = 200;
const HEADER =
  /^\s{0,80}(?:(?:export|default|async|static|public|private|protected|override|pub|const|unsafe|final|get|set|boolean|int|void|long|double|float|char|byte|short|[A-Z]\w{0,60}(?:<[^()\n]{0,60}>)?(?:\[\])?)\s{1,9}){0,6}(?:(?:def|func|fn|function\*?)\s{1,9}(?:\([^()]{0,80}\)\s{0,9})?)?#?(\w{1,80})\s{0,9}[(<]/;
/** A function that a variable, an export or a property of JavaScript holds. */
const HELD =
  /^\s{0,80}(?:export\s{1,9})?(?:(?:const|let|var)\s{1,9}|(?:[\w$]{1,80}\.){1,9})?(\w{1,80})(?::[^=\n]{0,120})?\s{0,9}[=:]\s{0,9}(?:async\s{1,9})?(?:function\b|\([^()\n]{0,200}\)[^=\n]{0,80}=>|\w{1,80}\s{0,9}=>)/;

/** A header of a function: its name, its line, from 0, and its indentation. */
export interface FunctionHeader {
  name: string;
  line: number;
  depth: number;
}

/** Name of the function around an offset: its header is above it, and less indented. Works on lines, for any language. */
export function functionAt(text: string, offset: number): string | undefined {
  return headerAbove(text.split('\n'), lineAt(text, offset))?.name;
}

/** Number of the line of an offset, from 0. */
export function lineAt(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Lines of the function around a line: its header and the deeper lines below it. */
export function functionBlock(lines: readonly string[], line: number): string[] {
  const header = headerAbove(lines, line);
  if (!header) return [];
  const { line: first, depth } = header;
  let end = first + 1;
  while (end < lines.length && (lines[end]?.trim() === '' || depthOf(lines[end] ?? '') > depth)) end += 1;
  return lines.slice(first, end);
}

/** The header of the function around a line. */
export function headerAbove(lines: readonly string[], line: number): FunctionHeader | undefined {
  let depth = depthOf(lines[line] ?? '');
  for (let at = line - 1, seen = 0; at >= 0 && seen < MOST_ABOVE; at--, seen++) {
    const above = lines[at] ?? '';
    if (above.trim() === '' || depthOf(above) >= depth) continue;
    // The end of a parameter list is as deep as its header.
    const closes = /^\s{0,200}[)\]]/.test(above);
    depth = depthOf(above) + (closes ? 1 : 0);
    const name = closes ? undefined : headedBy(above);
    if (name !== undefined) return { name, line: at, depth };
  }
  return undefined;
}

/** Name of the function that begins on a line; undefined: none does. */
export function headedBy(line: string): string | undefined {
  const header = line.slice(0, 300);
  const [, name] = HEADER.exec(header) ?? HELD.exec(header) ?? [];
  return name === undefined || KEYWORDS.has(name) ? undefined : name;
}

/** Characters that a line is indented by. */
export function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

const KEYWORDS: ReadonlySet<string> = new Set([
  ...[
    'if',
    'for',
    'while',
    'else',
    'new',
    'await',
    'yield',
    'throw',
    'assert',
    'print',
    'switch',
    'match',
    'catch',
    'with',
    'elif',
    'return',
    'super',
    'class',
    'impl',
  ],
]);

/** Least tokens of a condition that has a mirror, and most names by which the two differ. */
const MIRROR_TOKENS = 4;
const MOST_CHANGED = 3;

/** Words that begin a condition of a block. */
const CONDITION = /^\s{0,200}(?:\}\s{0,9})?(?:else\s{1,9})?(?:if|elif|while|unless|case|when)\b/;

/** A condition with its branch on one line. */
const ONE_LINE =
  /^\s{0,200}(?:\}\s{0,9})?(?:else\s{1,9})?(?:if|elif|while|unless|case|when)\b[^\n]{1,200}(?:[;}]|:\s{1,9}\S[^\n]{0,200})\s{0,9}$/;

/**
 * The condition around an offset that has a mirror in the same function: an equally deep condition that differs only by names
 * or by literals, as `if a == "" {` and `if b == "" {` do. Such branches were written as a pair. Undefined: there is none.
 */
export function mirroredCondition(text: string, offset: number): string | undefined {
  const all = text.split('\n');
  const here = lineAt(text, offset);
  const header = headerAbove(all, here);
  if (!header) return undefined;
  const block = functionBlock(all, here);
  let depth = depthOf(all[here] ?? '');
  if (ONE_LINE.test(all[here] ?? '') && block.some((other) => isMirror(all[here] ?? '', other)))
    return all[here];
  for (let at = here - 1; at > header.line; at -= 1) {
    const line = all[at] ?? '';
    if (line.trim() === '' || depthOf(line) >= depth) continue;
    depth = depthOf(line);
    if (CONDITION.test(line) && block.some((other) => isMirror(line, other))) return line;
  }
  return undefined;
}

/** True for two lines that begin with the same tokens, as many as a condition has. */
export function startsAlike(line: string, other: string): boolean {
  const [start, began] = [line, other].map((one) => tokensOf(one).slice(0, MIRROR_TOKENS).join(' '));
  return start === began;
}

function isMirror(line: string, other: string): boolean {
  if (line === other || depthOf(line) !== depthOf(other)) return false;
  const [tokens, others] = [tokensOf(line), tokensOf(other)];
  if (tokens.length !== others.length || tokens.length < MIRROR_TOKENS) return false;
  const changed = tokens.flatMap((token, at) => (token === others[at] ? [] : [at]));
  const isLike = (at: number): boolean =>
    (isWord(tokens[at]) && isWord(others[at])) || (isLiteral(tokens[at]) && isLiteral(others[at]));
  return changed.length <= MOST_CHANGED && changed.every(isLike);
}

/** True if a change of programs has a sign, beside some tests. */
export type Matches = (programs: readonly ChangedFile[], tests: readonly string[]) => boolean;

/** Makes a reader that reads each list once. */
export function onceOf<List extends object, Read>(read: (list: List) => Read): (list: List) => Read {
  const known = new Map<List, Read>();
  return (list) => {
    const one = known.get(list) ?? read(list);
    known.set(list, one);
    return one;
  };
}
