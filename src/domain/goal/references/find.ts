import type { Mention } from '../conversation';
import { PHRASES } from './phrases';

/** A phrase of a request that speaks of something earlier. */
export interface Reference {
  /** As it stands in the request. */
  phrase: string;
  type?: Mention['type'];
  how?: Mention['how'];
  /** Words of a time: it is about something of then. */
  when?: string;
}

/** Most phrases that one request is searched for. */
const MOST = 10;

/** Phrases of a request that speak of something earlier, in their order: English, Korean and Chinese. */
export function findReferences(request: string): Reference[] {
  const found: (Reference & { at: number })[] = [];
  for (const { pattern, type, how, timed } of PHRASES) {
    for (const match of request.matchAll(pattern)) {
      const [phrase] = match;
      const when = timed ? match.groups?.['when'] : undefined;
      found.push({ phrase: phrase.trim(), at: match.index, type, how, ...(when !== undefined && { when }) });
    }
  }
  return withoutOverlaps(found)
    .slice(0, MOST)
    .map(({ phrase, type, how, when }) => ({ phrase, type, how, ...(when !== undefined && { when }) }));
}

/** Of phrases that overlap the longest counts: `the folder I made yesterday`, not `yesterday`. */
function withoutOverlaps<T extends { phrase: string; at: number }>(found: readonly T[]): T[] {
  const kept: T[] = [];
  const longestFirst = [...found].sort((a, b) => b.phrase.length - a.phrase.length || a.at - b.at);
  for (const one of longestFirst) {
    const end = one.at + one.phrase.length;
    if (kept.every(({ at, phrase }) => end <= at || one.at >= at + phrase.length)) kept.push(one);
  }
  return kept.sort((a, b) => a.at - b.at);
}
