import { rankedApart } from '../../../../src/repair/mutation/search';
import { rankedMutations, type RankTask } from '../../../../src/repair/mutation/ranked-mutations';

function taskOf(functions: number): RankTask {
  const text = Array.from(
    { length: functions },
    (_, at) => `export function f${at}(a, b) {\n  if (a < b + ${at}) return a - b;\n  return b;\n}\n`,
  ).join('');
  const lines = new Map([
    [2, 1],
    [3, 0.5],
  ]);
  return {
    places: [{ path: 'src/many.js', text, lines, loadScore: 0, precedence: 1 }],
    hints: { strings: ['x'], numbers: ['7'], pairs: [], forms: [], titles: [] },
    messages: ["Cannot read properties of undefined (reading 'length')"],
  };
}

describe('mutations of a large source', () => {
  it('are those that are made in place, in the same order', async () => {
    const task = taskOf(200);
    const { ranked, notes } = await rankedApart(task, AbortSignal.timeout(60_000));
    expect(ranked.length).toBeGreaterThan(100);
    expect({ ranked, notes }).toEqual(rankedMutations(task));
  });

  it('are given up with the search', async () => {
    const stopped = new AbortController();
    stopped.abort(new Error('the run was cancelled'));
    await expect(rankedApart(taskOf(200), stopped.signal)).rejects.toThrow('the run was cancelled');
  });
});

it('mutations of a small source are made in place', async () => {
  const task = taskOf(2);
  expect(await rankedApart(task, AbortSignal.timeout(1))).toEqual(rankedMutations(task));
});
