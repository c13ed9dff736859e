import { parentPort, Worker, type TransferListItem } from 'node:worker_threads';

/** Limits of one question. `transfer`: memory that the thread takes over. */
export interface Patience {
  patienceMs: number;
  signal?: AbortSignal;
  transfer?: readonly TransferListItem[];
}

type Reply<A> = { value: A } | { error: string };

/**
 * A thread that answers questions, one after another. It starts with the first, and anew after a question that took too
 * much time or memory: that costs the answer and nothing else.
 */
export class HelperThread<Question, Answer> {
  private worker: Worker | undefined;
  /** The newest question: it waits for those before it. */
  private newest: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  /** `artefact`: the built file that calls `answerQuestions`. */
  constructor(
    private readonly artefact: string,
    private readonly memoryMb: number,
  ) {}

  /** The answer; undefined where the thread ends, takes too long or is told to stop. Rejects with what the thread throws. */
  ask(question: Question, limits: Patience): Promise<Answer | undefined> {
    const asked = this.newest.then(() => this.askNow(question, limits));
    this.newest = asked.catch(() => undefined);
    return asked;
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }

  private async end(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private async askNow(
    question: Question,
    { patienceMs, signal, transfer = [] }: Patience,
  ): Promise<Answer | undefined> {
    if (this.isClosed || signal?.aborted) return undefined;
    const worker = (this.worker ??= new Worker(this.artefact, {
      resourceLimits: { maxOldGenerationSizeMb: this.memoryMb },
    }));
    const over = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    try {
      const reply = await new Promise<Reply<Answer> | undefined>((resolve) => {
        const lost = (): void => resolve(undefined);
        timer = setTimeout(lost, Math.max(0, patienceMs));
        signal?.addEventListener('abort', lost, { once: true, signal: over.signal });
        worker.removeAllListeners();
        worker.once('message', resolve).once('error', lost).once('exit', lost);
        worker.postMessage(question, transfer);
      });
      if (!reply) await this.end();
      else if ('error' in reply) throw new Error(reply.error);
      return reply && 'value' in reply ? reply.value : undefined;
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }
}

/** Makes the present thread answer the questions of a `HelperThread`. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  parentPort?.on('message', (question: Question) => {
    void Promise.resolve(question)
      .then(answer)
      .then(
        (value) => parentPort?.postMessage({ value }),
        (error: unknown) => parentPort?.postMessage({ error: String(error) }),
      );
  });
}
