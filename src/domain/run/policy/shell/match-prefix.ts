import { surer, weaker, type Certainty } from '../decision';
import type { CommandPart } from './command-parts';
import { programName } from './programs';
import { UNKNOWN, type Word } from './words';

/** Plain words that a command begins with: `git push`. */
export type Prefix = readonly string[];

/** True if a command is the words of a prefix and more arguments, and nothing besides: what an allowance covers. */
export function isExactly(prefix: Prefix, { words, plain, isGuess }: CommandPart): boolean {
  if (!plain || isGuess || words.length < prefix.length) return false;
  return prefix.every((text, index) => words[index]?.sure === true && words[index].text === text);
}

/**
 * How surely a command does what a prefix names, in whatever way it is written: by another path of the program, with
 * options between the words, behind a program that runs it, or with words that only the shell knows.
 */
export function mayBe(prefix: Prefix, part: CommandPart): Certainty {
  const { words, later, isGuess } = part;
  const [program = '', ...rest] = prefix;
  const wanted = programName(program);
  const follows = new Follower(words, rest);
  let best: Certainty = 'no';
  for (const [index, word] of words.entries()) {
    if (index > 0 && later === 'no') break;
    const begins = isGuess ? isProgramIn(word, wanted) : isProgram(word, wanted);
    if (begins === 'no' || (begins === 'maybe' && !mayBegin(word, index, later))) continue;
    // A word that the shell makes up may hold those that follow: `git${IFS}push`.
    const found = begins === 'maybe' ? begins : follows.from(index + 1);
    best = surer(best, index > 0 && later === 'maybe' ? weaker(found, 'maybe') : found);
    if (best === 'yes') break;
  }
  return isGuess ? weaker(best, 'maybe') : best;
}

function isProgram({ text, lead, sure }: Word, wanted: string): Certainty {
  if (sure) return programName(text) === wanted ? 'yes' : 'no';
  return wanted.startsWith(programName(lead)) ? 'maybe' : 'no';
}

/** The same within a text that only may be a command: `alias.p=!git push`. */
function isProgramIn(word: Word, wanted: string): Certainty {
  const text = word.text.toLowerCase();
  const before = text[text.length - wanted.length - 1] ?? ' ';
  return text.endsWith(wanted) && !/[\w-]/.test(before) ? 'yes' : isProgram(word, wanted);
}

/** True where a word that only the shell knows may be a program. */
function mayBegin(word: Word, index: number, later: CommandPart['later']): boolean {
  return index === 0 || (later === 'yes' && word !== UNKNOWN);
}

/** The words of a prefix among those of a command, in their order, with options between them. */
class Follower {
  /** By word of the prefix, for each place of the command. Filled from the end, so that no place is looked at twice. */
  private rows: readonly (readonly Certainty[])[] | undefined;

  constructor(
    private readonly words: readonly Word[],
    private readonly prefix: Prefix,
  ) {}

  from(place: number): Certainty {
    if (this.prefix.length === 0) return 'yes';
    this.rows ??= this.filled();
    return this.rows[0]?.[place] ?? 'no';
  }

  private filled(): Certainty[][] {
    const end = this.words.length;
    let behind: Certainty[] = Array.from({ length: end + 2 }, () => 'yes');
    let rows: Certainty[][] = [];
    for (const wanted of [...this.prefix].reverse()) {
      const row: Certainty[] = Array.from({ length: end + 2 }, () => 'no');
      for (let at = end - 1; at >= 0; at -= 1) row[at] = this.at(at, wanted, row, behind);
      rows = [row, ...rows];
      behind = row;
    }
    return rows;
  }

  private at(at: number, wanted: string, row: readonly Certainty[], behind: readonly Certainty[]): Certainty {
    const { text, lead, sure } = this.words[at] ?? { text: '', lead: '', sure: true };
    // A word that the shell makes up may be several, or none.
    if (!sure) return wanted.startsWith(lead) || lead.startsWith('-') ? 'maybe' : 'no';
    if (text === wanted) return behind[at + 1] ?? 'no';
    if (!text.startsWith('-')) return 'no';
    // The option may have a value.
    return surer(row[at + 1] ?? 'no', row[at + 2] ?? 'no');
  }
}
