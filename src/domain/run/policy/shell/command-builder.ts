import type { SimpleCommand, Word } from './words';

/** Words that begin or end a part of the language; what follows them is a command. */
const KEYWORDS = new Set(['if', 'then', 'elif', 'else', 'fi', 'while', 'until', 'do', 'done', '{', '}', '!']);
/** Keywords whose other words are no command. */
const LOOPS = new Set(['for', 'select']);
const UNREAD = new Set(['case', 'function']);

const ASSIGNMENT = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/;

/** Collects the words of one simple command after another. */
export class CommandBuilder {
  private words: Word[] = [];
  private plain = true;

  constructor(
    private readonly made: (command: SimpleCommand) => void,
    private readonly problems: { note(problem: string): void },
  ) {}

  get hasWords(): boolean {
    return this.words.length > 0;
  }

  add(word: Word): void {
    const isFirst = this.words.length === 0;
    if (isFirst && KEYWORDS.has(word.text)) return;
    if (isFirst && UNREAD.has(word.text)) this.problems.note(`it has a ${word.text}`);
    if (isFirst && ASSIGNMENT.test(word.lead)) this.plain = false;
    else this.words.push(word);
  }

  /** The command writes to a file. */
  writes(): void {
    this.plain = false;
  }

  /** The command ends here, and another one may follow. */
  end(): void {
    const { words, plain } = this;
    const isLoop = LOOPS.has(words[0]?.text ?? '');
    if (!isLoop && (words.length > 0 || !plain)) this.made({ words, plain });
    this.words = [];
    this.plain = true;
  }
}
