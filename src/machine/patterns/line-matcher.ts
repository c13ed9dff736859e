import { HelperThread } from '../helpers/thread';
import { ARTEFACTS } from '../paths';
import type { LineAnswer, LineQuestion, LineTask } from './line-thread';

const MEMORY_MB = 256;

/** A thread that finds lines by a pattern which may take for ever; all its answers together have one deadline. */
export class LineMatcher {
  private readonly thread = new HelperThread<LineTask | LineQuestion, LineAnswer>(
    ARTEFACTS.lineThread,
    MEMORY_MB,
  );
  private readonly endMs: number;
  private readonly first: Promise<LineAnswer | undefined>;

  constructor(
    { pattern, literal, ignoreCase }: LineTask,
    deadlineMs: number,
    private readonly signal: AbortSignal,
  ) {
    this.endMs = performance.now() + deadlineMs;
    this.first = this.ask({ pattern, literal, ignoreCase });
  }

  /** Fault of the pattern, or `late`; undefined: it can be asked. */
  async ready(): Promise<string | undefined> {
    const answer = await this.first;
    return answer ? answer.problem : 'late';
  }

  /** Offsets of the first `limit` matching lines; undefined where the time is up, or the signal is aborted. */
  async offsets(bytes: Buffer, limit: number): Promise<number[] | undefined> {
    // A copy that can be handed over: the bytes may be a part of larger memory.
    const question = { bytes: Uint8Array.from(bytes), limit };
    return (await this.ask(question, [question.bytes.buffer]))?.offsets;
  }

  close(): Promise<void> {
    return this.thread.close();
  }

  private ask(
    question: LineTask | LineQuestion,
    transfer: ArrayBuffer[] = [],
  ): Promise<LineAnswer | undefined> {
    const patienceMs = this.endMs - performance.now();
    return this.thread.ask(question, { patienceMs, signal: this.signal, transfer }).catch(() => undefined);
  }
}
