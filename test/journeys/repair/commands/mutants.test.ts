import { applyMutations } from '../../../../src/repair/search/mutation';
import { SourceThread } from '../../../../src/repair/commands/mutants';
import { NO_HINTS, type Hints } from '../../../../src/repair/mutation/site';
import { missesOf, python } from '../../../support/template-rows';

const thread = new SourceThread(new AbortController().signal);

afterAll(() => thread.close());

async function textsOf(path: string, text: string, hints: Hints = NO_HINTS) {
  const lines = new Map(text.split('\n').map((_, at) => [at + 1, 1]));
  const places = [{ path, text, lines, loadScore: 0.5, precedence: 0 }];
  const mutants = await thread.mutants({ places, hints, clues: {}, most: 5_000 });
  return (mutants ?? []).map((mutant) => applyMutations(text, [mutant]));
}

describe('mutants by the tree of a grammar', () => {
  it.each(['Python', 'Go', 'Rust', 'Java'] as const)(
    'hold the right code of every row in %s, and nothing that a row rules out',
    async (language) => {
      expect(await missesOf(language, textsOf)).toEqual([]);
    },
  );

  it('leave out those that do not parse, imports and tests among the sources', async () => {
    const text = 'use std::cmp::max;\n#[cfg(test)]\nmod tests {\n    fn one() -> i64 { 1 }\n}\n';
    expect(await textsOf('a.rs', text)).toEqual([]);
  });

  it('put the likeliest first: a boundary before a deleted statement', async () => {
    const body = 'if limit < 3:\n        return 1\n    return 0';
    const [first] = await textsOf('a.py', python(body));
    expect(first).toBe(python(body.replace('<', '<=')));
  });
});
