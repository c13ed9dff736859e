/** Facts of a file: its grammar's, and those of its text. */
import { TermReader } from '../../../domain/navigation/words';
import { assemble, type Assembled } from './assemble';
import { readCaptures } from './captures';
import { Grammars } from './grammars';
import { grammarOf } from './languages';
import { isMinified, textFacts } from './text-facts';
import type { FactsTask, FileFacts } from './types';

/** Files above this, in characters, are searched as text only. */
const LONGEST = 600_000;
const NO_CODE: Assembled = { symbols: [], imports: [], calls: [] };

/** Reader of facts with its parsers and the words that it has seen. */
export class FactsReader {
  private readonly grammars = new Grammars();
  private readonly terms = new TermReader();

  /** Facts of a file. Where its grammar fails or takes too long, those of its text. */
  async read({ path, text }: FactsTask): Promise<FileFacts> {
    const code = await this.code(path, text);
    const { symbols, imports, calls } = code ?? NO_CODE;
    const language = code && grammarOf(path)?.language;
    return { language, symbols, imports, calls, ...textFacts(path, text, symbols, this.terms) };
  }

  /** Facts of the text alone: for a file that ended the thread of its grammar. */
  readText({ path, text }: FactsTask): FileFacts {
    return { ...NO_CODE, ...textFacts(path, text, [], this.terms) };
  }

  private async code(path: string, text: string): Promise<Assembled | undefined> {
    const grammar = grammarOf(path);
    if (!grammar || text.length > LONGEST || isMinified(text)) return undefined;
    // A grammar that fails leaves its memory as it was just then: that ends the thread, which is started anew.
    return this.grammars.matches(grammar, text, (matches) =>
      assemble(readCaptures(matches, text), text, grammar, this.terms),
    );
  }
}
