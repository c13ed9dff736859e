import { CodeRecord } from '../../domain/agent/record';
import type { CodeResult } from '../../domain/agent/state';
import type { ReadBlob } from '../event-log';

/** The result with the record as the store has it: history has the code with its secrets taken out, which is another code. */
export async function withWholeRecord(result: CodeResult, readBlob: ReadBlob): Promise<CodeResult> {
  const text = result.recordRef === undefined ? undefined : await readBlob(result.recordRef);
  const record = text === undefined ? undefined : CodeRecord.safeParse(JSON.parse(text));
  return record?.success ? { ...result, record: record.data } : result;
}
