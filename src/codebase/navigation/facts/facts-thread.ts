/** Thread that reads facts, one batch after the other. */
import { parentPort } from 'node:worker_threads';
import { FactsReader } from './extract';
import type { FactsTask, FileFacts } from './types';

/** Files to be read; `textOnly`: without grammars. */
export interface FactsBatch {
  readonly tasks: readonly FactsTask[];
  readonly textOnly: boolean;
}

const reader = new FactsReader();

async function answer({ tasks, textOnly }: FactsBatch): Promise<FileFacts[]> {
  const facts: FileFacts[] = [];
  for (const task of tasks) facts.push(textOnly ? reader.readText(task) : await reader.read(task));
  return facts;
}

parentPort?.on('message', (batch: FactsBatch) => {
  void answer(batch).then((facts) => parentPort?.postMessage(facts));
});
