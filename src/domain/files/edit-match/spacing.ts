import { contentOf, indentOf } from './whitespace';

/** A line as the edit gives it and as the file has it, alike but for runs of blanks. */
export interface LinePair {
  given: string;
  found: string;
}

/** A line's words, and the blanks between them: one fewer. */
interface Spaced {
  words: string[];
  gaps: string[];
}

/**
 * Gives a new line the file's own runs of blanks. A run that the edit leaves as it was in the searched text stays as in
 * the file. `pair`: the line that is replaced; `block`: all matched lines. New text within quotes stays as given: a
 * blank there may mean something.
 */
export function withFileSpacing(
  line: string,
  pair: LinePair | undefined,
  block: readonly LinePair[],
): string {
  const fresh = spaced(line);
  const everywhere = commonGaps(block);
  const beside = pair && alignedGaps(fresh, spaced(pair.given), spaced(pair.found));
  const quoted = quotedGaps(fresh);
  const gaps = fresh.gaps.map(
    (gap, index) => beside?.[index] ?? (quoted[index] ? gap : (everywhere.get(gap) ?? gap)),
  );
  return indentOf(line) + fresh.words.map((word, index) => word + (gaps[index] ?? '')).join('');
}

function spaced(line: string): Spaced {
  const parts = contentOf(line).split(/([ \t]+)/);
  return { words: parts.filter((_, i) => i % 2 === 0), gaps: parts.filter((_, i) => i % 2 === 1) };
}

/** True for each gap that is within quotes. */
function quotedGaps({ words, gaps }: Spaced): boolean[] {
  let open = '';
  return gaps.map((_, index) => {
    const word = (words[index] ?? '').replace(/\\./g, '');
    for (const [quote] of word.matchAll(/['"`]/g)) open = open === '' ? quote : open === quote ? '' : open;
    return open !== '';
  });
}

/** Runs outside of quotes that the whole block has in one way where the edit gives them in one way. */
function commonGaps(block: readonly LinePair[]): Map<string, string> {
  const found = new Map<string, string>();
  const torn = new Set<string>();
  for (const pair of block) {
    const [given, own] = [spaced(pair.given), spaced(pair.found)];
    const quoted = quotedGaps(given);
    given.gaps.forEach((gap, index) => {
      if (quoted[index]) return;
      const known = found.get(gap);
      if (known !== undefined && known !== own.gaps[index]) torn.add(gap);
      found.set(gap, own.gaps[index] ?? gap);
    });
  }
  for (const gap of torn) found.delete(gap);
  return found;
}

/** For each gap of the new line the file's, where it stands beside a word that was there with the same gap beside it. */
function alignedGaps(fresh: Spaced, given: Spaced, found: Spaced): (string | undefined)[] {
  const partner = commonEnds(fresh.words, given.words);
  return fresh.gaps.map((gap, index) => {
    const left = partner[index];
    const right = partner[index + 1];
    for (const at of [left, right === undefined ? undefined : right - 1])
      if (at !== undefined && given.gaps[at] === gap) return found.gaps[at];
    return undefined;
  });
}

/** For each word of the new line, the same word of the old one: common words at the beginning and at the end. */
function commonEnds(fresh: readonly string[], given: readonly string[]): (number | undefined)[] {
  const partner: (number | undefined)[] = fresh.map(() => undefined);
  const shorter = Math.min(fresh.length, given.length);
  let head = 0;
  while (head < shorter && fresh[head] === given[head]) {
    partner[head] = head;
    head += 1;
  }
  for (let tail = 1; tail <= shorter - head && fresh.at(-tail) === given.at(-tail); tail += 1)
    partner[fresh.length - tail] = given.length - tail;
  return partner;
}
