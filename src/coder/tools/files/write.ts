import { baseName, parentPath, withoutSetId, joinPath, ancestorPaths } from '../../../domain/files/paths';
import { REDACTED } from '../../../domain/redact/readings';
import { sizeText } from '../../../domain/text';
import {
  newFile,
  textForm,
  type WrittenText,
  asksCharset,
  type TextForm,
} from '../../../machine/text/text-form';
import { shownPath } from '../directory/context';
import type { FileTool } from './context';
import { entryOf, isRoot, type Spot, TreeWork, folderMark, type FoundSpot } from './tree-work';
import { nameProblem } from './transfer';
import { failedItem, summaryOf } from './words';
import type { TreeHash } from '../../../domain/ids';
import type { ItemOutcome } from '../../../domain/goal/outcome';
import { linesAt, nearestLines } from '../../../domain/files/edit-text';
import type { MatchProblem } from '../../../domain/files/edit-match/outcome';
import { replaceText } from '../../../domain/files/edit-match/replace-text';
import type { ResolvedArgs } from '../../../domain/goal/tool-args';
import { said } from '../../../domain/saying';
import { isSecretFile } from '../../../domain/files/secret-names';
import { isDocument } from '../../../documents';

type Edits = ResolvedArgs<'edit'>['edits'];

/** Replaces passages of a text file, one after the other: all of them or none. */
export const editTool: FileTool<'edit'> = async (context, { path: given, edits }) => {
  const work = new TreeWork(context);
  const { words } = work;
  const spot = await work.found(given);
  if ('problem' in spot) return failedItem(given, spot.problem);
  const path = spot.shown;
  if (edits.some(({ replacement }) => replacement.includes(REDACTED)))
    return failedItem(path, words.marked(shownPath(path), REDACTED));
  const file = await editable(work, spot, edits);
  if ('problem' in file) return failedItem(path, file.problem);
  const edited = editText(file.form, edits);
  if (!edited.ok) return failedItem(path, problemText(work, path, edited.problem, edited.text));
  const written = file.form.write(edited.text);
  if ('problem' in written) return failedItem(path, words.unwritable(shownPath(path), written.problem));
  if (written.bytes.equals(file.bytes)) {
    const reason = words.hasText(shownPath(path));
    return work.outcome([{ path, ok: true, reason }], reason);
  }
  const hash = await context.blobs.put(written.bytes);
  const mode = withoutSetId(spot.entry.mode);
  await work.draft.put(spot.path, { ...spot.entry, mode, type: 'file', size: written.bytes.length, hash });
  return work.outcome([{ path, ok: true }], words.replaced(edits.length, shownPath(path)));
};

export const deleteTool: FileTool<'delete'> = async (context, { items }) => {
  const work = new TreeWork(context);
  const gone = new Map<string, string>();
  const outcomes: ItemOutcome[] = [];
  for (const given of new Set(items)) {
    const spot = await work.spot(given);
    if (!('problem' in spot)) {
      if (gone.has(spot.path)) continue;
      // In the order of the items a folder may go before what is in it.
      const above = ancestorPaths(spot.path).find((path) => gone.has(path));
      if (above !== undefined && (await isInBase(context, spot.path))) {
        const reason = work.words.wentWith(shownPath(gone.get(above) ?? ''));
        outcomes.push({ path: spot.shown, ok: true, reason });
        continue;
      }
    }
    outcomes.push(await deleted(work, given, gone));
  }
  return work.outcome(outcomes, summaryOf(work.words, 'delete', outcomes));
};

const NEW_MODE = 0o644;

/** Writes a file, with the folders on the way to it. The content of one that is there is replaced. */
export const writeTool: FileTool<'write'> = async (context, { path: given, content }) => {
  const work = new TreeWork(context);
  const { words } = work;
  const spot = await work.spot(given);
  if ('problem' in spot) return failedItem(given, spot.problem);
  const path = spot.shown;
  const problem =
    notWritable(work, spot) ??
    nameProblem(work, parentPath(path) || '.', baseName(path)) ??
    (content.includes(REDACTED) ? words.marked(shownPath(path), REDACTED) : undefined);
  if (problem !== undefined) return failedItem(path, problem);
  const written = await newBytes(work, spot, content);
  if ('problem' in written) return failedItem(path, words.unwritable(shownPath(path), written.problem));
  const { bytes } = written;
  const hash = await context.blobs.put(bytes);
  await work.draft.makeFolder(parentPath(spot.path));
  const before = spot.entry;
  await work.draft.put(spot.path, {
    type: 'file',
    mode: before ? withoutSetId(before.mode) : NEW_MODE,
    size: bytes.length,
    hash,
  });
  const size = sizeText(bytes.length);
  if (!before) return work.outcome([{ path, ok: true }], words.wrote(shownPath(path), size));
  const reason = words.overwrote(shownPath(path), sizeText(before.size), size);
  return work.outcome([{ path, ok: true, reason }], reason);
};

/** Bytes of the new content; a file that begins with a byte-order mark keeps it, and its encoding. */
async function newBytes(work: TreeWork, spot: Spot, content: string): Promise<WrittenText> {
  const { entry, shown } = spot;
  const isThere = entry !== undefined && entry.type !== 'dir' && entry.size <= MOST_BYTES;
  const before = isThere
    ? await work.context.contents.read(entryOf({ ...spot, entry }), MOST_BYTES)
    : undefined;
  const form = Buffer.isBuffer(before) ? textForm(before) : undefined;
  if (form?.text.startsWith(MARK) !== true) return newFile(content, await work.charset(shown));
  return form.write(content.startsWith(MARK) ? content : MARK + content);
}

const MARK = '\ufeff';
const MOST_BYTES = 8_000_000;

function notWritable(work: TreeWork, spot: Spot): string | undefined {
  const shown = shownPath(spot.shown);
  if (spot.blockedBy !== undefined) return work.blockedText(spot);
  if (isRoot(spot) || spot.entry?.type === 'dir') return work.words.isFolder(shown);
  return spot.entry?.type === 'link' ? work.words.isLink(shown) : undefined;
}

/** Makes a folder, with those on the way to it. One that is there is fine. */
export const makeFolderTool: FileTool<'make_folder'> = async (context, { path: given }) => {
  const work = new TreeWork(context);
  const spot = await work.spot(given);
  if ('problem' in spot) return failedItem(given, spot.problem);
  const path = spot.shown;
  const shown = shownPath(path);
  if (spot.blockedBy !== undefined) return failedItem(path, work.blockedText(spot));
  if (spot.entry?.type === 'dir') {
    const reason = work.words.wasThere(shown);
    return work.outcome([{ path, ok: true, reason }], reason);
  }
  if (spot.entry) return failedItem(path, work.words.taken(shown));
  const problem = nameProblem(work, parentPath(path) || '.', baseName(path));
  if (problem !== undefined) return failedItem(path, problem);
  const made = (await work.draft.makeFolder(spot.path)).map((each) => shownPath(work.shown(each)));
  return work.outcome([{ path, ok: true }], work.words.made(made));
};

/** Gives a file or a folder another name in its folder. */
export const renameTool: FileTool<'rename'> = async (context, { path: given, name }) => {
  const work = new TreeWork(context);
  const spot = await work.found(given);
  if ('problem' in spot) return failedItem(given, spot.problem);
  const path = spot.shown;
  if (isRoot(spot)) return failedItem(path, work.words.isRoot(shownPath(path)));
  const to = joinPath(parentPath(spot.path), name);
  const problem = nameProblem(work, work.shown(parentPath(spot.path)), name);
  if (problem !== undefined) return failedItem(path, problem);
  const shown = work.shown(to);
  if (to === spot.path) {
    const reason = work.words.wasThere(shownPath(path));
    return work.outcome([{ path, ok: true, to: path, reason }], reason);
  }
  if (await work.draft.find(to)) return failedItem(path, work.words.taken(shownPath(shown)));
  await work.draft.move(spot.path, to);
  return work.outcome(
    [{ path, ok: true, to: shown, ...folderMark(spot.entry) }],
    work.words.renamed(shownPath(path), shownPath(shown)),
  );
};

async function deleted(work: TreeWork, given: string, gone: Map<string, string>): Promise<ItemOutcome> {
  const spot = await work.found(given);
  if ('problem' in spot) return { path: given, ok: false, reason: spot.problem };
  const path = spot.shown;
  if (isRoot(spot)) return { path, ok: false, reason: work.words.isRoot(shownPath(path)) };
  await work.draft.remove(spot.path);
  gone.set(spot.path, path);
  return { path, ok: true };
}

async function isInBase(
  { trees, tree }: { trees: TreeWork['context']['trees']; tree: TreeHash },
  path: string,
): Promise<boolean> {
  return (await trees.find(tree, path)) !== undefined;
}

async function editable(
  work: TreeWork,
  spot: FoundSpot,
  edits: Edits,
): Promise<{ form: TextForm; bytes: Buffer } | { problem: string }> {
  const { words } = work;
  const shown = shownPath(spot.shown);
  const { type, size } = spot.entry;
  if (type === 'dir') return { problem: words.isFolder(shown) };
  if (type === 'link') return { problem: words.isLink(shown) };
  if (size > MOST_BYTES) return { problem: words.tooLarge(shown, sizeText(size), sizeText(MOST_BYTES)) };
  const bytes = await work.context.contents.read(entryOf(spot), MOST_BYTES);
  if (!Buffer.isBuffer(bytes)) return { problem: said(words, bytes.problem) };
  const texts = edits.map(({ replacement }) => replacement);
  const form = textForm(bytes, asksCharset(bytes, texts) ? await work.charset(spot.shown) : undefined);
  if (isDocument(bytes) || !form.isText) return { problem: words.notPlain(shown) };
  return { form, bytes };
}

/** The text with all edits made in turn; else the text that one of them did not fit. */
function editText(
  { text: before }: TextForm,
  edits: Edits,
): { ok: true; text: string } | { ok: false; problem: MatchProblem; text: string } {
  let text = before;
  for (const { search, replacement, all } of edits) {
    const outcome = replaceText(text, { search, replacement, all });
    if (!outcome.ok) return { ...outcome, text };
    ({ text } = outcome);
  }
  return { ok: true, text };
}

/** Reason of a refusal, with the nearest lines where they may be shown. */
function problemText(
  { words, context }: TreeWork,
  path: string,
  problem: MatchProblem,
  text: string,
): string {
  const message = words.unmatched(shownPath(path), problem.message, problem.reason);
  if (isSecretFile(path)) return message;
  const { lines, expected } = problem;
  const clean = context.redact(text);
  const near = lines?.length ? linesAt(clean, lines) : nearestLines(clean, expected ?? '');
  return near === undefined ? message : `${message} ${words.nearest}\n${near}`;
}
