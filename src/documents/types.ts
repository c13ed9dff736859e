/** Most text of one document, in characters: what follows is left out. */
export const MOST_TEXT = 2_000_000;

export class GrowingText {
  private readonly parts: string[] = [];
  private length = 0;
  truncated = false;

  get isFull(): boolean {
    return this.length >= MOST_TEXT;
  }

  get size(): number {
    return this.length;
  }

  add(part: string): void {
    const room = MOST_TEXT - this.length;
    const kept = part.length <= room ? part : part.slice(0, room).replace(/[\ud800-\udbff]$/, '');
    if (kept.length < part.length) this.truncated = true;
    this.parts.push(kept);
    this.length += kept.length;
  }

  text(): string {
    return this.parts.join('');
  }
}

/** A document that a reader can't give the text of. */
export class Refusal extends Error {
  constructor(readonly reason: DocumentProblem['reason']) {
    super(reason);
  }
}

/** Text of a document, at most 2 MB of it. */
export interface DocumentText {
  text: string;
  /** Offset in the text at which each page begins; absent where the format has no pages. */
  pages?: number[];
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
