/** The conversation with a process that reads sources. */

/** Path → blob of the text, for each file of a state that the process may want. */
export type TextFiles = readonly (readonly [path: string, hash: string])[];

/** A state of files that the process gets to know; it keeps the last few. */
export interface TreeFrame {
  type: 'tree';
  tree: string;
  files: TextFiles;
}

/** A question about states that were told of. */
export interface AskFrame {
  type: 'ask';
  question: unknown;
  /** Time after which the process gives up by itself. */
  patienceMs: number;
}

/** Answer to `NeedFrame`; without a text the file can't be read. */
export interface TextFrame {
  type: 'text';
  text?: string;
}

export interface NeedFrame {
  type: 'need';
  tree: string;
  path: string;
}

/** An answer. `part`: it is what is known so far, and counts if no other comes. */
export interface AnswerFrame {
  type: 'part' | 'done';
  answer: unknown;
}

export type ToProcess = TreeFrame | AskFrame | TextFrame;
export type FromProcess = NeedFrame | AnswerFrame;

/** States that the process keeps, the last ones it was told of. */
export const KEPT_TREES = 4;
