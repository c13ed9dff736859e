import type { TreeHash } from '../../domain/ids';
import type { CandidateSuggestion, DebuggerSuggestion, FileModification } from '../../domain/heal/proposal';
import { modificationsOf } from '../../domain/heal/suggestion';
import type { TreeDiff } from '../../domain/files/workspace';
import { type BlobStore, readFileOf, textFormAt, type TreeStore } from '../../store';

/** The suggestion as the seed has it: every file that changed, with its whole new content. */
export async function wholeSuggestion(
  stores: { trees: TreeStore; blobs: BlobStore },
  tree: TreeHash,
  reply: Omit<DebuggerSuggestion, 'fileModifications'>,
  diff: TreeDiff,
): Promise<DebuggerSuggestion> {
  const fileModifications = await Promise.all(
    modificationsOf(diff.files).map(async ({ path, action }): Promise<FileModification> => {
      const file = action === 'delete' ? undefined : await stores.trees.find(tree, path);
      if (!file) return { path, action };
      const bytes = await readFileOf(stores.blobs, tree, file);
      const { text: content } = await textFormAt(stores, tree, { path, bytes });
      return { path, action, content, contentRef: file.hash };
    }),
  );
  const { rootCause, errorCategory, verificationCommands } = reply;
  return { rootCause, errorCategory, fileModifications, verificationCommands };
}

/** The suggestion for history: short texts, secrets redacted. */
export function boundedSuggestion(
  { rootCause, errorCategory, verificationCommands }: CandidateSuggestion,
  redact: (text: string) => string,
): CandidateSuggestion {
  return {
    rootCause: redact(rootCause).slice(0, 1_000),
    errorCategory: redact(errorCategory).slice(0, 100),
    verificationCommands: verificationCommands.slice(0, 5).map((command) => redact(command).slice(0, 200)),
  };
}
