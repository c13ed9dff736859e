import { compileGlob } from '../../files/globs';
import { checkPath } from '../../files/paths';
import { weaker, type Certainty, type Decision, surer, type RuleText } from './rule';
import { type CommandPart, commandParts, programName } from './shell/command-parts';
import { readShell, UNKNOWN, type Word } from './shell/read-shell';
import type { Act } from './act';

/** An act taken apart. */
interface ActParts {
  parts: readonly Part[];
  /** Why its command can't be read whole: the end of a sentence. */
  problem?: string;
}

/** One thing that an act does: it is decided on by itself. */
export interface Part {
  /** Absent: it runs none, or one that can't be read. */
  command?: CommandPart;
  /** The command as it was written. */
  text?: string;
  /** A command that can't be read: any rule about commands may mean it. */
  isUnread?: boolean;
  path?: string;
  /** A path that is not told, or that is none: any rule about paths may mean it. */
  isUntold?: boolean;
}

/** True, false or unknown for a part of an act. */
export type Condition = (part: Part) => Certainty;

/** True if a rule speaks of acts of this tool in this mode at all. */
export type Concern = (act: { tool: string; mode?: string }) => boolean;

/** The conditions of a rule that are the same for all parts of an act. */
export function concernOf({ tool, mode }: Pick<RuleText, 'tool' | 'mode'>): Concern {
  const isMeant = toolMatcher(tool);
  const wanted = mode?.toLowerCase();
  return (act) => isMeant(act.tool) && (wanted === undefined || act.mode?.toLowerCase() === wanted);
}

/** The conditions on a part. An allowance takes no "maybe", so it is matched narrowly and all else widely. */
export function conditionOf({
  command,
  path,
  decision,
}: Pick<RuleText, 'command' | 'path' | 'decision'>): Condition {
  const ofCommand = command === undefined ? always : byCommand(prefixOf(command) ?? [], decision);
  const ofPath = path === undefined ? always : byPath(path);
  return (part) => {
    const found = ofCommand(part);
    return found === 'no' ? found : weaker(found, ofPath(part));
  };
}

const always: Condition = () => 'yes';

/** The words of a rule's command; undefined where it is more than plain words. */
export function prefixOf(command: string): Prefix | undefined {
  const { commands, fed, problem } = readShell(command);
  const [first, ...others] = commands;
  const isPlain = problem === undefined && fed.length === 0 && others.length === 0 && first?.plain === true;
  return isPlain && first.words.every(({ sure }) => sure) ? first.words.map(({ text }) => text) : undefined;
}

function toolMatcher(pattern: string | undefined): (tool: string) => boolean {
  if (pattern === undefined) return () => true;
  if (!pattern.endsWith('*')) return (tool) => tool === pattern;
  const stem = pattern.slice(0, -1);
  return (tool) => tool.startsWith(stem);
}

function byCommand(prefix: Prefix, decision: Decision): Condition {
  return ({ command, isUnread }) => {
    if (isUnread) return 'maybe';
    if (!command) return 'no';
    if (decision === 'allow') return isExactly(prefix, command) ? 'yes' : 'no';
    return mayBe(prefix, command);
  };
}

function byPath(glob: string): Condition {
  const { matches } = compileGlob(glob, { dot: true });
  return ({ path, isUntold }) => {
    if (isUntold) return 'maybe';
    if (path === undefined) return 'no';
    if (matches(path)) return 'yes';
    // One that leads out of the project, or is too long to be matched.
    return checkPath(path) ? 'maybe' : 'no';
  };
}

/** Plain words that a command begins with: `git push`. */
type Prefix = readonly string[];

/** True if a command is the words of a prefix and more arguments, and nothing besides: what an allowance covers. */
function isExactly(prefix: Prefix, { words, plain, isGuess }: CommandPart): boolean {
  if (!plain || isGuess || words.length < prefix.length) return false;
  return prefix.every((text, index) => words[index]?.sure === true && words[index].text === text);
}

/**
 * How surely a command does what a prefix names, in whatever way it is written: by another path of the program, with
 * options between the words, behind a program that runs it, or with words that only the shell knows.
 */
function mayBe(prefix: Prefix, part: CommandPart): Certainty {
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

/** Takes an act apart: each command of its text with each of its paths. */
export function partsOf({ command, paths = [], morePaths = 0 }: Omit<Act, 'tool'>): ActParts {
  const { parts: commands = [], problem } = command === undefined ? {} : commandParts(command);
  const unread = problem === undefined ? [] : [{ isUnread: true, text: command }];
  const read = commands.map((one) => ({ command: one }));
  const running: Part[] = command === undefined ? [{}] : [...read, ...unread];
  // A text that runs nothing (a comment) is an act all the same.
  const some = running.length > 0 ? running : [{}];
  const untold = morePaths > 0 ? [{ isUntold: true }] : [];
  const files = [...paths.map((path) => ({ path: withoutDots(path) })), ...untold];
  const parts =
    files.length === 0 ? some : some.flatMap((part) => files.map((file) => ({ ...part, ...file })));
  return { parts, problem };
}

/** `./a//b/../c` is `a/c`. A path that leaves its root stays as it is given. */
function withoutDots(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..' && names.pop() === undefined) return path;
    if (name !== '' && name !== '.' && name !== '..') names.push(name);
  }
  return path.startsWith('/') ? path : names.join('/');
}

/** A part as people read it: its command, or its path. */
export function partName({ command, path, isUnread, text = '' }: Part): string | undefined {
  if (path !== undefined) return path;
  if (!command) return isUnread ? excerptOf(text) : undefined;
  return excerptOf(command.words.map((word) => word.text).join(' '));
}

function excerptOf(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}
