import { z } from 'zod';
import type { TreeHash } from '../../domain/ids';
import type { EditRefusal, FileEdit, TreeDiff } from '../../domain/workspace';
import { redact } from '../../domain/redact';
import type { BlobStore, TreeStore } from '../../store/types';
import type { ModelClient } from './types';

/** One file as a model changes it: the seed's modification, or replacements of passages. */
export const ModificationReply = z.object({
  path: z.string().min(1),
  action: z.enum(['create', 'modify', 'delete']),
  content: z.string().nullable().default(null),
  replacements: z
    .array(z.object({ search: z.string().min(1), replacement: z.string() }))
    .nullable()
    .default(null),
});
export type ModificationReply = z.infer<typeof ModificationReply>;

/** What applies edits to trees; the workspace's own functions, injected. */
export interface WorkspacePort {
  /** Applies all edits or none. */
  applyEdits(
    tree: TreeHash,
    edits: readonly FileEdit[],
  ): Promise<{ tree: TreeHash } | { refusals: EditRefusal[] }>;
  diffTrees(base: TreeHash, tree: TreeHash): Promise<TreeDiff>;
}

/** What everything that asks a model for edits is built from. */
export interface LlmDeps {
  model: ModelClient;
  trees: TreeStore;
  blobs: BlobStore;
  workspace: WorkspacePort;
}

/** What a caller brings to one piece of work. */
export interface LlmContext {
  signal: AbortSignal;
  heartbeat?: () => void;
}

export type Applied = { tree: TreeHash } | { refusals: EditRefusal[] };

/**
 * Applies a model's modifications. `forbidden` gives the reason why a path may not change. A file that is
 * "created" where one stands, or "modified" where none does, is meant well and taken as the other.
 */
export async function applyModifications(
  deps: Pick<LlmDeps, 'workspace' | 'trees'>,
  tree: TreeHash,
  modifications: readonly ModificationReply[],
  forbidden: (path: string, exists: boolean) => string | undefined,
): Promise<Applied> {
  const edits: FileEdit[] = [];
  const refusals: EditRefusal[] = [];
  for (const modification of modifications) {
    const path = modification.path.replace(/^(\.\/)+/, '');
    const exists = (await deps.trees.find(tree, path)) !== undefined;
    const reason = forbidden(path, exists);
    if (reason !== undefined) {
      refusals.push({ path, reason: 'protected', message: `${path} ${reason} and must not be changed.` });
      continue;
    }
    const made = toEdits({ ...modification, path }, exists);
    if (made.length === 0) {
      const message = `${path}: neither content nor replacements are given.`;
      refusals.push({ path, reason: 'no-match', message });
    }
    edits.push(...made);
  }
  if (refusals.length > 0) return { refusals };
  return deps.workspace.applyEdits(tree, edits);
}

function toEdits({ path, action, content, replacements }: ModificationReply, exists: boolean): FileEdit[] {
  if (action === 'delete') return [{ action, path }];
  if (content !== null) return [{ action: exists ? 'modify' : 'create', path, content }];
  return (replacements ?? []).map((passage) => ({ action: 'replace', path, ...passage }));
}

/** What a model is told of edits that did not apply. */
export function refusalText(refusals: readonly EditRefusal[]): string {
  const lines = refusals.map(({ path, message, nearest }) =>
    nearest === undefined
      ? `- ${path}: ${message}`
      : `- ${path}: ${message}\n  What stands there:\n${nearest}`,
  );
  return [
    'Your edits could not be applied, so none of them was:',
    ...lines,
    'Answer again with the whole corrected JSON object and nothing else.',
  ].join('\n');
}

/** The same in one line for a note that ends in history. */
export function refusalNote(refusals: readonly EditRefusal[]): string {
  return redact(refusals.map(({ message }) => message).join(' ')).slice(0, 500);
}
