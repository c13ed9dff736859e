import { linesAt, nearestLines } from '../../../domain/files/edit-text';
import type { MatchProblem } from '../../../domain/files/edit-match/outcome';
import { replaceText } from '../../../domain/files/edit-match/replace-text';
import type { ResolvedArgs } from '../../../domain/goal/tool-args';
import { REDACTED } from '../../../domain/redact/spans';
import { plural, sizeText } from '../../../domain/text';
import { shownPath } from '../directory/answers';
import { withoutSetId } from '../../../domain/files/paths';
import { isSecretFile } from '../../../domain/files/secret-names';
import type { FileTool } from './context';
import { isDocument } from '../../../documents';
import { asksCharset, type TextForm, textForm } from '../../../machine/text/text-form';
import { entryOf, type FoundSpot, TreeWork } from './tree-work';
import { failedItem } from './words';
import { markText } from './write';

const MOST_BYTES = 8_000_000;

type Edits = ResolvedArgs<'edit'>['edits'];

/** Replaces passages of a text file, one after the other: all of them or none. */
export const editTool: FileTool<'edit'> = async (context, { path: given, edits }) => {
  const work = new TreeWork(context);
  const spot = await work.found(given);
  if ('problem' in spot) return failedItem(given, spot.problem);
  const path = spot.shown;
  if (edits.some(({ replacement }) => replacement.includes(REDACTED)))
    return failedItem(path, markText(path));
  const file = await editable(work, spot, edits);
  if ('problem' in file) return failedItem(path, file.problem);
  const edited = editText(file.form, edits);
  if (!edited.ok) return failedItem(path, problemText(context.redact, path, edited.problem, edited.text));
  const written = file.form.write(edited.text);
  if ('problem' in written) return failedItem(path, `${shownPath(path)} ${written.problem}.`);
  if (written.bytes.equals(file.bytes)) {
    const reason = 'It has this text already.';
    return work.outcome([{ path, ok: true, reason }], `${shownPath(path)} has this text already.`);
  }
  const hash = await context.blobs.put(written.bytes);
  const mode = withoutSetId(spot.entry.mode);
  await work.draft.put(spot.path, { ...spot.entry, mode, type: 'file', size: written.bytes.length, hash });
  return work.outcome(
    [{ path, ok: true }],
    `Replaced ${plural(edits.length, 'passage')} in ${shownPath(path)}.`,
  );
};

async function editable(
  work: TreeWork,
  spot: FoundSpot,
  edits: Edits,
): Promise<{ form: TextForm; bytes: Buffer } | { problem: string }> {
  const shown = shownPath(spot.shown);
  const { type, size } = spot.entry;
  if (type === 'dir') return { problem: `${shown} is a folder: give the path of a file in it.` };
  if (type === 'link') return { problem: `${shown} is a link, which is not followed: name the file itself.` };
  if (size > MOST_BYTES)
    return {
      problem: `${shown} has ${sizeText(size)}, more than the ${sizeText(MOST_BYTES)} that can be edited.`,
    };
  const bytes = await work.context.contents.read(entryOf(spot), MOST_BYTES);
  if (!Buffer.isBuffer(bytes)) return bytes;
  const texts = edits.map(({ replacement }) => replacement);
  const form = textForm(bytes, asksCharset(bytes, texts) ? await work.charset(spot.shown) : undefined);
  if (isDocument(bytes) || !form.isText)
    return { problem: `${shown} is no plain text: only text files can be edited.` };
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
  redact: (text: string) => string,
  path: string,
  problem: MatchProblem,
  text: string,
): string {
  const message = `${problem.message.replace('the file', () => shownPath(path))}.`;
  if (isSecretFile(path)) return message;
  const { lines, expected } = problem;
  const clean = redact(text);
  const near = lines?.length ? linesAt(clean, lines) : nearestLines(clean, expected ?? '');
  return near === undefined ? message : `${message} Nearest:\n${near}`;
}
