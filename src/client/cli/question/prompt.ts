import { createInterface } from 'node:readline/promises';
import { shownText } from '../../../domain/shown';

/**
 * Asks for one line on the terminal. Undefined: the user pressed Ctrl-C or Ctrl-D, or the signal was given meanwhile.
 * Each line has an interface of its own, so that an editor can have the terminal between two of them.
 */
export async function askLine(text: string, signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      let isOver = false;
      const leave = () => {
        if (!isOver) process.stdout.write('\n');
        isOver = true;
        resolve(undefined);
      };
      lines.once('SIGINT', leave);
      lines.once('close', leave);
      lines.question(shownText(text), { signal }).then(
        (line) => {
          isOver = true;
          resolve(line);
        },
        (error: unknown) => (signal.aborted ? leave() : reject(error as Error)),
      );
    });
  } finally {
    lines.close();
  }
}
