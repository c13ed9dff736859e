import type { BlobHash } from '../domain/ids';
import { VerificationReport } from '../domain/verification/verification';
import type { BlobStore } from '../store';

/** A report from the store, checked against its schema. */
export async function readReport(blobs: BlobStore, hash: BlobHash): Promise<VerificationReport> {
  return VerificationReport.parse(JSON.parse((await blobs.load(hash)).toString('utf8')));
}
