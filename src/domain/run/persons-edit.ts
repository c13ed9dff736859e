import { nameText } from '../proof';
import { z } from 'zod';
import type { Language } from './input';
import type { Answered } from './questions';
import { speaker } from './said';

/** Edit of a change by a person who approved it; `by` is absent where nobody knows the name. */
export const PersonsEdit = z.object({ by: z.string().optional(), files: z.array(z.string()) });
export type PersonsEdit = z.infer<typeof PersonsEdit>;

/** Most files that a line names. */
const MOST_FILES = 10;

/** The edit in an approval; `before`: those of earlier answers to the same change. */
export function withEdit(
  before: readonly PersonsEdit[] | undefined,
  { by, edits }: Extract<Answered, { status: 'granted' }>,
): readonly PersonsEdit[] | undefined {
  if (edits.length === 0) return before;
  const files = edits.flatMap((edit) => (edit.action === 'move' ? [edit.from, edit.path] : [edit.path]));
  return [...(before ?? []), { ...(by !== undefined && { by }), files: [...new Set(files)] }];
}

export function editSentences(language: Language, edits: readonly PersonsEdit[] = []): string[] {
  return edits.map(({ by, files }) => {
    const more = files.length - MOST_FILES;
    const named = [...files.slice(0, MOST_FILES), ...(more > 0 ? [`… ${more}`] : [])];
    const say = speaker(language);
    return by === undefined
      ? say`A person edited this while approving: ${named.join(', ')}.`
      : say`${nameText(by, say)} edited this while approving: ${named.join(', ')}.`;
  });
}
