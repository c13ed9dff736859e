import { z } from 'zod';
import { SeenFile, seenTogether } from '../../domain/files/seen';
import type { BlobHash } from '../../domain/ids';
import type { BlobStore } from '../../store';
import { clip } from '../material';
import type { DirectoryResult } from '../tools/directory';

const CHECK_CHARS = 4_000;
const MOST_CHECKS = 8;

/** Facts about the run's files that the model has been told, the newest last. */
export const Known = z.object({
  /** Files as the model saw them last. */
  files: z.array(SeenFile.extend({ path: z.string() })),
  /** Latest result of each check; `isOld`: files have changed since. */
  checks: z.array(z.object({ name: z.string(), text: z.string(), isOld: z.boolean() })),
});
export type Known = z.infer<typeof Known>;

export const NOTHING_KNOWN: Known = { files: [], checks: [] };

/** Reads what the model knows. */
export async function readKnown(blobs: BlobStore, hash: BlobHash | undefined): Promise<Known> {
  return hash === undefined ? NOTHING_KNOWN : Known.parse(JSON.parse(String(await blobs.load(hash))));
}

/** Stores what the model knows. */
export function keepKnown(blobs: BlobStore, known: Known): Promise<BlobHash> {
  return blobs.put(Buffer.from(JSON.stringify(known)));
}

/** Knowledge of the model with one more result; `title` is the call in words, `isCheck` that of a check. */
export function withResult(
  known: Known,
  { title, isCheck }: { title: string; isCheck: boolean },
  { text, tree, seen = [] }: DirectoryResult,
): Known {
  const byPath = new Map(known.files.map(({ path, ...file }) => [path, file]));
  for (const { path, ...file } of seen) {
    const together = seenTogether(byPath.get(path), file);
    byPath.delete(path);
    byPath.set(path, together);
  }
  const files = [...byPath].map(([path, file]) => ({ path, ...file }));
  const checks = tree === undefined ? known.checks : known.checks.map((check) => ({ ...check, isOld: true }));
  if (!isCheck) return { files, checks };
  const check = { name: title, text: clip(text, CHECK_CHARS), isOld: false };
  return { files, checks: [...checks.filter(({ name }) => name !== title), check].slice(-MOST_CHECKS) };
}
