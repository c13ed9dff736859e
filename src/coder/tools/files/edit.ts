import { linesAt, nearestLines } from '../../../domain/files/edit-text';
import type { MatchProblem } from '../../../domain/files/edit-match/outcome';
import { replaceText } from '../../../domain/files/edit-match/replace-text';
import type { ResolvedArgs } from '../../../domain/goal/tool-args';
import { REDACTED } from '../../../domain/redact/spans';
import { said } from '../../../domain/saying';
import { sizeText } from '../../../domain/text';
import { shownPath } from '../directory/answers';
import { withoutSetId } from '../../../domain/files/paths';
import { isSecretFile } from '../../../domain/files/secret-names';
import type { FileTool } from './context';
import { isDocument } from '../../../documents';
import { asksCharset, type TextForm, textForm } from '../../../machine/text/text-form';
import { entryOf, type FoundSpot, TreeWork } from './tree-work';
import { failedItem } from './words';

const MOST_BYTES = 8_000_000;

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
