/** Thread that makes mutants, ranks mutations and reads what calls what, one task after the other. */
import { parentPort } from 'node:worker_threads';
import { makeMutants, type MutantTask } from './make-mutants';
import { rankedMutations, type RankTask } from '../mutation/ranked-mutations';
import { readFunctions, type FunctionsTask } from './functions';

export type ThreadTask =
  | ({ kind: 'mutants' } & MutantTask)
  | ({ kind: 'functions' } & FunctionsTask)
  | ({ kind: 'ranked' } & RankTask);

async function answer(task: ThreadTask): Promise<unknown> {
  if (task.kind === 'ranked') return rankedMutations(task);
  return task.kind === 'mutants' ? makeMutants(task) : readFunctions(task);
}

parentPort?.on('message', (task: ThreadTask) => {
  answer(task).then(
    (value) => parentPort?.postMessage({ value }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
