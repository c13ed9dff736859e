import { CommandBuilder } from './command-builder';
import { ShellCursor } from './cursor';
import { UNKNOWN, type ShellText, type Word } from './words';

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
