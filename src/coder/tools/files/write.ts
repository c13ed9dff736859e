import { baseName, parentPath, withoutSetId, joinPath } from '../../../domain/files/paths';
import { REDACTED } from '../../../domain/redact/spans';
import { sizeText } from '../../../domain/text';
import { newFile, textForm, type WrittenText } from '../../../machine/text/text-form';
import { shownPath } from '../directory/answers';
import type { FileTool } from './context';
import { entryOf, isRoot, type Spot, TreeWork, folderMark } from './tree-work';
import { nameProblem } from './transfer';
import { failedItem } from './words';

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
