import { Turns } from '../../../src/machine/turns';
import { createSandbox } from '../../../src/sandbox';
import { LIMITS, program } from '../../support/sandbox-kit';

const FILES = program({ 'demo.test.ts': `it('fine', () => { expect(1).toBe(1); });` });
const REQUEST = { files: FILES, testFile: 'demo.test.ts', limits: LIMITS };

test('the sandbox serves the runs that began earlier first, and each in the order in which it asked', async () => {
  const sandbox = createSandbox({ children: 1 });
  const turns = new Turns();
  const served: string[] = [];
  const ask = (run: string, what: string): Promise<void> =>
    turns.within(run, async () => {
      await sandbox.run(REQUEST);
      served.push(`${run} ${what}`);
    });
  // The three begin in this order; the first request is under way when the others come.
  const began = ['a', 'b', 'c'].map((run) => ask(run, 'first'));
  const later = [ask('c', 'second'), ask('b', 'second'), ask('a', 'second'), ask('a', 'third')];
  await Promise.all([...began, ...later]);
  await sandbox.close();
  expect(served).toEqual(['a first', 'a second', 'a third', 'b first', 'b second', 'c first', 'c second']);
});
