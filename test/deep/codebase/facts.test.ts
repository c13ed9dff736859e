import { readFacts } from '../../../src/codebase/navigation/facts';

test('the caller is free while thousands of lines are read', async () => {
  const text = 'export function f(a: number) { return g(a); }\n'.repeat(2_000);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 5);
  try {
    await readFacts(20, (index) => Promise.resolve({ path: `${index}.ts`, text }));
  } finally {
    clearInterval(timer);
  }
  expect(turns).toBeGreaterThan(5);
});
