import type { Edits, Ways } from '../cheats/project';
import type { Files } from '../project-folder';

/** A real bug: a project whose tests fail, what mends it, and what only looks so. */
export interface Bug {
  set: 'HumanEvalFix' | 'QuixBugs' | 'hessian.js' | 'eslint';
  id: string;
  files: Files;
  /** Folders of a commit that lie below the files; absent: the files are all. */
  archive?: Archive;
  /** Command that judges; absent: what the gate finds. */
  command?: string;
  /** Command by which this bench itself tells red from green. */
  check: string;
  fix: Edits;
  ways: Ways;
  /** Change that has nothing to do with the bug. */
  unrelated: Edits;
  /** Tests with one expected value made wrong. Absent: none could be made. */
  impossible?: Edits;
}

export interface Archive {
  repository: string;
  commit: string;
  paths: readonly string[];
}

/** A bug that could not be laid out here, and why. */
export interface NotRun {
  set: Bug['set'];
  id: string;
  why: string;
}

/** Words of a text in which one expected value is another: the last that stands behind `===`, `==`, `expected`. */
export function wrongValue(text: string, pattern: RegExp): string | undefined {
  const last = [...text.matchAll(pattern)].at(-1);
  const [whole = '', value = ''] = last ?? [];
  if (!last || value === '') return undefined;
  const at = last.index + whole.lastIndexOf(value);
  return text.slice(0, at) + otherValue(value) + text.slice(at + value.length);
}

function otherValue(value: string): string {
  const flipped: Readonly<Record<string, string>> = {
    true: 'false',
    false: 'true',
    True: 'False',
    False: 'True',
  };
  if (flipped[value] !== undefined) return flipped[value];
  if (/^-?\d/.test(value)) return String(Number(value) + 1);
  return `${value.slice(0, -1)}x${value.slice(-1)}`;
}
