/** A passage that may help to understand a failure. */
export interface RelatedDocument {
  /** Source of the text: `README.md, "Prices"`. */
  source: string;
  text: string;
  /** The higher, the more it has to do with the failure. */
  score: number;
}

/** Files and symbols that a failure is about. */
export interface Wanted {
  /** Paths of the project in question, those most in question first. */
  files: readonly string[];
  /** Names that the code in question calls, makes or defines. */
  symbols: ReadonlySet<string>;
}

const MOST_CHARS = 1_500;

/** Declarations of names: of exported ones, and all that a declaration file may have. */
const EXPORTED =
  /^[ \t]*export\s+(?:default\s+)?(?:async\s+)?(?:function\*?|const|let|var|(?:abstract\s+)?class|interface|type|enum|namespace)\s+([\w$]+)/gm;
const DECLARED =
  /^[ \t]*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+)?(?:function\*?|const|let|var|(?:abstract\s+)?class|interface|type|enum|namespace)\s+([\w$]+)/gm;
const MOST_LINES = 40;

/**
 * Declaration of an exported name with its doc comment. Of code only the head: the body shows what it does, not what it
 * promises. Of a declaration file all. Undefined: the text does not declare it.
 */
export function declarationOf(
  text: string,
  name: string,
  options: { whole: boolean },
): { comment: string; head: string } | undefined {
  const found = [...text.matchAll(options.whole ? DECLARED : EXPORTED)].find(([, one]) => one === name);
  if (!found) return undefined;
  const comment = commentBefore(text.slice(0, found.index));
  const rest = text.slice(found.index).split('\n', MOST_LINES + 1);
  return { comment, head: options.whole ? wholeOf(rest) : headOf(rest) };
}

/** The doc comment that ends right before a place. */
function commentBefore(before: string): string {
  const end = before.trimEnd();
  if (!end.endsWith('*/')) return '';
  const start = end.lastIndexOf('/**');
  return start < 0 || end.slice(start + 3, -2).includes('*/') ? '' : end.slice(start);
}

/** Lines up to the one that opens the body, or ends the statement. */
function headOf(lines: readonly string[]): string {
  const kept: string[] = [];
  for (const line of lines.slice(0, 8)) {
    kept.push(line);
    if (/(\{|=>|;)\s*$/.test(line) || line.trim() === '') break;
  }
  return kept.join('\n').trimEnd();
}

/** Lines up to the one where all brackets are closed and the statement ends. */
function wholeOf(lines: readonly string[]): string {
  let depth = 0;
  const kept: string[] = [];
  for (const line of lines.slice(0, MOST_LINES)) {
    kept.push(line);
    for (const char of line.replace(/\/\/[^\n]*|'[^']*'|"[^"]*"/g, '').replaceAll('=>', '')) {
      if ('({[<'.includes(char)) depth += 1;
      else if (')}]>'.includes(char)) depth -= 1;
    }
    if (depth <= 0 && /[;}]\s*$/.test(line)) return kept.join('\n');
  }
  return `${kept.join('\n')}${lines.length > MOST_LINES ? '\n…' : ''}`;
}

/** A document, cut at a line end where it is long. */
export function documentOf(source: string, text: string, score: number): RelatedDocument {
  if (text.length <= MOST_CHARS) return { source, text, score };
  const head = text.slice(0, MOST_CHARS);
  return { source, text: `${head.slice(0, Math.max(head.lastIndexOf('\n'), MOST_CHARS / 2))}\n…`, score };
}
