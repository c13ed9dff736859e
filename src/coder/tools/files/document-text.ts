import { isUtf8 } from 'node:buffer';
import { sentence } from '../../../domain/goal/words';
import { said } from '../../../domain/saying';
import type { DocumentProblem, DocumentText } from '../../../documents';
import type { TreeEntry } from '../../../store';
import { shownPath } from '../directory/context';
import { isSecretFile } from '../../../domain/files/secret-names';
import type { FilesContext } from './context';
import { fileWords } from './words';

/** Larger files are not read for their text. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Files that hold no text, by their names: films and photos are not read to learn that. */
const NO_TEXT =
  /\.(jpe?g|png|gif|webp|heic|heif|bmp|tiff?|ico|psd|raw|cr2|nef|arw|mp3|m4a|aac|flac|wav|ogg|opus|wma|mp4|m4v|mov|avi|mkv|webm|wmv|mpe?g|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|iso|img|dmg|deb|rpm|exe|msi|dll|so|dylib|o|a|class|jar|wasm|pyc|ttf|otf|woff2?|sqlite3?|db)$/i;

/** Up to this size a file's own bytes say whether they are text, also where its name is that of a film. */
const LOOKED_INTO = 256 * 1024;

/** The text of a file of the run's tree without its secrets, or why there is none. */
export async function documentText(
  context: FilesContext,
  entry: TreeEntry,
): Promise<DocumentText | UnreadDocument> {
  const { contents, documents, redact, signal, language } = context;
  const shown = shownPath(entry.name);
  const unread = (reason: DocumentProblem['reason']): UnreadDocument => ({
    reason,
    problem: sentence(`${shown} ${fileWords(context).unread[reason]}`, language),
  });
  signal.throwIfAborted();
  if (isSecretFile(entry.name)) return unread('secret');
  const isNamedNoText = NO_TEXT.test(entry.name);
  if (isNamedNoText && entry.size > LOOKED_INTO) return unread('no-text');
  const bytes = await contents.read(entry, MOST_BYTES);
  if (!Buffer.isBuffer(bytes)) return { problem: said(fileWords(context), bytes.problem) };
  if (isNamedNoText && !isPlainText(bytes)) return unread('no-text');
  const document = await documents.textOf(bytes, entry.name, signal);
  return 'reason' in document ? unread(document.reason) : withoutSecrets(document, redact);
}

/** A file whose text can't be had: a sentence, and the reason where the file itself is it. */
interface UnreadDocument {
  reason?: DocumentProblem['reason'];
  problem: string;
}

/** True for UTF-8 without control characters: a picture's bytes could pass for an older encoding. */
function isPlainText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !/(?!\s)\p{Cc}/u.test(bytes.toString('utf8'));
}

/** Secrets are taken out of the whole text, in parts of which they may not be known; pages are found again one by one. */
function withoutSecrets(document: DocumentText, redact: (text: string) => string): DocumentText {
  const { text, pages } = document;
  const clean = redact(text);
  if (clean === text || !pages) return { ...document, text: clean };
  const parts = pages.map((start, index) => redact(text.slice(start, pages[index + 1])));
  const starts: number[] = [];
  let length = 0;
  for (const part of parts) {
    starts.push(length);
    length += part.length;
  }
  return { ...document, text: parts.join(''), pages: starts };
}

/** Number of the page, from 1, in which an offset lies; undefined where there are no pages. */
export function pageAt({ pages }: DocumentText, offset: number): number | undefined {
  return pages && Math.max(1, pages.findLastIndex((start) => start <= offset) + 1);
}
