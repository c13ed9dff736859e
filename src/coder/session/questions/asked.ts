import type { Navigation } from '../../../codebase/navigation';
import type { HostDirectory } from '../../../domain/files/workspace';
import type { TreeHash } from '../../../domain/ids';
import type { Language } from '../../../domain/run/input';
import type { CodeDeps } from '../types';
import type { Subject } from './subjects';
import type { QuestionWords } from './words';

/** A question, taken apart. */
export interface Asked {
  readonly deps: CodeDeps;
  readonly text: string;
  readonly language: Language;
  readonly directory: HostDirectory;
  readonly tree: TreeHash;
  readonly signal: AbortSignal;
  readonly navigation: Navigation;
  readonly words: QuestionWords;
  readonly subjects: readonly Subject[];
  /** Names of the subjects, for people. */
  readonly of: string;
}

/** A place that an answer lists. */
export interface ListedPlace {
  /** Id of its symbol, or its path: later messages refer to it. */
  readonly id: string;
  readonly text: string;
}

/** Answer to a question: its first line, and places, the likeliest first. */
export interface Told {
  readonly head: string;
  readonly places: readonly ListedPlace[];
  /** Ids of what it is about; absent: the subjects of the question. */
  readonly about?: readonly string[];
}
