import type { TreeHash } from '../../domain/ids';
import type { DebuggerSuggestion, FileModification } from '../../domain/heal/proposal';
import type { FileChange, TreeDiff } from '../../domain/files/workspace';
import { type BlobStore, readFileOf, type TreeStore } from '../../store';

/** Characters of contents that one suggestion carries in history; all else is behind `contentRef`. */
const CONTENT_BUDGET = 2_048;

const ACTIONS: Record<FileChange['change'], FileModification['action']> = {
  added: 'create',
  modified: 'modify',
  deleted: 'delete',
  renamed: 'create',
};

/** The suggestion as the seed has it: every file that changed, with its whole new content. */
export async function wholeSuggestion(
  stores: { trees: TreeStore; blobs: BlobStore },
  tree: TreeHash,
  reply: Omit<DebuggerSuggestion, 'fileModifications'>,
  diff: TreeDiff,
): Promise<DebuggerSuggestion> {
  const fileModifications = await Promise.all(
    diff.files.map(async ({ path, change }): Promise<FileModification> => {
      const action = ACTIONS[change];
      const file = change === 'deleted' ? undefined : await stores.trees.find(tree, path);
      if (!file) return { path, action };
      const content = (await readFileOf(stores.blobs, tree, file)).toString('utf8');
      return { path, action, content, contentRef: file.hash };
    }),
  );
  const { rootCause, errorCategory, verificationCommands } = reply;
  // The seed's reply knows no renames: the old path goes, the new one comes.
  const gone = diff.files.flatMap(({ renamedFrom }): FileModification[] =>
    renamedFrom === undefined ? [] : [{ path: renamedFrom, action: 'delete' }],
  );
  fileModifications.push(...gone);
  return { rootCause, errorCategory, fileModifications, verificationCommands };
}

/** The suggestion for history: short texts, secrets redacted, contents only as far as they fit. */
export function boundedSuggestion(
  suggestion: DebuggerSuggestion,
  redact: (text: string) => string,
): DebuggerSuggestion {
  let left = CONTENT_BUDGET;
  return {
    rootCause: redact(suggestion.rootCause).slice(0, 1_000),
    errorCategory: redact(suggestion.errorCategory).slice(0, 100),
    fileModifications: suggestion.fileModifications.slice(0, 20).map(({ content, ...rest }) => {
      if (content === undefined || content.length > left) return rest;
      left -= content.length;
      return { ...rest, content: redact(content) };
    }),
    verificationCommands: suggestion.verificationCommands
      .slice(0, 5)
      .map((command) => redact(command).slice(0, 200)),
  };
}
