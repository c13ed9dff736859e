/** The thread in which lines are matched with the regular expression of a model: whoever started it ends it when it takes too long. */
import { answerQuestions } from '../helpers/thread';

export interface LineTask {
  pattern: string;
  literal: boolean;
  ignoreCase: boolean;
}

/** The bytes of one file, and how many lines are wanted of it. */
export interface LineQuestion {
  bytes: Uint8Array;
  limit: number;
}

export interface LineAnswer {
  offsets?: number[];
  problem?: string;
}

function tester({ pattern, literal, ignoreCase }: LineTask): (line: string) => boolean {
  if (!literal) {
    const regex = new RegExp(pattern, ignoreCase ? 'i' : '');
    return (line) => regex.test(line);
  }
  const wanted = ignoreCase ? pattern.toLowerCase() : pattern;
  return (line) => (ignoreCase ? line.toLowerCase() : line).includes(wanted);
}

/** Offsets of the first bytes of matching lines. */
function offsets(matches: (line: string) => boolean, { bytes, limit }: LineQuestion): number[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: number[] = [];
  for (let start = 0; start < all.length && found.length < limit;) {
    const next = all.indexOf(10, start);
    const end = next < 0 ? all.length : next;
    if (matches(all.toString('utf8', start, end).replace(/\r$/, ''))) found.push(start);
    start = end + 1;
  }
  return found;
}

let matches: ((line: string) => boolean) | undefined;

answerQuestions((question: LineTask | LineQuestion): LineAnswer => {
  if ('bytes' in question) return { offsets: matches && offsets(matches, question) };
  try {
    matches = tester(question);
    return {};
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
});
