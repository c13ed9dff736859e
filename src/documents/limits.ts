/** Most text of one document, in characters: what follows is left out. */
export const MOST_TEXT = 2_000_000;

/** Text that grows up to the most that a document may have. */
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
