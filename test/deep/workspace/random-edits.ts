import { createPatch } from 'diff';
import type { BlobHash, TreeHash } from '../../../src/domain/ids';
import { asTree } from '../../support/hashes';
import fc from '../../support/fast-check';
import { isUtf8 } from 'node:buffer';
import { applyEdits } from '../../../src/workspace/trees/apply-edits';
import type { TreeAccess } from '../../../src/workspace/trees/tree-access';
import { STREAM_LIMIT } from '../../../src/workspace/io/read-file';
import { checkPath } from '../../../src/domain/files/paths';
import type { FileEdit } from '../../../src/domain/files/workspace';
import { readTreeFile } from '../../../src/store/tree-store';

export const ACTIONS = ['create', 'modify', 'delete', 'replace', 'patch', 'move', 'mode'] as const;
export type Action = (typeof ACTIONS)[number];

/** An edit that is yet to be fitted to the tree that it meets. */
export interface Draw {
  action: Action;
  /** Which of the tree's files. */
  file: number;
  /** Which of the file's lines. */
  line: number;
  /** Where something new is to stand. */
  path: string;
  text: string;
  mode: number;
}

/** Any edits, a dozen at most. */
export const draws: fc.Arbitrary<Draw[]> = fc.array(
  fc.record({
    action: fc.constantFrom(...ACTIONS),
    file: fc.nat(),
    line: fc.nat(),
    path: fc
      .array(fc.constantFrom('a', 'A', 'b', 'b c', 'é', 'z.ts', 'new'), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('/')),
    text: fc.string({ unit: fc.constantFrom('k', 'x', ' ', '\n', '\r\n', 'é'), maxLength: 20 }),
    mode: fc.constantFrom(0o755, 0o600, 0o444, 0o777, 0o400),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Content that a fitted edit is expected to give its file. */
interface Fitted {
  edit: FileEdit;
  content?: string;
}

/** Applies a draw to a tree; undefined where its edit is refused, or where there is no file for it. */
export async function applyDraw(
  store: TreeAccess,
  tree: TreeHash,
  draw: Draw,
): Promise<TreeHash | undefined> {
  const fitted = await fit(store, tree, draw);
  const outcome = fitted && (await applyEdits(store, tree, [fitted.edit]));
  if (!fitted || !outcome || !('tree' in outcome)) return undefined;
  const { edit, content } = fitted;
  if (content !== undefined)
    expect((await readTreeFile(store, outcome.tree, edit.path))?.toString()).toBe(content);
  return outcome.tree;
}

async function fit(
  store: TreeAccess,
  tree: BlobHash,
  { action, file, line, path: fresh, text, mode }: Draw,
): Promise<Fitted | undefined> {
  if (action === 'create') return { edit: { action, path: fresh, content: text }, content: text };
  const files = (await store.trees.list(asTree(tree))).filter(
    ({ type, path }) => type === 'file' && !checkPath(path),
  );
  const { path, size } = files[file % Math.max(files.length, 1)] ?? { path: '', size: 0 };
  if (path === '') return undefined;
  if (action === 'delete') return { edit: { action, path } };
  if (action === 'mode') return { edit: { action, path, mode } };
  if (action === 'move') return { edit: { action, from: path, path: fresh } };
  if (action === 'modify') return { edit: { action, path, content: text }, content: text };
  // Texts are searched where a test can afford it; a huge file is moved, replaced as a whole, or gets another mode.
  const before = size <= STREAM_LIMIT ? await readTreeFile(store, asTree(tree), path) : undefined;
  if (!before || !isUtf8(before)) return undefined;
  return action === 'replace'
    ? fitReplace(path, before.toString(), line, text)
    : fitPatch(path, before.toString(), line, text);
}

/** All that is there, so that it has one place; or a line of it, which may be refused. */
function fitReplace(path: string, before: string, line: number, replacement: string): Fitted | undefined {
  const lines = before.split('\n');
  const search = line % 2 === 0 ? before : (lines[line % lines.length] ?? '');
  return search === '' ? undefined : { edit: { action: 'replace', path, search, replacement } };
}

/** A diff with all of the file as context, in which one line becomes others. */
function fitPatch(path: string, before: string, line: number, text: string): Fitted | undefined {
  const lines = before.split('\n');
  const content = lines.with(line % lines.length, text).join('\n');
  const whole = createPatch('f', before, content, '', '', { context: lines.length });
  const hunks = whole.slice(whole.indexOf('\n@@') + 1);
  return content === before ? undefined : { edit: { action: 'patch', path, diff: hunks }, content };
}
