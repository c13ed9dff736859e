import { z } from 'zod';
import type { TreeHash } from '../../../domain/ids';
import { REDACTED } from '../../../domain/redact/readings';
import type { EditRefusal, TreeDiff } from '../../../domain/files/workspace';
import { applyModifications, inspected, type Applied, type Modification, refusalLines } from '../../edits';
import { isSecretFile } from '../../../domain/files/secret-names';
import { answer, failure, shownPath, type DirectoryContext, type DirectoryResult, tool } from './context';
import { problemsText, renamedIn } from './problems';
import type { SeenFile, Stretch } from '../../../domain/files/seen';
import { readFileOf, textFormAt, type TreeFile } from '../../../store';
import { type Forbidden, requestRules } from '../../request-rules';

const Replacement = z.object({
  search: z.string().min(1).describe('Copied from the file, without line numbers; occurs there once.'),
  replace: z.string(),
  all: z.boolean().nullish().describe('Replaces every place that is letter for letter the same.'),
});

const EditInput = z.object({
  path: z.string().min(1),
  edits: z.array(Replacement).min(1).max(100).nullish().describe('Passages to replace, in order.'),
  content: z.string().nullish().describe('The whole text, of a new file or in place of one that was read.'),
  rename: z.string().min(1).nullish().describe('New path of the file.'),
  delete: z.boolean().nullish(),
});
type EditInput = z.infer<typeof EditInput>;

/** Changes one file of the run's tree, and tells the errors that the change brings. */
export const editTool = tool({
  name: 'edit',
  description:
    'Changes one file: replaces passages (`edits`), writes it whole (`content`), gives it another path (`rename`, also with `edits`) or deletes it. All of it or nothing. The result ends with new syntax and type errors.',
  kind: 'write',
  activity: 'check',
  input: EditInput,
  summary: (input) => `edit ${input.path} (${workOf(input)})`,
  act: ({ path, rename }) => ({ tool: 'change', paths: rename ? [path, rename] : [path] }),
  run: async (context, input) => {
    const problem = wrongInput(input) ?? (await blind(context, input));
    if (problem !== undefined) return failure(context, problem);
    const applied = await apply(context, input);
    if ('refusals' in applied) return refused(context, applied.refusals);
    return done(context, applied.tree, input);
  },
});

function workOf({ edits, content, rename, delete: gone }: EditInput): string {
  const parts = [
    gone ? 'delete' : '',
    rename ? `rename to ${rename}` : '',
    edits ? `${edits.length} replaced` : '',
    typeof content === 'string' ? `${content.length} characters` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

function wrongInput(input: EditInput): string | undefined {
  const { edits, content, rename, delete: gone } = input;
  const given = [edits, content, gone || undefined].filter((one) => one !== undefined && one !== null).length;
  if (given > 1) return 'Give only one of edits, content and delete.';
  if (given === 0 && !rename) return 'Give edits, content, rename or delete.';
  if (rename && (typeof content === 'string' || gone)) return 'A rename goes with edits or with nothing.';
  if (JSON.stringify([edits, content]).includes(REDACTED))
    return `The text holds ${REDACTED}, which stands where a secret was taken out: it would be written into the file. Leave those lines as they are.`;
  return undefined;
}

/** A file that the model has not seen as it is now must not be written anew: what it does not know would be lost. */
async function blind(
  context: DirectoryContext,
  { path, rename, content }: EditInput,
): Promise<string | undefined> {
  for (const each of rename ? [path, rename] : [path]) {
    if (isSecretFile(each) && (await context.trees.find(context.tree, each)))
      return `${shownPath(each)} holds secrets by its name: it is neither shown nor changed.`;
  }
  if (typeof content !== 'string') return undefined;
  const present = await context.trees.find(context.tree, path.replace(/^(\.\/)+/, ''));
  if (present?.type !== 'file') return undefined;
  return unknownPart(context, present);
}

async function apply(context: DirectoryContext, input: EditInput): Promise<Applied> {
  const { tree, heavyFolders } = context;
  const rules = await rulesOf(context);
  const applied = await applyModifications(context, tree, [modificationOf(input)], rules, heavyFolders);
  return inspectedChange(context, applied);
}

/** The whole change so far is inspected: what two edits do together is one change. */
export function inspectedChange(context: DirectoryContext, applied: Applied): Promise<Applied> {
  const { base, spec, directory, report, impactedFiles, request } = context;
  return inspected(context, applied, {
    base,
    spec,
    directory,
    report,
    impactedFiles: [...impactedFiles],
    isAsked: true,
    asked: request,
  });
}

function modificationOf({ path, edits, content, rename, delete: gone }: EditInput): Modification {
  const replacements =
    edits?.map(({ search, replace, all }) => ({ search, replacement: replace, all: all ?? undefined })) ??
    null;
  const none = { from: null, content: null, replacements };
  if (gone) return { ...none, path, action: 'delete' };
  if (rename) return { ...none, path: rename, action: 'move', from: path };
  return { ...none, path, action: 'modify', content: content ?? null };
}

/** Every refusal, with the nearest lines; nothing has changed. */
export function refused(
  context: DirectoryContext,
  refusals: readonly EditRefusal[],
): Promise<DirectoryResult> {
  return failure(context, ['Nothing was changed:', ...refusalLines(refusals)].join('\n'));
}

async function done(context: DirectoryContext, tree: TreeHash, input: EditInput): Promise<DirectoryResult> {
  const diff = await context.workspace.diffTrees(context.tree, tree);
  if (diff.fileCount === 0) return answer(context, 'The file has this text already: nothing was changed.');
  const touched = await standing(context, tree, diff, typeof input.content === 'string');
  const paths = touched.map(({ path }) => path);
  const { text } = await problemsText(context, tree, paths, context.tree, renamedIn(diff.files));
  const lines = [...diff.files.map(changeLine), text].filter(Boolean);
  return answer(context, lines.join('\n'), { tree, seen: touched });
}

function changeLine({
  path,
  change,
  renamedFrom,
  addedLines,
  removedLines,
}: TreeDiff['files'][number]): string {
  const from = renamedFrom === undefined ? '' : ` from ${shownPath(renamedFrom)}`;
  return `${change} ${shownPath(path)}${from} (+${addedLines} -${removedLines})`;
}

/** Reason why a model does not know all of a file, with the way on; undefined where it does. */
async function unknownPart(context: DirectoryContext, file: TreeFile): Promise<string | undefined> {
  const { seen, redact, blobs, tree } = context;
  const shown = shownPath(file.path);
  const known = seen.get(file.path);
  const way = 'before you write it whole, or replace passages with edits.';
  if (known?.hash !== file.hash) {
    const why = known === undefined ? 'You have not read' : 'There is another text by now in';
    return `${why} ${shown}: read it ${way}`;
  }
  const [gap] = known.unseen ?? [];
  if (gap === undefined) return undefined;
  const bytes = await readFileOf(blobs, tree, file);
  const { text } = await textFormAt(context, tree, { path: file.path, bytes });
  if (redact(text) !== text)
    return `${shown} holds secrets, which are not shown, so it can't be written whole: replace passages with edits.`;
  return `You have not read ${placeText(text, gap)} of ${shown}: read that ${way}`;
}

/** `lines 3 to 9`, or `line 3 from column 2001`. */
function placeText(text: string, [from, to]: Stretch): string {
  const before = text.slice(0, from).split('\n');
  const first = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  if (column > 1) return `line ${first} from column ${column}`;
  const last = first + text.slice(from, to).replace(/\n$/, '').split('\n').length - 1;
  return last > first ? `lines ${first} to ${last}` : `line ${first}`;
}

/**
 * Files of a change that are there after it, as the model that made it knows them. `isWritten`: it wrote the whole text. One that
 * knew only parts of a file does not know where these stand after its edits.
 */
async function standing(
  { trees, tree: before, seen }: DirectoryContext,
  tree: TreeHash,
  { files }: TreeDiff,
  isWritten: boolean,
): Promise<(SeenFile & { path: string })[]> {
  const found: (SeenFile & { path: string })[] = [];
  for (const { path, change, renamedFrom = path } of files) {
    const file = change === 'deleted' ? undefined : await trees.find(tree, path);
    if (file?.type !== 'file') continue;
    const { hash, size } = file;
    const old = await trees.find(before, renamedFrom);
    const known = seen.get(renamedFrom);
    const isKnown = known !== undefined && known.hash === old?.hash;
    if (isWritten || (isKnown && !known.unseen?.length)) found.push({ path, hash });
    else if (isKnown && hash === old.hash) found.push({ path, ...known });
    else found.push({ path, hash, unseen: [[0, size]] });
  }
  return found;
}

/**
 * Reason why a path may not change: the rules of a request, and for secrets. A file counts as new as long as the run began
 * without it, so that the run can mend its own tests.
 */
export async function rulesOf(context: DirectoryContext): Promise<Forbidden> {
  const rules = await requestRules(context, context);
  const began = new Set((await context.trees.list(context.base)).map(({ path }) => path));
  return (path, exists) =>
    exists && isSecretFile(path) ? 'holds secrets by its name' : rules(path, began.has(path));
}
