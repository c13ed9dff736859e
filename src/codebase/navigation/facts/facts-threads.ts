/** Threads that read facts of many files beside the caller's loop. */
import { availableParallelism } from 'node:os';
import { HelperThread } from '../../../machine/helpers/thread';
import { ARTEFACTS } from '../../../machine/paths';
import type { FactsBatch, FactsTask, FileFacts } from './types';

const MOST_THREADS = 4;
const BATCH_CHARS = 400_000;
const MEMORY_MB = 768;
/** Time for one batch, in ms; each file has its own limit below it. */
const PATIENCE_MS = 60_000;

/** Reads the facts of files, in the order given. Rejects with the signal's reason. */
export async function readFacts(
  count: number,
  taskAt: (index: number) => Promise<FactsTask | undefined>,
  signal?: AbortSignal,
): Promise<(FileFacts | undefined)[]> {
  const facts: (FileFacts | undefined)[] = Array.from({ length: count }, () => undefined);
  let next = 0;
  const nextBatch = async (): Promise<Batch> => {
    const batch: Batch = { indexes: [], tasks: [] };
    let chars = 0;
    while (next < count && chars < BATCH_CHARS) {
      const index = next;
      next += 1;
      const task = await taskAt(index);
      if (!task) continue;
      chars += task.text.length;
      batch.indexes.push(index);
      batch.tasks.push(task);
    }
    return batch;
  };
  const lane = async (): Promise<void> => {
    const thread = new FactsThread(signal);
    try {
      for (let batch = await nextBatch(); batch.tasks.length > 0; batch = await nextBatch()) {
        const answers = await thread.read(batch.tasks);
        batch.indexes.forEach((index, at) => (facts[index] = answers[at]));
      }
    } finally {
      await thread.close();
    }
  };
  const lanes = Math.min(MOST_THREADS, availableParallelism(), Math.ceil(count / 20));
  await Promise.all(Array.from({ length: lanes }, lane));
  signal?.throwIfAborted();
  return facts;
}

interface Batch {
  readonly indexes: number[];
  readonly tasks: FactsTask[];
}

/** One thread, for one reader of many files. */
class FactsThread {
  private readonly thread = new HelperThread<FactsBatch, FileFacts[]>(ARTEFACTS.factsThread, MEMORY_MB);

  constructor(private readonly signal?: AbortSignal) {}

  /** Facts of each task. A batch that ends the thread is read file by file; the file that ends it again, as text. */
  async read(tasks: readonly FactsTask[]): Promise<FileFacts[]> {
    const all = await this.ask({ tasks, textOnly: false });
    if (all) return all;
    const single: FileFacts[] = [];
    for (const task of tasks) {
      const found =
        (await this.ask({ tasks: [task], textOnly: false })) ??
        (await this.ask({ tasks: [task], textOnly: true }));
      single.push(found?.[0] ?? NOTHING);
    }
    return single;
  }

  close(): Promise<void> {
    return this.thread.close();
  }

  /** Undefined where the thread ended or took too long. */
  private async ask(batch: FactsBatch): Promise<FileFacts[] | undefined> {
    this.signal?.throwIfAborted();
    const limits = { patienceMs: PATIENCE_MS, signal: this.signal };
    const answer = await this.thread.ask(batch, limits).catch(() => undefined);
    this.signal?.throwIfAborted();
    return answer;
  }
}

const NOTHING: FileFacts = {
  lines: 0,
  symbols: [],
  imports: [],
  calls: [],
  names: [],
  terms: [],
  weights: [],
  trigrams: new Uint8Array(0),
};
