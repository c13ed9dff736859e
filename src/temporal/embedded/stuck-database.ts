import type { Connection } from '@temporalio/client';
import { messageOf } from './server-error';

const LOOK_MS = 5_000;
/** Looks in a row that find it so. */
const LOOKS = 3;

/**
 * True for a failure of a server whose database refuses all calls until it is started anew. SQLite interrupts the statement of a
 * call that is given up; where another one was left open, it then interrupts all that follow. Seen once in 500 kills of a busy server.
 */
export function isStuck(problem: string): boolean {
  return problem.includes('interrupted (9)');
}

/** The server has to be started anew. */
export class StuckDatabase extends Error {
  override name = 'StuckDatabase';

  constructor(problem: string) {
    super(`The database of the Temporal server answers no more (${problem}).`);
  }
}

/** A watch over the database of an embedded server. */
export interface DatabaseWatch {
  /** Resolves, if ever, to a sentence that says so. */
  readonly stuck: Promise<string>;
  stop(): void;
}

/** Asks the server for its namespace again and again, `lookMs` after each answer. */
export function watchDatabase(
  { workflowService }: Pick<Connection, 'workflowService'>,
  namespace: string,
  lookMs = LOOK_MS,
): DatabaseWatch {
  let found = 0;
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const stuck = new Promise<string>((resolve) => {
    const look = async (): Promise<void> => {
      const problem = await workflowService.describeNamespace({ namespace }).then(() => '', messageOf);
      if (isStopped) return;
      found = isStuck(problem) ? found + 1 : 0;
      if (found === LOOKS) resolve(new StuckDatabase(problem).message);
      else timer.refresh();
    };
    timer = setTimeout(() => void look(), lookMs).unref();
  });
  return {
    stuck,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
