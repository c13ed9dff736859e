import { linesAt, nearestLines } from '../../../domain/files/edit-text';
import type { MatchProblem } from '../../../domain/files/edit-match/outcome';
import { replaceText } from '../../../domain/files/edit-match/replace-text';
import type { ResolvedArgs } from '../../../domain/goal/tool-args';
import { REDACTED } from '../../../domain/redact/spans';
import { plural, sizeText } from '../../../domain/text';
import { shownPath } from '../directory/answers';
import { isSecretFile } from '../../../domain/files/secret-names';
import type { FileTool } from './context';
import { type EditForm, editForm } from './edit-form';
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
  const file = await editable(work, spot);
  if ('problem' in file) return failedItem(path, file.problem);
  const edited = editText(file.form, edits);
  if ('problem' in edited) return failedItem(path, problemText(context.redact, path, edited));
  if (edited.bytes.equals(file.bytes)) {
    const reason = 'It has this text already.';
    return work.outcome([{ path, ok: true, reason }], `${shownPath(path)} has this text already.`);
  }
  const hash = await context.blobs.put(edited.bytes);
  await work.draft.put(spot.path, { ...spot.entry, type: 'file', size: edited.bytes.length, hash });
  return work.outcome(
    [{ path, ok: true }],
    `Replaced ${plural(edits.length, 'passage')} in ${shownPath(path)}.`,
  );
};

async function editable(
  { context: { contents } }: TreeWork,
  spot: FoundSpot,
): Promise<{ form: EditForm; bytes: Buffer } | { problem: string }> {
  const shown = shownPath(spot.shown);
  const { type, size } = spot.entry;
  if (type === 'dir') return { problem: `${shown} is a folder: give the path of a file in it.` };
  if (type === 'link') return { problem: `${shown} is a link, which is not followed: name the file itself.` };
  if (size > MOST_BYTES)
    return {
      problem: `${shown} has ${sizeText(size)}, more than the ${sizeText(MOST_BYTES)} that can be edited.`,
    };
  const bytes = await contents.read(entryOf(spot), MOST_BYTES);
  if (!Buffer.isBuffer(bytes)) return bytes;
  const form = editForm(bytes);
  return 'problem' in form ? { problem: `${shown} ${form.problem}.` } : { form, bytes };
}

interface Refused {
  problem: MatchProblem;
  text: string;
}

/** All edits made in turn. */
function editText(form: EditForm, edits: Edits): { bytes: Buffer } | Refused {
  let { text } = form;
  for (const { search, replacement, all } of edits) {
    const [wanted, put] = [form.given(search), form.given(replacement)];
    const problem = { reason: 'malformed', message: 'the file has other characters than the edit' } as const;
    if (wanted === undefined || put === undefined) return { problem, text: '' };
    const outcome = replaceText(text, { search: wanted, replacement: put, all });
    if (!outcome.ok) return { problem: { ...outcome.problem, expected: search }, text: form.shown(text) };
    ({ text } = outcome);
  }
  return { bytes: form.bytes(text) };
}

/** Reason of a refusal, with the nearest lines where they may be shown. */
function problemText(redact: (text: string) => string, path: string, { problem, text }: Refused): string {
  const message = `${problem.message.replace('the file', () => shownPath(path))}.`;
  if (isSecretFile(path)) return message;
  const { lines, expected } = problem;
  const clean = redact(text);
  const near = lines?.length ? linesAt(clean, lines) : nearestLines(clean, expected ?? '');
  return near === undefined ? message : `${message} Nearest:\n${near}`;
}
