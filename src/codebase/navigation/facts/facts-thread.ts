/** Thread that reads facts, one batch after the other. */
import { answerQuestions } from '../../../machine/helpers/thread';
import { FactsReader } from './facts-reader';
import type { FactsBatch, FileFacts } from './types';

const reader = new FactsReader();

async function answer({ tasks, textOnly }: FactsBatch): Promise<FileFacts[]> {
  const facts: FileFacts[] = [];
  for (const task of tasks) facts.push(textOnly ? reader.readText(task) : await reader.read(task));
  return facts;
}

answerQuestions(answer);
