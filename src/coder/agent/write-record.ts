import type { BestCode } from '../../domain/agent/state';
import { withReason, type CodeRecord } from '../../domain/agent/record';
import type { BlobHash, EffectKey } from '../../domain/ids';
import type { BlobStore } from '../../store';
import { CheckCodeOutput } from '../tools/data/check-code';
import { TestCodeOutput } from '../tools/data/test-code';

/** Writes the record of a run from what its calls have stored. */
export async function writeRecord(
  blobs: BlobStore,
  { best }: { key: EffectKey; best: BestCode },
): Promise<{ record: CodeRecord; blob: BlobHash }> {
  const read = async (hash: BlobHash): Promise<unknown> => JSON.parse(String(await blobs.load(hash)));
  const checked = best.check === undefined ? undefined : CheckCodeOutput.parse(await read(best.check));
  const ran = best.run === undefined ? undefined : TestCodeOutput.parse(await read(best.run));
  const found: CodeRecord = {
    generatedCode: best.code === undefined ? '' : String(await blobs.load(best.code)),
    iterationCount: best.iterationCount,
    isCodeValid: best.isCodeValid,
    codeIssues: checked?.issues ?? [],
    runtimeError: ran && !ran.success ? ran.error : '',
    executionResult: ran?.success ? ran.result : null,
  };
  const record = withReason(found, checked !== undefined);
  return { record, blob: await blobs.put(Buffer.from(JSON.stringify(record))) };
}
