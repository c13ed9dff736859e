import { Worker } from 'node:worker_threads';
import { ARTEFACTS } from '../paths';
import type { LineQuestion, LineTask } from './line-thread';

const MEMORY_MB = 256;

type Answer = number[] | { ready: true } | { problem: string } | undefined;

/** A thread that finds lines by a pattern which may take for ever; all its answers together have one deadline. */
export class LineMatcher {
  private readonly thread: Worker;
  private readonly endMs: number;
  private hear: (answer: Answer) => void = () => undefined;
  private readonly first: Promise<Answer>;
  private readonly abort = (): void => this.hear(undefined);

  constructor(
    { pattern, literal, ignoreCase }: LineTask,
    deadlineMs: number,
    private readonly signal: AbortSignal,
  ) {
    this.endMs = performance.now() + deadlineMs;
    this.thread = new Worker(ARTEFACTS.lineThread, {
      workerData: { pattern, literal, ignoreCase },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    this.thread.on('message', (answer: Answer) => this.hear(answer));
    // Out of memory.
    this.thread.on('error', () => this.hear(undefined));
    this.first = this.next();
    signal.addEventListener('abort', this.abort, { once: true });
  }

  /** Fault of the pattern, or `late`; undefined: it can be asked. */
  async ready(): Promise<string | undefined> {
    const answer = await this.first;
    if (answer === undefined) return 'late';
    return 'problem' in answer ? answer.problem : undefined;
  }

  /** Offsets of the first `limit` matching lines; undefined where the time is up, or the signal is aborted. */
  async offsets(bytes: Buffer, limit: number): Promise<number[] | undefined> {
    const answer = this.next();
    // A copy that can be handed over: the bytes may be a part of larger memory.
    const question: LineQuestion = { bytes: Uint8Array.from(bytes), limit };
    this.thread.postMessage(question, [question.bytes.buffer as ArrayBuffer]);
    const heard = await answer;
    return Array.isArray(heard) ? heard : undefined;
  }

  async close(): Promise<void> {
    this.signal.removeEventListener('abort', this.abort);
    await this.thread.terminate();
  }

  private async next(): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve) => {
        timer = setTimeout(() => resolve(undefined), Math.max(0, this.endMs - performance.now()));
        this.hear = resolve;
      });
    } finally {
      clearTimeout(timer);
    }
  }
}
