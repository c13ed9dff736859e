import type { GoalDeps } from '../activities';
import { goalFolders } from '../coder/goal';
import { goalContents, type FilesContext } from '../coder/tools/files';
import type { Documents } from '../documents';
import { chooseFolderFor } from '../domain/goal/locate';
import type { Conversations, Learned } from '../memory';
import type { ModelClient } from '../model';
import type { Store } from '../store';
import { timeToSearch } from '../times';
import type { Workspaces } from '../workspace';

/** Parts of a worker that goals are composed of. */
export interface GoalParts {
  store: Pick<Store, 'blobs' | 'trees'>;
  workspaces: Workspaces;
  documents: Documents;
  conversations: Conversations;
  learned: Learned;
  redact(text: string): string;
  /** Absent where no model is configured. */
  model?: ModelClient;
  /** Absent: no commands are run. */
  runCommand?: FilesContext['runCommand'];
}

/** Composes the parts of the effects of goals. */
export function goalParts(parts: GoalParts): GoalDeps['goal'] {
  const { store, workspaces, documents, conversations, learned, redact, model, runCommand } = parts;
  const { blobs, trees } = store;
  const timeRange: GoalDeps['goal']['begin']['timeRange'] = (words, { now, language }) =>
    timeToSearch(words, { now, language });
  return {
    begin: {
      ...{ blobs, trees, timeRange },
      capture: (request) => workspaces.captureManifest(request),
      turnsOf: (id) => conversations.turns(id),
      learnedRows: (roots, now) => learned.rows(roots, now),
      knownFolders: (roots, tree) => goalFolders({ trees }, roots, tree),
    },
    think: {
      ...{ blobs, redact, model, timeRange },
      ...{ hasModel: model !== undefined, runsCommands: runCommand !== undefined },
    },
    step: {
      ...{ blobs, trees, documents, redact, runCommand, timeRange },
      chooseFolder: (what, folders, known) => chooseFolderFor(what, folders, known),
      contentsOf: (roots, onDisk, signal) =>
        goalContents(blobs, workspaces.openOriginals({ roots, base: onDisk }), signal),
    },
    end: {
      ...{ blobs, redact },
      learn: (roots, tries) => learned.add(roots, tries),
      addTurn: (id, turn) => conversations.add(id, turn),
    },
  };
}
