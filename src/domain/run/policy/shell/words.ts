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
export interface ShellText {
  /** In no order: those within `$(…)` and subshells too. */
  commands: readonly SimpleCommand[];
  /** Texts that commands read from: `sh <<< "git push"`. */
  fed: readonly string[];
  /** Why it can't be read: the end of a sentence. Absent: it can. */
  problem?: string;
}

/** A word that the shell makes up: any text, or none. */
export const UNKNOWN: Word = { text: '', lead: '', sure: false };
