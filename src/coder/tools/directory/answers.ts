import type { DirectoryContext, DirectoryResult } from './context';
import { bounded } from '../bounded';

/** A result of a call: without secrets, and cut where it is long. */
export async function answer(
  { blobs, redact }: Pick<DirectoryContext, 'blobs' | 'redact'>,
  text: string,
  facts: Partial<DirectoryResult> = {},
): Promise<DirectoryResult> {
  const { text: shown, stored } = await bounded(blobs, redact(text));
  return { ok: true, ...facts, text: shown, ...(stored === undefined ? {} : { stored: [stored] }) };
}

/** A call that could not be done, in a sentence with the way out. */
export function failure(
  context: Pick<DirectoryContext, 'blobs' | 'redact'>,
  text: string,
): Promise<DirectoryResult> {
  return answer(context, text, { ok: false });
}

/** A path on one line: quoted where it holds a control character, a quote or half a character. */
export function shownPath(path: string): string {
  return /[\p{Cc}"\\\p{Cs}\p{Zl}\p{Zp}]/u.test(path) ? JSON.stringify(path) : path;
}
