/** The process's side: it gets to know states of files and answers questions about them, one after the other. */
import { receive, send } from '../../machine/helpers/frames';
import { KEPT_TREES, type AnswerFrame, type ToProcess } from './protocol';
import { TreeFiles } from './tree-files';

/** Parts that a question is answered with. */
export interface Asked {
  /** Files of a state; undefined for one that was never told of, or is forgotten. */
  files(tree: string): TreeFiles | undefined;
  /** True once the answer should come, with whatever it holds. */
  isLate(): boolean;
  /** Tells what is known so far. */
  part(answer: unknown): void;
}

const trees = new Map<string, TreeFiles>();

/** Answers questions until nobody can ask any more. `forget` is called with each new state. */
export async function serve(
  answer: (question: unknown, asked: Asked) => Promise<unknown>,
  forget: () => void = () => undefined,
): Promise<void> {
  const next = () => receive() as ToProcess | undefined;
  const tell = (frame: AnswerFrame) => send(frame);
  for (let frame = next(); frame; frame = next()) {
    if (frame.type === 'tree') {
      remember(new TreeFiles(frame.tree, frame.files));
      forget();
    } else if (frame.type === 'ask') {
      const endMs = performance.now() + frame.patienceMs;
      const isLate = (): boolean => performance.now() > endMs;
      const part = (known: unknown): void => tell({ type: 'part', answer: known });
      const done = await answer(frame.question, { files: (tree) => trees.get(tree), isLate, part });
      tell({ type: 'done', answer: done });
    }
  }
}

function remember(files: TreeFiles): void {
  trees.delete(files.tree);
  trees.set(files.tree, files);
  for (const oldest of trees.keys()) {
    if (trees.size <= KEPT_TREES) break;
    trees.delete(oldest);
  }
}
