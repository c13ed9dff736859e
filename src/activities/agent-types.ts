import type {
  BeginInput,
  BeginWorkInput,
  Begun,
  CallToolInput,
  EndedWork,
  EndWorkInput,
  ThinkInput,
} from '../coder/agent';
import type { CallDone, Turn } from '../domain/agent/calls';
import type { CodeRecord } from '../domain/agent/record';
import type { BestCode } from '../domain/agent/state';
import type { BlobHash, EffectKey } from '../domain/ids';

/** Effects of the coding agent. */
export interface AgentActivities {
  /** Keeps the task and its test data. Fails finally with `BadInput` where the data can't be read. */
  beginAgent(input: BeginInput): Promise<Begun>;
  /** One turn of the model. Fails finally with `LIMIT_RESETS` where its limit resets. */
  takeTurn(input: ThinkInput): Promise<Turn>;
  /** One call of a tool. A tool that fails is a value. */
  callTool(input: CallToolInput): Promise<CallDone>;
  /** Keeps the task of work on a directory; resolves to its blob. */
  beginWork(input: BeginWorkInput): Promise<BlobHash>;
  /** Facts of the change that the work made. */
  endWork(input: EndWorkInput): Promise<EndedWork>;
  /** The record of the best code, and where it is kept. */
  writeCodeRecord(input: { key: EffectKey; best: BestCode }): Promise<{ record: CodeRecord; blob: BlobHash }>;
}
