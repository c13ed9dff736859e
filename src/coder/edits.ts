import { saidText } from '../domain/run/said';
import { z } from 'zod';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { TreeHash } from '../domain/ids';
import type { EditRefusal, FileChange, FileEdit, TreeDiff } from '../domain/files/workspace';
import { checkPath } from '../domain/files/paths';
import { newElision } from '../domain/files/edit-match/elision';
import { inFormOf } from '../domain/files/edit-match/text';
import { type BlobStore, readTreeFile, textFormAt, treeChanges, type TreeStore } from '../store';
import type { Inspect, InspectedChange, Inspection } from '../verifier/integrity';
import type { ModelClient } from '../model';

/** One file as a model changes it: the seed's modification, replacements of passages, or another path for it. */
export const ModificationReply = z.object({
  path: z.string().min(1),
  action: z.enum(['create', 'modify', 'delete', 'move']),
  from: z.string().nullable().default(null),
  content: z.string().nullable().default(null),
  replacements: z
    .array(z.object({ search: z.string().min(1), replacement: z.string() }))
    .nullable()
    .default(null),
});
export type ModificationReply = z.infer<typeof ModificationReply>;

/** A modification as who makes it by code may give it: a replacement can be for all places. */
export interface Modification extends Omit<ModificationReply, 'replacements'> {
  replacements: readonly { search: string; replacement: string; all?: boolean }[] | null;
}

export interface WorkspacePort {
  applyEdits(
    tree: TreeHash,
    edits: readonly FileEdit[],
    rules?: { heavyFolders?: HeavyRules },
  ): Promise<{ tree: TreeHash } | { refusals: EditRefusal[] }>;
  diffTrees(base: TreeHash, tree: TreeHash): Promise<TreeDiff>;
}

/** Parts that every request for edits is built from. */
export interface LlmDeps {
  model: ModelClient;
  trees: TreeStore;
  blobs: BlobStore;
  workspace: WorkspacePort;
  /** Takes secrets out of texts that end in history. */
  redact(text: string): string;
  /** Absent: only paths are looked at. */
  inspect?: Inspect;
}

/** Context of one piece of work. */
export interface LlmContext {
  signal: AbortSignal;
  /** Asked in place of the endpoint's own. */
  model?: string;
  /** Try of its activity, from 1. */
  attempt?: number;
}

export type Applied = { tree: TreeHash } | { refusals: EditRefusal[] };

/**
 * Applies a model's modifications. `forbidden` gives the reason why a path may not change. "Create" for an existing
 * file counts as "modify", and "modify" for a missing one as "create".
 */
export async function applyModifications(
  deps: Pick<LlmDeps, 'workspace' | 'trees' | 'blobs'>,
  tree: TreeHash,
  modifications: readonly Modification[],
  forbidden: (path: string, exists: boolean) => string | undefined,
  heavyFolders?: HeavyRules,
): Promise<Applied> {
  const edits: FileEdit[] = [];
  const refusals: EditRefusal[] = [];
  for (const reply of modifications) {
    const modification = { ...reply, path: plainPath(reply.path), from: reply.from && plainPath(reply.from) };
    const made =
      (await unwanted(deps, tree, modification, forbidden)) ?? (await toEdits(deps, tree, modification));
    if ('reason' in made) refusals.push(made);
    else edits.push(...made);
  }
  if (refusals.length > 0) return { refusals };
  return deps.workspace.applyEdits(tree, edits, { heavyFolders });
}

/** Edits that were applied, unless the inspection objects: then its objections, as refusals to be answered. */
export async function inspected(
  deps: Pick<LlmDeps, 'workspace' | 'trees' | 'inspect'>,
  applied: Applied,
  start: Omit<InspectedChange, 'tree' | 'changes'>,
): Promise<Applied> {
  if (!deps.inspect || 'refusals' in applied) return applied;
  const changes = await allChanges(deps, start.base, applied.tree);
  const { objections } = await deps.inspect({ ...start, tree: applied.tree, changes });
  if (objections.length === 0) return applied;
  return {
    refusals: objections.map(({ message, ...one }) => ({
      ...one,
      message: saidText(message),
      reason: 'protected' as const,
    })),
  };
}

/** A whole change as an inspection sees it: signs that it is wrong, and objections. */
export async function changeFindings(
  deps: Pick<LlmDeps, 'inspect' | 'workspace' | 'trees'>,
  change: Omit<InspectedChange, 'changes'>,
): Promise<{ diff: TreeDiff } & Inspection> {
  const { inspect, workspace } = deps;
  const diff = await workspace.diffTrees(change.base, change.tree);
  const inspection = await inspect?.({ ...change, changes: await allOf(deps, diff) });
  return { diff, signs: [], objections: [], ...inspection };
}

/** Every change, however many there are: a difference lists the first ones only, and the others must be looked at too. */
export async function allChanges(
  deps: Pick<LlmDeps, 'workspace' | 'trees'>,
  base: TreeHash,
  tree: TreeHash,
): Promise<FileChange[]> {
  return allOf(deps, await deps.workspace.diffTrees(base, tree));
}

async function allOf(
  { trees }: Pick<LlmDeps, 'trees'>,
  { base, tree, files, fileCount }: TreeDiff,
): Promise<FileChange[]> {
  if (files.length === fileCount) return files;
  return (await treeChanges(trees, base, tree)).flatMap(({ path, before, after }): FileChange[] => {
    const [old, fresh] = [before, after].map((entry) => (entry?.type === 'dir' ? undefined : entry));
    if (!old && !fresh) return [];
    const change = !old ? 'added' : !fresh ? 'deleted' : 'modified';
    return [{ path, change, addedLines: 0, removedLines: 0 }];
  });
}

function plainPath(path: string): string {
  return path.replace(/^(\.\/)+/, '');
}

/** Reason not even to try a modification. Undefined: none. */
async function unwanted(
  deps: Pick<LlmDeps, 'trees'>,
  tree: TreeHash,
  { path, action, from, content, replacements }: Modification,
  forbidden: (path: string, exists: boolean) => string | undefined,
): Promise<EditRefusal | undefined> {
  for (const each of action === 'move' && from !== null ? [from, path] : [path]) {
    // A path that leads out of the project is nothing that a rule on its files could speak of.
    const bad = checkPath(each);
    if (bad) return { path: each, reason: 'bad-path', message: `${bad.message}.`, problem: bad.name };
    const reason = forbidden(each, (await deps.trees.find(tree, each)) !== undefined);
    if (reason !== undefined)
      return { path: each, reason: 'protected', message: `${each} ${reason} and must not be changed.` };
  }
  if (action === 'move' && from === null)
    return { path, reason: 'malformed', message: `${path}: "from" is not given.` };
  const nothing = action !== 'delete' && action !== 'move' && content === null && !replacements?.length;
  if (nothing)
    return { path, reason: 'no-match', message: `${path}: neither content nor replacements are given.` };
  return undefined;
}

/** A model that writes `// ... the rest` in place of code would delete that code. */
function leftOut(path: string, old: string, fresh: string): EditRefusal | undefined {
  const line = newElision(old, fresh);
  const message = `${path}: "${line ?? ''}" leaves code out that would be lost; give it.`;
  return line === undefined ? undefined : { path, reason: 'malformed', message };
}

async function toEdits(
  stores: Pick<LlmDeps, 'trees' | 'blobs'>,
  tree: TreeHash,
  { path, action, from, content, replacements }: Modification,
): Promise<FileEdit[] | EditRefusal> {
  if (action === 'delete') return [{ action, path }];
  const passages = replacements ?? [];
  for (const { search, replacement } of passages) {
    const lazy = leftOut(path, search, replacement);
    if (lazy) return lazy;
  }
  const edits = passages.map((passage): FileEdit => ({ action: 'replace', path, ...passage }));
  // A moved file may be changed as well.
  if (action === 'move') return [{ action, from: from ?? path, path }, ...edits];
  if (content === null) return edits;
  const bytes = await readTreeFile(stores, tree, path);
  const old = bytes && (await textFormAt(stores, tree, { path, bytes })).text;
  if (old !== undefined)
    return leftOut(path, old, content) ?? [{ action: 'modify', path, content: inFormOf(old, content) }];
  const exists = (await stores.trees.find(tree, path)) !== undefined;
  return [{ action: exists ? 'modify' : 'create', path, content }];
}

export function refusalLines(refusals: readonly EditRefusal[]): string[] {
  return refusals.map(({ path, message, nearest }) =>
    nearest === undefined
      ? `- ${path}: ${message}`
      : `- ${path}: ${message}\n  What stands there, after line numbers; ≠ marks what you expected and is not there:\n${nearest}`,
  );
}

/** Complaint to the model about edits that did not apply. */
export function refusalText(refusals: readonly EditRefusal[]): string {
  return [
    'Your edits could not be applied, so none of them was:',
    ...refusalLines(refusals),
    'Answer again with the whole corrected JSON object and nothing else.',
  ].join('\n');
}

/** The refusals in one line, for a note that ends in history. */
export function refusalNote(refusals: readonly EditRefusal[], redact: (text: string) => string): string {
  return redact(refusals.map(({ message }) => message).join(' ')).slice(0, 500);
}
