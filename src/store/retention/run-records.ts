import { RunRecord } from '../../domain/run/retention';
import { recordRef } from '../ref-names';
import type { RefStore } from '../types';

/** Keeps what a run is, for those who collect. */
export async function keepRunRecord(refs: RefStore, run: string, record: RunRecord): Promise<void> {
  await refs.putOnce(recordRef(run), JSON.stringify(record));
}

/** Undefined for a run that has kept nothing yet. */
export async function readRunRecord(refs: RefStore, run: string): Promise<RunRecord | undefined> {
  const value = await refs.get(recordRef(run));
  const parsed = value === undefined ? undefined : RunRecord.safeParse(JSON.parse(value));
  return parsed?.success ? parsed.data : undefined;
}
