import type { CallFacts } from '../../../domain/agent/calls';
import { normalCode } from '../../static-checks/source';
import type { BlobHash, EffectKey } from '../../../domain/ids';
import type { Redact } from '../../../domain/redact';
import type { ModelClient } from '../../../model';
import type { Sandbox } from '../../../sandbox';
import type { BlobStore } from '../../../store';
import type { DataTask } from '../../agent/task';

/** Parts that the tools of the data set share within one call. */
export interface DataContext {
  model: ModelClient;
  blobs: BlobStore;
  sandbox: Sandbox;
  redact: Redact;
  /** Names the call: what a model answers to it is bought once. */
  key: EffectKey;
  signal: AbortSignal;
  /** Try of the activity, from 1. */
  attempt: number;
  task: DataTask;
}

/** The same where no model is asked and nothing runs: to estimate what a call takes. */
export type QuestionContext = Pick<DataContext, 'blobs' | 'task'>;

export function callOptions({ key, signal, attempt, task }: DataContext) {
  return { key, signal, attempt, model: task.model };
}

/** Stores code; the same code, but for white space around it, has the same hash. */
export function keepCode({ blobs }: Pick<DataContext, 'blobs'>, code: string): Promise<BlobHash> {
  return blobs.put(Buffer.from(normalCode(code)));
}

export async function codeFacts(context: Pick<DataContext, 'blobs'>, code: string): Promise<CallFacts> {
  return { of: 'code', code: await keepCode(context, code) };
}
