import { doubtOfExtent } from '../../../../src/repair/search/merit';
import { search } from '../../../../src/repair/mutation/search';
import { NO_HINTS } from '../../../../src/repair/mutation/site';
import type { Edits, Fix, Trials } from '../../../../src/repair/mutation/trials';

const TEXT = `function f(a, b) {\n${Array.from({ length: 90 }, (_, at) => `  if (a < b) return ${at};`).join('\n')}\n}\n`;
const PLACES = {
  path: 'x.js',
  text: TEXT,
  lines: new Map(TEXT.split('\n').map((_, at) => [at + 1, 1])),
  loadScore: 0.5,
  precedence: 1,
};

/** Looks for the first boundary of a function of ninety, each of which is as likely; each edit takes so much time. */
async function searched(costMs: number) {
  let spentMs = 0;
  const trials = {
    get spentMs() {
      return spentMs;
    },
    plausible: (batch: readonly Edits[]) => {
      spentMs += costMs * batch.length;
      return Promise.resolve(batch.filter(([edit]) => edit?.replacement === '<=' && edit.line === 2));
    },
    confirm: (edits: Edits): Promise<Fix> => Promise.resolve({ edits, fixed: ['t'], green: true }),
    refute: () => undefined,
  } as unknown as Trials;
  const found = await search(trials, {
    suspects: { places: [PLACES], tests: ['t'], testFiles: ['x.test.js'] },
    first: [],
    hints: NO_HINTS,
    messages: [],
    budget: {
      ...{ singles: 9_000, pairs: 0, lines: 400, tests: 0, costMs: 10_000 },
      further: { singles: 1, costMs: 1 },
    },
    signal: new AbortController().signal,
    onTried: () => undefined,
    compiles: () => true,
    isFresh: () => Promise.resolve(true),
  });
  const [edit] = found.fixes[0]?.edits ?? [];
  if (!edit || !found.extent) throw new Error('nothing was found');
  return { tried: found.searched, doubt: doubtOfExtent(edit, found.extent) };
}

describe('a search that has found a repair', () => {
  it('goes on until the edits that are as likely were tried', async () => {
    const { tried, doubt } = await searched(1);
    expect(tried).toBeGreaterThanOrEqual(150);
    expect(tried).toBeLessThan(1_000);
    expect(doubt).toBeUndefined();
  });

  it('is in doubt where its time ends before', async () => {
    const { doubt } = await searched(100);
    expect(doubt).toMatchObject({ code: 'few-tried' });
  });
});
