/** Sentences about what the sandbox does not honour. */

export const WAY_OUT = 'use a command check (for example --check "npm test") for tests that need it.';

/** Collects notes, each once. */
export class Notes {
  private readonly sentences = new Set<string>();

  add(sentence: string): void {
    this.sentences.add(sentence);
  }

  /** A setting of a file has no effect in the sandbox. */
  ignored(source: string, setting: string): void {
    this.add(`${setting.slice(0, 200)} of ${source} has no effect in the sandbox: ${WAY_OUT}`);
  }

  get all(): string[] {
    return [...this.sentences];
  }
}
