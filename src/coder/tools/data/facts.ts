import type { CallFacts } from '../../../domain/agent/calls';
import { normalCode } from '../../static-checks/source';
import type { BlobHash } from '../../../domain/ids';
import type { DataContext } from './context';

/** Stores code; the same code, but for white space around it, has the same hash. */
export function keepCode({ blobs }: Pick<DataContext, 'blobs'>, code: string): Promise<BlobHash> {
  return blobs.put(Buffer.from(normalCode(code)));
}

/** Fact that code was made. */
export async function codeFacts(context: Pick<DataContext, 'blobs'>, code: string): Promise<CallFacts> {
  return { of: 'code', code: await keepCode(context, code) };
}
