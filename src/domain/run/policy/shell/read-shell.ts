/** A word of a command, without its quotes. */
export interface Word {
  text: string;
  /** Text before the first part that only the shell knows (`$X`, `*`); the whole where there is none. */
  lead: string;
  /** False where a part of it is known to the shell alone. */
  sure: boolean;
}

/** A program and its arguments. */
export interface SimpleCommand {
  words: readonly Word[];
  /** Nothing but the words: no variable is set for it, and it writes to no file. */
  plain: boolean;
}

/** A text as a shell splits it. */
interface ShellText {
  /** In no order: those within `$(…)` and subshells too. */
  commands: readonly SimpleCommand[];
  /** Texts that commands read from: `sh <<< "git push"`. */
  fed: readonly string[];
  /** Why it can't be read: the end of a sentence. Absent: it can. */
  problem?: string;
}

/** A word that the shell makes up: any text, or none. */
export const UNKNOWN: Word = { text: '', lead: '', sure: false };

/** A place in a text that only moves on, so that reading takes linear time. */
class ShellCursor {
  at = 0;
  /** The first problem that was met. */
  problem: string | undefined;

  constructor(protected readonly text: string) {}

  /** The character that is next; empty at the end. */
  peek(): string {
    return this.text[this.at] ?? '';
  }

  startsWith(mark: string): boolean {
    return this.text.startsWith(mark, this.at);
  }

  /** Takes the first of the marks that stands here. */
  take(marks: readonly string[]): string {
    const mark = marks.find((one) => this.startsWith(one)) ?? '';
    this.at += mark.length;
    return mark;
  }

  note(problem: string): void {
    this.problem ??= problem;
  }

  /** Notes a problem that nothing can be read behind. */
  giveUp(problem: string): void {
    this.note(problem);
    this.at = this.text.length;
  }

  skipAll(chars: string): void {
    while (this.at < this.text.length && chars.includes(this.peek())) this.at += 1;
  }

  skipName(): void {
    while (/\w/.test(this.peek())) this.at += 1;
  }

  /** Goes to the next mark, or to the end. */
  skipTo(mark: string): void {
    const found = this.text.indexOf(mark, this.at);
    this.at = found < 0 ? this.text.length : found;
  }

  /** The text up to a closing mark, and goes behind it. */
  upTo(mark: string): string {
    const from = this.at;
    this.skipTo(mark);
    const taken = this.text.slice(from, this.at);
    if (this.peek() === '') this.note('a quote is not closed');
    this.at += 1;
    return taken;
  }

  /** The same where a backslash keeps a mark from closing. */
  skipEscaped(mark: string): string {
    const from = this.at;
    while (this.at < this.text.length && this.peek() !== mark) this.at += this.peek() === '\\' ? 2 : 1;
    const taken = this.text.slice(from, this.at);
    if (this.peek() === '') this.note('a quote is not closed');
    this.at += 1;
    return taken;
  }
}

/** Words that begin or end a part of the language; what follows them is a command. */
const KEYWORDS = new Set(['if', 'then', 'elif', 'else', 'fi', 'while', 'until', 'do', 'done', '{', '}', '!']);
/** Keywords whose other words are no command. */
const LOOPS = new Set(['for', 'select']);
const UNREAD = new Set(['case', 'function']);

const ASSIGNMENT = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/;

/** Collects the words of one simple command after another. */
class CommandBuilder {
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

const BLANKS = ' \t\r';
const ENDS_WORD = ' \t\r\n;&|()<>';
const MOST_CHARACTERS = 65_536;
const MOST_NESTING = 32;
/** Words of characters that make the shell guess elsewhere. */
const STAND_FOR_THEMSELVES = new Set(['[', '[[', '{', '{}']);

/**
 * Splits a text as `sh -c` does, in one pass. What would run is in the result, wherever it stands; where the text says
 * more than is understood here (functions, `case`), the result names the problem.
 */
export function readShell(text: string): ShellText {
  if (text.length > MOST_CHARACTERS) return { commands: [], fed: [], problem: 'it is too long' };
  const reader = new ShellReader(text);
  reader.list(undefined, 0);
  const { commands, fed, problem } = reader;
  return { commands, fed, problem };
}

/** Reads lists of commands. Where it meets a problem it notes the first one and goes on. */
class ShellReader extends ShellCursor {
  readonly commands: ShellText['commands'][number][] = [];
  readonly fed: string[] = [];

  /** Reads commands up to a closing mark, or to the end. */
  list(close: ')' | undefined, depth: number): void {
    const command = new CommandBuilder((made) => this.commands.push(made), this);
    if (depth > MOST_NESTING) {
      this.giveUp('it is nested too deeply');
      return;
    }
    for (;;) {
      const char = this.peek();
      if (char === '') {
        if (close !== undefined) this.note('a parenthesis is not closed');
        break;
      }
      if (char === ')') {
        this.at += 1;
        if (close === ')') break;
        this.note('a parenthesis is not opened');
        command.end();
      } else if (BLANKS.includes(char)) this.at += 1;
      else if (char === '#') this.skipTo('\n');
      else if (char === '(') {
        if (command.hasWords) this.note('it may define a function');
        this.at += 1;
        command.end();
        this.list(')', depth + 1);
      } else if (char === '<' || char === '>' || this.startsWith('&>')) this.redirection(command, depth);
      else if (ENDS_WORD.includes(char)) {
        this.at += 1;
        command.end();
      } else this.wordOrDescriptor(command, depth);
    }
    command.end();
  }

  private wordOrDescriptor(command: CommandBuilder, depth: number): void {
    const word = this.word(depth);
    const next = this.peek();
    const isDescriptor = (next === '<' || next === '>') && /^\d+$/.test(word?.text ?? '');
    if (word && !isDescriptor) command.add(word);
  }

  private redirection(command: CommandBuilder, depth: number): void {
    if (this.startsWith('<(') || this.startsWith('>(')) {
      this.at += 2;
      this.list(')', depth + 1);
      command.add(UNKNOWN);
      return;
    }
    const operator = this.take(['&>>', '<<<', '<<-', '&>', '>>', '>|', '>&', '<&', '<>', '<<', '<', '>']);
    this.skipAll(BLANKS);
    const target = ENDS_WORD.includes(this.peek()) ? undefined : this.word(depth);
    if (operator === '<<<') this.fed.push(target?.text ?? '');
    // What a here-document holds is read as commands: it may be fed to a shell.
    const isDuplicate = operator === '>&' && target !== undefined && /^(\d+|-)$/.test(target.text);
    const writes = operator.includes('>') && !isDuplicate && target?.text !== '/dev/null';
    if (writes) command.writes();
  }

  /** Undefined where only a line goes on. */
  private word(depth: number): Word | undefined {
    const parts = new WordParts();
    for (let char = this.peek(); char !== '' && !ENDS_WORD.includes(char); char = this.peek()) {
      this.at += 1;
      if (char === '\\') this.escaped(parts);
      else if (char === "'") parts.add(this.upTo("'"));
      else if (char === '"') this.quoted(parts, depth);
      else if (char === '$') this.expansion(parts, depth);
      else if (char === '`') this.backticks(parts, depth);
      else if ('*?[{'.includes(char)) parts.guess(char);
      else parts.add(char);
    }
    return parts.word();
  }

  private escaped(parts: WordParts): void {
    const char = this.peek();
    this.at += 1;
    if (char !== '\n') parts.add(char === '' ? '\\' : char);
  }

  private quoted(parts: WordParts, depth: number): void {
    parts.add('');
    for (;;) {
      const char = this.peek();
      this.at += 1;
      if (char === '"') return;
      if (char === '') {
        this.note('a quote is not closed');
        return;
      }
      if (char === '\\' && '$`"\\\n'.includes(this.peek())) this.escaped(parts);
      else if (char === '$') this.expansion(parts, depth);
      else if (char === '`') this.backticks(parts, depth);
      else parts.add(char);
    }
  }

  /** Behind a `$`. */
  private expansion(parts: WordParts, depth: number): void {
    const char = this.peek();
    if (char === '(') {
      this.at += 1;
      this.list(')', depth + 1);
      parts.guess('…');
    } else if (char === '{') {
      this.at += 1;
      this.braced(depth + 1);
      parts.guess('…');
    } else if (char === "'") {
      this.at += 1;
      this.skipEscaped("'");
      parts.guess('…');
    } else if (/[\w?!#@*$-]/.test(char)) {
      this.at += 1;
      if (/\w/.test(char)) this.skipName();
      parts.guess('…');
    } else if (char !== '"') parts.add('$');
  }

  /** Up to the end of `${…}`, which may hold commands. */
  private braced(depth: number): void {
    const ignored = new WordParts();
    if (depth > MOST_NESTING) this.giveUp('it is nested too deeply');
    for (;;) {
      const char = this.peek();
      this.at += 1;
      if (char === '}') return;
      if (char === '') {
        this.note('a brace is not closed');
        return;
      }
      if (char === '\\') this.at += 1;
      else if (char === '"') this.quoted(ignored, depth);
      else if (char === '$') this.expansion(ignored, depth);
      else if (char === '`') this.backticks(ignored, depth);
    }
  }

  private backticks(parts: WordParts, depth: number): void {
    const inner = this.skipEscaped('`').replace(/\\([$`\\])/g, '$1');
    const reader = new ShellReader(inner);
    if (depth >= MOST_NESTING) this.giveUp('it is nested too deeply');
    else reader.list(undefined, depth + 1);
    this.commands.push(...reader.commands);
    this.fed.push(...reader.fed);
    if (reader.problem !== undefined) this.note(reader.problem);
    parts.guess('…');
  }
}

/** Text of a word, as far as it is known. */
class WordParts {
  private text: string | undefined;
  private lead: string | undefined;

  add(text: string): void {
    this.text = (this.text ?? '') + text;
  }

  /** From here on only the shell knows what it is. */
  guess(shown: string): void {
    this.lead ??= this.text ?? '';
    this.add(shown);
  }

  word(): Word | undefined {
    const { text, lead } = this;
    if (text === undefined) return undefined;
    const sure = lead === undefined || STAND_FOR_THEMSELVES.has(text);
    return { text, lead: sure ? text : (lead ?? ''), sure };
  }
}
