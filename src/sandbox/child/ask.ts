/** Asks the parent for what the child was not told, and waits for the answer. */
import type { Wanted } from '../links';
import type { Answer } from '../protocol';
import { readFrame, writeFrame } from './frames';

function ask(links: readonly Wanted[], assets: readonly string[]): Answer {
  writeFrame({ t: 'ask', links, assets });
  const answer = readFrame();
  // The parent has gone.
  if (answer === undefined) process.exit(0);
  return answer as Answer;
}

/** Links in the order asked for, and texts of package files that come with them. */
export function askLinks(wanted: readonly Wanted[]): Pick<Answer, 'links' | 'files'> {
  return ask(wanted, []);
}

/** Assets by path, as base64; what is not there is left out. */
export function askAssets(paths: readonly string[]): Answer['assets'] {
  return ask([], paths).assets;
}
