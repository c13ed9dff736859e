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

/** A document, cut at a line end where it is long. */
export function documentOf(source: string, text: string, score: number): RelatedDocument {
  if (text.length <= MOST_CHARS) return { source, text, score };
  const head = text.slice(0, MOST_CHARS);
  return { source, text: `${head.slice(0, Math.max(head.lastIndexOf('\n'), MOST_CHARS / 2))}\n…`, score };
}
