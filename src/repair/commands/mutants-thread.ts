/** Thread that makes mutants, ranks mutations and reads what calls what, one task after the other. */
import { answerQuestions } from '../../machine/helpers/thread';
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

answerQuestions(answer);
