/** The thread in which regular expressions of a project are matched: whoever started it ends it when it takes too long. */
import { answerQuestions } from '../helpers/thread';

/** Regular expressions that a project gives, and the texts that they are tried on. */
export interface PatternTask {
  patterns: readonly string[];
  texts: readonly string[];
}

/** The first pattern that matches a text, and its groups; the first of them is the whole match. */
export interface PatternMatch {
  pattern: number;
  groups: (string | undefined)[];
}

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}

function answer({ patterns, texts }: PatternTask): (PatternMatch | undefined)[] {
  const all = patterns.map(compiled);
  return texts.map((text) => {
    for (const [pattern, regex] of all.entries()) {
      const match = regex?.exec(text);
      if (match) return { pattern, groups: [...match] };
    }
    return undefined;
  });
}

answerQuestions(answer);
