import { baseName, parentPath, withoutSetId } from '../../../domain/files/paths';
import { REDACTED } from '../../../domain/redact/spans';
import { sizeText } from '../../../domain/text';
import { newFile, textForm, type WrittenText } from '../../../machine/text/text-form';
import { shownPath } from '../directory/answers';
import type { FileTool } from './context';
import { entryOf, isRoot, type Spot, TreeWork } from './tree-work';
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
