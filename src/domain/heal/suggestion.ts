import type { FileChange } from '../files/workspace';
import type { Candidate, DebuggerSuggestion, FileModification } from './proposal';

const ACTIONS: Record<FileChange['change'], FileModification['action']> = {
  added: 'create',
  modified: 'modify',
  deleted: 'delete',
  renamed: 'create',
};

/** Files of a suggestion, as its difference has them, without contents. The seed's reply knows no renames: the old path goes, the new one comes. */
export function modificationsOf(files: readonly FileChange[]): FileModification[] {
  const gone = files.flatMap(({ renamedFrom }): FileModification[] =>
    renamedFrom === undefined ? [] : [{ path: renamedFrom, action: 'delete' }],
  );
  return [...files.map(({ path, change }) => ({ path, action: ACTIONS[change] })), ...gone];
}

/** The seed's reply of a candidate, without the contents of files. */
export function suggestionOf({ suggestion, diff }: Candidate): DebuggerSuggestion {
  return { ...suggestion, fileModifications: modificationsOf(diff.files) };
}
