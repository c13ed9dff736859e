import { RunRecord } from '../../domain/run/retention';
import type { RefStore } from '../types';

/** The step of a run's reference that says what the run is. No step of a workflow begins with a dot. */
const RECORD_STEP = '.run';

/** Keeps what a run is, for those who collect. */
export async function keepRunRecord(refs: RefStore, run: string, record: RunRecord): Promise<void> {
  await refs.putOnce({ run, step: RECORD_STEP }, JSON.stringify(record));
}

/** Undefined for a run that has kept nothing yet. */
export async function readRunRecord(refs: RefStore, run: string): Promise<RunRecord | undefined> {
  const value = await refs.get({ run, step: RECORD_STEP });
  const parsed = value === undefined ? undefined : RunRecord.safeParse(JSON.parse(value));
  return parsed?.success ? parsed.data : undefined;
}
