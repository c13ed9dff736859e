import { baseName, parentPath, withoutSetId } from '../../../domain/files/paths';
import { REDACTED } from '../../../domain/redact/spans';
import { sizeText } from '../../../domain/text';
import { newFile, textForm, type WrittenText } from '../../../machine/text/text-form';
import { shownPath } from '../directory/answers';
import type { FileTool } from './context';
import { blockedText, entryOf, isRoot, type Spot, TreeWork } from './tree-work';
import { nameProblem } from './transfer';
import { failedItem } from './words';

const NEW_MODE = 0o644;

/** Writes a file, with the folders on the way to it. The content of one that is there is replaced. */
export const writeTool: FileTool<'write'> = async (context, { path: given, content }) => {
  const work = new TreeWork(context);
  const spot = await work.spot(given);
  if ('problem' in spot) return failedItem(given, spot.problem);
  const path = spot.shown;
  const problem =
    notWritable(spot) ??
    nameProblem(context, parentPath(path) || '.', baseName(path)) ??
    (content.includes(REDACTED) ? markText(path) : undefined);
  if (problem !== undefined) return failedItem(path, problem);
  const written = await newBytes(work, spot, content);
  if ('problem' in written) return failedItem(path, `${shownPath(path)} ${written.problem}.`);
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
  if (!before) return work.outcome([{ path, ok: true }], `Wrote ${shownPath(path)} (${size}).`);
  const reason = `It was there: its ${sizeText(before.size)} were replaced.`;
  const text = `Replaced the content of ${shownPath(path)}: ${sizeText(before.size)} by ${size}.`;
  return work.outcome([{ path, ok: true, reason }], text);
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

function notWritable(spot: Spot): string | undefined {
  const shown = shownPath(spot.shown);
  if (spot.blockedBy !== undefined) return blockedText(spot);
  if (isRoot(spot) || spot.entry?.type === 'dir')
    return `${shown} is a folder: give the path of a file in it.`;
  if (spot.entry?.type === 'link')
    return `${shown} is a link, which is not followed: name the file that it leads to.`;
  return undefined;
}

/** Reason why a text with the mark of a secret is not written. */
export function markText(path: string): string {
  return `The text for ${shownPath(path)} holds ${REDACTED}, which stands where a secret was taken out: give it without.`;
}
