import type { BlobHash } from '../../domain/ids';
import type { WrittenProposal } from '../../domain/session/handling';
import { excerpt, firstLine } from '../../domain/text';
import type { SessionDeps } from './types';

const MATERIAL_CHARS = 60_000;

type Keeping = Pick<SessionDeps, 'blobs' | 'redact'>;

/** Keeps the whole result of a handler as JSON; resolves to its blob. */
export function keepDetail({ blobs, redact }: Keeping, detail: object): Promise<BlobHash> {
  return blobs.put(Buffer.from(redact(JSON.stringify({ version: 1, ...detail }))));
}

/** Keeps the text that a model is shown to finish the work of a handler; resolves to its blob. */
export function keepMaterial({ blobs, redact }: Keeping, text: string): Promise<BlobHash> {
  return blobs.put(Buffer.from(redact(excerpt(text, MATERIAL_CHARS))));
}

/** Keeps a text that people are asked to approve. */
export async function keepProposal({ blobs, redact }: Keeping, text: string): Promise<WrittenProposal> {
  const said = redact(text);
  const hash = await blobs.put(Buffer.from(said));
  return { hash, title: firstLine(said, 120), excerpt: excerpt(said) };
}

/** The saved state of a session; throws where the store has lost it. */
export async function readSession({ blobs }: Pick<SessionDeps, 'blobs'>, saved: BlobHash): Promise<object> {
  return JSON.parse(String(await blobs.load(saved))) as object;
}
