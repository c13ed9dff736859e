/** Passage of a file that answers a question best: a declaration with its comment, or some lines. */
import type { QuestionTerm } from '../../../domain/navigation/question';
import type { TermReader } from '../../../domain/navigation/words';
import { identifiersOf } from '../../../domain/navigation/words';
import type { IndexedSymbol } from '../index/index';
import type { CodeRange } from '../types';

export interface Passage {
  readonly range: CodeRange;
  readonly symbolId?: string;
  readonly snippet: string;
  readonly snippetLine: number;
}

export interface WeightedTerm extends QuestionTerm {
  readonly rarity: number;
}

const MOST_LINES = 6_000;
const LONGEST_LINE = 400;
const SNIPPET_LINES = 6;
const SHOWN_LINE = 160;
/** Lines above a declaration that may be its comment. */
const COMMENT_LINES = 40;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|""")/;
/** Cost of one more line: of two declarations that hold the same words the shorter one says more. */
const LENGTH_COST = 0.25;
const NAME_GAIN = 1.5;
const NO_SYMBOL = 0.6;

/** Finds the passage. `symbols` are those of the file. */
export function bestPassage(
  text: string,
  symbols: readonly IndexedSymbol[],
  terms: readonly WeightedTerm[],
  reader: TermReader,
): Passage {
  const lines = text.split('\n', MOST_LINES).map((line) => line.slice(0, LONGEST_LINE));
  const gains = new LineGains(lines, terms, reader);
  const names = new Map(terms.map(({ term, rarity, share }) => [term, rarity * share]));
  let best: { score: number; symbol?: IndexedSymbol; from: number; to: number } = {
    score: 0,
    from: 0,
    to: 0,
  };
  for (const symbol of symbols) {
    const to = Math.min(symbol.range.endLine, lines.length);
    const from = commentStart(lines, symbol.range.startLine - 1);
    if (to <= from) continue;
    const own = reader.terms(symbol.name).reduce((sum, term) => sum + (names.get(term) ?? 0), 0);
    const score = gains.between(from, to) + NAME_GAIN * own - LENGTH_COST * Math.log2(1 + to - from);
    if (score > best.score) best = { score, symbol, from, to };
  }
  const line = gains.bestLine(best.symbol ? best.from : 0, best.symbol ? best.to : lines.length);
  const loose = gains.between(line - 2, line + SNIPPET_LINES) * NO_SYMBOL;
  if (!best.symbol || best.score < loose) return linesAround(lines, line);
  const start = Math.max(best.from, Math.min(line - 1, best.to - SNIPPET_LINES));
  return {
    range: best.symbol.range,
    symbolId: best.symbol.id,
    snippet: snippetOf(lines, start, Math.min(best.to, start + SNIPPET_LINES)),
    snippetLine: start + 1,
  };
}

/** Gains of lines: for each term the lines that have it. */
class LineGains {
  /** How many lines up to each have the term. */
  private readonly counts: { gain: number; upTo: Uint32Array }[];
  private readonly ofLine: Float64Array;

  constructor(lines: readonly string[], terms: readonly WeightedTerm[], reader: TermReader) {
    const numbers = new Map(terms.map(({ term }, number) => [term, number]));
    this.counts = terms.map(({ rarity, share }) => ({
      gain: rarity * share,
      upTo: new Uint32Array(lines.length + 1),
    }));
    this.ofLine = new Float64Array(lines.length);
    lines.forEach((line, index) => {
      const here = new Set<number>();
      for (const name of identifiersOf(line)) {
        for (const term of reader.terms(name)) {
          const number = numbers.get(term);
          if (number !== undefined) here.add(number);
        }
      }
      this.counts.forEach(({ gain, upTo }, number) => {
        const isHere = here.has(number);
        upTo[index + 1] = (upTo[index] ?? 0) + (isHere ? 1 : 0);
        if (isHere) this.ofLine[index] = (this.ofLine[index] ?? 0) + gain;
      });
    });
  }

  /** Gain of the terms that stand between two lines; what stands there often counts a little more. */
  between(from: number, to: number): number {
    let sum = 0;
    for (const { gain, upTo } of this.counts) {
      const count = (upTo[Math.min(to, upTo.length - 1)] ?? 0) - (upTo[Math.max(0, from)] ?? 0);
      if (count > 0) sum += gain * (1 + 0.1 * Math.log2(count));
    }
    return sum;
  }

  bestLine(from: number, to: number): number {
    let best = from;
    for (let line = from; line < to; line += 1)
      if ((this.ofLine[line] ?? 0) > (this.ofLine[best] ?? 0)) best = line;
    return best;
  }
}

/** First line of the comment right above a line, from 0. */
function commentStart(lines: readonly string[], line: number): number {
  let start = line;
  while (start > 0 && line - start < COMMENT_LINES && COMMENT.test(lines[start - 1] ?? '')) start -= 1;
  return start;
}

function linesAround(lines: readonly string[], line: number): Passage {
  const from = Math.max(0, line - 1);
  const to = Math.min(lines.length, from + SNIPPET_LINES);
  return {
    range: { startLine: from + 1, startColumn: 1, endLine: to, endColumn: (lines[to - 1]?.length ?? 0) + 1 },
    snippet: snippetOf(lines, from, to),
    snippetLine: from + 1,
  };
}

function snippetOf(lines: readonly string[], from: number, to: number): string {
  return lines
    .slice(from, to)
    .map((line) => line.slice(0, SHOWN_LINE))
    .join('\n');
}
