/** Text of a document, at most 2 MB of it. */
export interface DocumentText {
  text: string;
  /** Offset in the text at which each page begins; absent where the format has no pages. */
  pages?: number[];
  /** True if the document has more text than this. */
  truncated: boolean;
}

/**
 * Reason why a file has no text to read. `no-text`: a picture, a film, a program and the like; `scan`: a document of pictures;
 * `secret` and `old`, of a format that nobody reads: it was not looked at; the others are failures.
 */
export interface DocumentProblem {
  reason: 'no-text' | 'scan' | 'secret' | 'old' | 'encrypted' | 'damaged' | 'too-large' | 'too-slow';
}

/** Reads the text of files, whatever their format. */
export interface Documents {
  /** Rejects with the signal's reason only: a file without a text is an answer. `name`: the file's, without folders. */
  textOf(bytes: Buffer, name: string, signal?: AbortSignal): Promise<DocumentText | DocumentProblem>;
  close(): void;
}
